// Names the files of tables, and writes them.
#include "tools/seedc/run_output.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

namespace fs = std::filesystem;

/// A name of a file, of any formula's name: no folder, no hidden file.
std::string file_name(const std::string& name) {
  constexpr std::size_t kMostBytes = 200;
  std::string out;
  for (const char c : name.substr(0, kMostBytes)) {
    const bool is_unfit = static_cast<unsigned char>(c) < 0x20 || c == '/' || c == 0x7f;
    out += is_unfit || (out.empty() && c == '.') ? '_' : c;
  }
  return out.empty() ? "_" : out;
}

/// `requests`, if there are some, and the formulas.
std::vector<std::string> table_names(bool has_requests, const Prepared& prepared) {
  std::vector<std::string> names = prepared.formula_names();
  if (has_requests) names.insert(names.begin(), "requests");
  return names;
}

/// The files of tables in a folder; a second one of the same name has a number.
std::vector<std::string> files_in(const fs::path& folder, const std::vector<std::string>& tables) {
  std::vector<std::string> files;
  for (const std::string& table : tables) {
    const std::string name = file_name(table);
    std::string file = folder / (name + ".csv");
    for (int number = 2; std::ranges::count(files, file) > 0; ++number)
      file = folder / fmt::format("{}-{}.csv", name, number);
    files.push_back(std::move(file));
  }
  return files;
}

void make_folder(const std::string& path) {
  std::error_code failure;
  fs::create_directories(path, failure);
  if (fs::is_directory(path)) return;
  throw Error(ErrorKind::Data,
              fmt::format("`{}` cannot be a folder for the tables{}", path,
                          failure ? ": " + failure.message() : ""),
              "name another one with -o DIR");
}

}  // namespace

RunOutput::RunOutput(const RunCommand& options, bool has_requests, const Prepared& prepared)
    : options_(options) {
  const std::vector<std::string> tables = table_names(has_requests, prepared);
  const bool is_csv = options.format == Format::Csv;
  if (is_csv && tables.size() > 1 && options.output == "-") {
    fail_usage(fmt::format("CSV is one table, and these programs give {}: {}", tables.size(),
                           fmt::join(tables, ", ")),
               "name a folder with -o DIR, which gets a file for each");
  }
  std::error_code unknown;
  const bool is_folder = options.output.ends_with('/') || fs::is_directory(options.output, unknown);
  if (!is_csv || (tables.size() <= 1 && !is_folder)) {
    file_.emplace(options.output);
    return;
  }
  make_folder(options.output);
  tables_ = files_in(options.output, tables);
}

void RunOutput::write(const Results& results) {
  ResultsOptions options = {.columns = options_.columns, .long_rows = options_.long_rows};
  if (file_) {
    file_->write(results.whole_text(format_on(options_), options, command_call()).view());
    return file_->finish();
  }
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    options.table = table;
    write_file(tables_[table], results.whole_text(Format::Csv, options, command_call()).view());
    note("{}\n", tables_[table]);
  }
}

}  // namespace seedc::tool
