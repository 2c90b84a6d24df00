// Finds a dataset's files by their names.
#include "runtime/data/jsonl/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>

#include "runtime/data/jsonl/json.h"

namespace seedc::data {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

constexpr std::string_view kUserMapping = "user_mapping.json";
constexpr std::string_view kJudgementCache = "judgement_cache.json";
constexpr std::string_view kLayoutHelp =
    "a dataset is a folder with `restaurants.jsonl` (or `items.jsonl`, `business*.json`) and "
    "`reviews.jsonl`, or a bundle";

base::Result<Names> names_in(const fs::path& folder) {
  std::error_code error;
  Names names;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!entry->is_directory(error)) names.push_back(entry->path().filename().string());
  }
  if (error == std::errc::not_enough_memory) throw std::bad_alloc();
  if (error)
    return base::fail(base::ErrorKind::Data,
                      fmt::format("cannot list `{}`: {}", folder.string(), error.message()));
  std::sort(names.begin(), names.end());
  return names;
}

bool is_json_file(std::string_view name) {
  return name.ends_with(".json") || name.ends_with(".jsonl");
}

bool contains(const Names& names, std::string_view name) {
  return std::binary_search(names.begin(), names.end(), name);
}

/// `prefix*.json[l]`, in name order.
Names with_prefix(const Names& names, std::string_view prefix) {
  Names found;
  std::copy_if(names.begin(), names.end(), std::back_inserter(found), [&](const std::string& name) {
    return name.starts_with(prefix) && is_json_file(name) && name != kUserMapping;
  });
  return found;
}

/// The first of `preferred` that exists, otherwise all files with the prefix.
Names choose(const Names& names, std::initializer_list<std::string_view> preferred,
             std::string_view prefix) {
  for (const std::string_view name : preferred) {
    if (contains(names, name)) return {std::string(name)};
  }
  return with_prefix(names, prefix);
}

/// Whether the first line that is JSON has a `business`: this distinguishes a bundle named
/// `items.jsonl` from items.
bool looks_like_bundle(const std::string& path) {
  auto reader = LineBlockReader::open(path);
  if (!reader) return false;
  JsonParser parser;
  while (std::optional<LineBlock> block = reader->next()) {
    for (std::string_view rest = block->text; !rest.empty();) {
      const auto root = parser.parse(take_line(rest));
      if (root) return member(*root, "business").has_value();
    }
  }
  return false;
}

std::string only_jsonl(const Names& names) {
  const auto is_jsonl = [](const std::string& name) { return name.ends_with(".jsonl"); };
  const auto first = std::find_if(names.begin(), names.end(), is_jsonl);
  const bool is_only = std::count_if(names.begin(), names.end(), is_jsonl) == 1;
  return is_only ? *first : std::string();
}

std::vector<std::string> in_folder(const fs::path& folder, Names names) {
  for (std::string& name : names) name = (folder / name).string();
  return names;
}

std::string in_folder_if_there(const fs::path& folder, const Names& names, std::string_view name) {
  return contains(names, name) ? (folder / name).string() : std::string();
}

/// The optional files, which items and bundles alike can have.
DatasetFiles companions(const fs::path& folder, const Names& names) {
  DatasetFiles files;
  files.users = in_folder(folder, with_prefix(names, "user"));
  files.user_mapping = in_folder_if_there(folder, names, kUserMapping);
  files.judgement_cache = in_folder_if_there(folder, names, kJudgementCache);
  return files;
}

base::Result<DatasetFiles> find_in_folder(const fs::path& folder) {
  const base::Result<Names> names = names_in(folder);
  if (!names) return tl::unexpected(names.error());
  DatasetFiles files = companions(folder, *names);
  const Names items = choose(*names, {"restaurants.jsonl", "items.jsonl"}, "business");
  const std::string single = only_jsonl(*names);
  if (!single.empty() && (items.empty() || looks_like_bundle((folder / single).string()))) {
    files.bundle = (folder / single).string();
    std::erase(files.users, files.bundle);
    return files;
  }
  if (items.empty()) {
    return base::fail(base::ErrorKind::Data, fmt::format("`{}` has no items", folder.string()),
                      std::string(kLayoutHelp));
  }
  files.items = in_folder(folder, items);
  files.reviews = in_folder(folder, choose(*names, {"reviews.jsonl"}, "review"));
  return files;
}

base::Result<DatasetFiles> find_beside_bundle(const fs::path& bundle) {
  const fs::path folder = bundle.has_parent_path() ? bundle.parent_path() : fs::path(".");
  const base::Result<Names> names = names_in(folder);
  if (!names) return tl::unexpected(names.error());
  DatasetFiles files = companions(folder, *names);
  files.bundle = bundle.string();
  std::erase(files.users, (folder / bundle.filename()).string());
  return files;
}

}  // namespace

base::Result<DatasetFiles> find_files(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    return base::fail(base::ErrorKind::Data, fmt::format("there is no `{}`", path),
                      std::string(kLayoutHelp));
  }
  return fs::is_directory(status) ? find_in_folder(path) : find_beside_bundle(path);
}

std::uint64_t total_size(const std::vector<std::string>& files) {
  std::uint64_t size = 0;
  for (const std::string& file : files) {
    std::error_code unknown;  // reading the file will report the error
    const std::uintmax_t bytes = fs::file_size(file, unknown);
    if (!unknown) size += bytes;
  }
  return size;
}

base::Result<void> read_each(
    const std::vector<std::string>& files, LoadLog& log, const base::Call& call,
    const std::function<base::Result<void>(LineBlockReader&, const std::string&)>& read) {
  for (const std::string& file : files) {
    auto reader = LineBlockReader::open(file, call);
    if (!reader) return tl::unexpected(reader.error());
    log.begin_file(file);
    if (base::Result<void> done = read(*reader, file); !done) return done;
  }
  return {};
}

}  // namespace seedc::data
