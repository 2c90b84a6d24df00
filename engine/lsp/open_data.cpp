// Opens data and lists what it offers.
#include "engine/lsp/open_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "compiler/check/evidence_check.h"
#include "engine/names.h"
#include "runtime/data/cached_source.h"
#include "runtime/data/kept_source.h"

namespace seedc::lsp {
namespace {

namespace fs = std::filesystem;

OfferedName offered(const resolve::Reading& reading) {
  return {.name = reading.canonical,
          .meaning = check::meaning_of(reading),
          .origin = reading.origin,
          .group = std::string(engine::group_of(reading))};
}

std::string state_of_file(const fs::path& file) {
  std::error_code failed;
  const auto size = fs::file_size(file, failed);
  if (failed) return {};
  const auto time = fs::last_write_time(file, failed);
  return fmt::format("{}:{}:{};", file.filename().string(), size, time.time_since_epoch().count());
}

/// Counted, if there is data, and the rest of the names.
base::Result<std::vector<OfferedName>> names_of(const engine::SchemaSource& source,
                                                const std::shared_ptr<const data::Source>& data,
                                                engine::Host& host) {
  std::vector<OfferedName> names;
  std::vector<resolve::Reading> to_count;
  for (resolve::Reading& reading : source.convention()->all()) {
    if (data != nullptr && engine::is_wanted(reading, {}, /*all=*/false)) {
      to_count.push_back(std::move(reading));
    } else if (!engine::is_mere_id(reading)) {
      names.push_back(offered(reading));
    }
  }
  if (data == nullptr) return names;
  const auto counted = engine::count_names(std::move(to_count), {.data = data, .host = &host});
  if (!counted) return tl::unexpected(counted.error());
  for (const engine::CountedName& name : *counted) {
    names.push_back(offered(name.reading));
    names.back().is_counted = true;
    names.back().tally = name.tally;
  }
  std::ranges::sort(names, {}, &OfferedName::name);
  return names;
}

}  // namespace

std::string state_of_files(const std::string& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return state_of_file(path);
  std::vector<std::string> files;
  for (fs::directory_iterator it(path, failed), end; !failed && it != end; it.increment(failed))
    files.push_back(state_of_file(it->path()));
  std::ranges::sort(files);
  return fmt::format("{}", fmt::join(files, ""));
}

OpenData::OpenData(std::shared_ptr<const data::Source> source, const std::string& schema,
                   engine::Host& host)
    : source_(std::move(source)),
      names_(std::make_shared<engine::SchemaSource>(source_, source_ == nullptr ? schema : "",
                                                    engine::disk_files(), host)) {}

base::Result<std::shared_ptr<OpenData>> OpenData::open(const Settings& settings,
                                                       const std::string& duckdb,
                                                       engine::Host& host) {
  std::shared_ptr<const data::Source> source;
  // A copy: an editor is open for hours, in which files may be cut.
  constexpr auto kAccess = data::SnapshotAccess::Copied;
  if (!settings.data.empty()) {
    source = data::source_at(settings.data, kAccess, duckdb);
    if (!settings.cache_folder.empty())
      source = data::cached(std::move(source), settings.cache_folder, kAccess);
    source = data::kept(std::move(source));
  }
  std::shared_ptr<OpenData> opened(new OpenData(source, settings.schema, host));
  if (auto read = opened->names_->read({.items = true}); !read) return tl::unexpected(read.error());
  auto names = names_of(*opened->names_, source, host);
  if (!names) return tl::unexpected(names.error());
  opened->offered_ =
      std::make_shared<OfferedNames>(OfferedNames{*std::move(names), opened->names_->schema()});
  return opened;
}

}  // namespace seedc::lsp
