// Makes pages of results, and names the command that shows what a page leaves out.
#include "tools/seedc/page.h"

#include <algorithm>
#include <filesystem>

#include "engine/report/text.h"
#include "tools/seedc/manifest.h"
#include "tools/seedc/output.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

/// A word as a shell takes it.
std::string quoted(const std::string& word) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("_-./=,+:@").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

/// `seedc explain first.req --data cafes --request {request} --item {item}`
std::string explain_command(const ProgramOptions& program,
                            const std::vector<std::string>& extractions) {
  std::string out = "seedc explain";
  for (const std::string& file : program.programs) out += ' ' + quoted(file);
  for (const std::string& expression : program.expressions) out += " -e " + quoted(expression);
  out += " --data " + quoted(program.data.path);
  for (const std::string& file : extractions) out += " --extractions " + quoted(file);
  return out + " --request {request} --item {item}";
}

/// The names of the programs: `requests.req, risk.json`.
std::string title_of(const ProgramOptions& program) {
  std::string out;
  for (const std::string& file : program.programs)
    out += (out.empty() ? "" : ", ") + std::filesystem::path(file).filename().string();
  return out.empty() ? "seedc" : out;
}

}  // namespace

void add_page_options(CLI::App& command, PageOptions& options) {
  command
      .add_option("--max-size", options.page.max_bytes,
                  "leave out evidence beyond this size of the page (default: 5MB)")
      ->transform(size_in_bytes("1KB", 1000))
      ->type_name("SIZE");
  command.add_flag("--no-texts", options.page.no_texts,
                   "leave the texts of reviews out of the page");
  command.add_flag("--no-names", options.page.no_names, "leave the names of users out of the page");
}

void add_page_file(CLI::App& command, PageOptions& options) {
  CLI::Option* file =
      command
          .add_option("--report", options.file,
                      "also write the results with their evidence as a page, as `report` does")
          ->type_name("FILE");
  add_page_options(command, options);
  for (const char* name : {"--max-size", "--no-texts", "--no-names"})
    command.get_option(name)->needs(file);
}

void write_page(const PageOptions& options, const ProgramOptions& program,
                const std::vector<std::string>& extractions, const Results& results,
                const Data& data) {
  if (options.file.empty()) return;
  if (options.file == "-" && manifest_record() != nullptr)
    fail_usage("a page has the times of its run, and no manifest records it",
               "write the page to a file, or leave out --manifest");
  ReportOptions page = options.page;
  page.title = title_of(program);
  page.explain = explain_command(program, extractions);
  OutputFile output(options.file);
  const Text text = results.report(data, page, command_call());
  const std::string_view html = text.view();
  output.write(html);
  output.finish();
  if (options.file != "-") note("{}: {}\n", options.file, report::size_text(html.size()));
}

}  // namespace seedc::tool
