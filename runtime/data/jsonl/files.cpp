// Finds a dataset's files by their names.
#include "runtime/data/jsonl/files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <filesystem>
#include <new>
#include <string_view>
#include <utility>

#include "runtime/data/bytes/decompressor.h"
#include "runtime/data/jsonl/json.h"

namespace seedc::data {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUserMapping = "user_mapping.json";
constexpr std::string_view kJudgementCache = "judgement_cache.json";
constexpr std::string_view kLayoutHelp =
    "a dataset is a folder with `restaurants.jsonl` (or `items.jsonl`, `business*.json`, "
    "`yelp_academic_dataset_business.json`) and `reviews.jsonl`, each also as `.gz` or `.zst`, or "
    "a bundle";

constexpr std::string_view kReviewsHelp =
    "they are looked for in `reviews.jsonl`, `review*.json` and "
    "`yelp_academic_dataset_review*.json`, each also as `.gz` or `.zst`";

constexpr std::string_view kParquetReviewsHelp =
    "they are looked for in `reviews.parquet`, `review*.parquet` and "
    "`yelp_academic_dataset_review*.parquet`";

/// A file of a folder.
struct Entry {
  std::string name;    ///< without `.gz` or `.zst`
  std::string stored;  ///< in the folder
  auto operator<=>(const Entry&) const = default;
};
using Entries = std::vector<Entry>;

struct Folder {
  fs::path path;
  Entries files;                     ///< in order
  std::vector<std::string> folders;  ///< in order
};

base::Result<Folder> read_folder(const fs::path& path) {
  std::error_code error;
  Folder folder{.path = path};
  for (fs::directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error)) {
    std::string name = entry->path().filename().string();
    if (entry->is_directory(error)) {
      folder.folders.push_back(std::move(name));
    } else {
      folder.files.push_back({std::string(without_suffix_of_compression(name)), std::move(name)});
    }
  }
  if (error == std::errc::not_enough_memory) throw std::bad_alloc();
  if (error) return base::fail<base::ErrorCode::UnreadableFolder>(path.string(), error.message());
  std::ranges::sort(folder.files);
  std::ranges::sort(folder.folders);
  return folder;
}

/// How the records of a folder are stored.
enum class Layout : std::uint8_t { Lines, Parquet };

bool has_layout(std::string_view name, Layout layout) {
  if (layout == Layout::Parquet) return name.ends_with(".parquet");
  return name.ends_with(".json") || name.ends_with(".jsonl");
}

/// The files of that name: one, or the same compressed.
Entries named(const Folder& folder, std::string_view name) {
  const auto found = std::ranges::equal_range(folder.files, name, {}, &Entry::name);
  return {found.begin(), found.end()};
}

/// `prefix*.json[l]`, or `prefix*.parquet`, in name order.
Entries with_prefix(const Folder& folder, std::string_view prefix, Layout layout) {
  Entries found;
  std::ranges::copy_if(folder.files, std::back_inserter(found), [&](const Entry& file) {
    return file.name.starts_with(prefix) && has_layout(file.name, layout) &&
           file.name != kUserMapping;
  });
  return found;
}

/// How files with a kind of record may be named.
struct KindOfFile {
  std::vector<std::string_view> names;     ///< `NAME.jsonl`: the first that exists
  std::vector<std::string_view> prefixes;  ///< else all files with the first that some have
};
const KindOfFile kItems{{"restaurants", "items"}, {"business", "yelp_academic_dataset_business"}};
const KindOfFile kReviews{{"reviews"}, {"review", "yelp_academic_dataset_review"}};
const KindOfFile kUsers{{}, {"user", "yelp_academic_dataset_user"}};

Entries choose(const Folder& folder, const KindOfFile& kind, Layout layout = Layout::Lines) {
  const std::string_view suffix = layout == Layout::Lines ? ".jsonl" : ".parquet";
  for (const std::string_view name : kind.names) {
    if (Entries found = named(folder, fmt::format("{}{}", name, suffix)); !found.empty())
      return found;
  }
  for (const std::string_view prefix : kind.prefixes) {
    if (Entries found = with_prefix(folder, prefix, layout); !found.empty()) return found;
  }
  return {};
}

/// Whether a file of that name can have such records.
bool is_named_like(std::string_view name, const KindOfFile& kind) {
  if (!has_layout(name, Layout::Lines)) return false;
  const std::string_view stem = name.substr(0, name.rfind('.'));
  return std::ranges::find(kind.names, stem) != kind.names.end() ||
         std::ranges::any_of(kind.prefixes,
                             [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// Fails if a folder has the name of a data file: it would be left out without a word.
base::Result<void> check_are_files(const Folder& folder) {
  for (const std::string& stored : folder.folders) {
    const std::string_view name = without_suffix_of_compression(stored);
    if (is_named_like(name, kItems) || is_named_like(name, kReviews) || is_named_like(name, kUsers))
      return base::fail<base::ErrorCode::UnreadableFile>((folder.path / stored).string(),
                                                         "it is a folder");
  }
  return {};
}

base::Error has_both(const Folder& folder, const Entry& one, const Entry& other) {
  return base::error<base::ErrorCode::AmbiguousFile>(folder.path.string(), one.stored, other.stored)
      .with_help("remove one of them");
}

/// Fails if one file is there twice.
base::Result<std::vector<std::string>> paths_of(const Folder& folder, const Entries& files) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (i > 0 && files[i].name == files[i - 1].name)
      return tl::unexpected(has_both(folder, files[i - 1], files[i]));
    paths.push_back((folder.path / files[i].stored).string());
  }
  return paths;
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

/// Fails if there are items as lines and in Parquet files.
base::Result<void> check_one_form(const Folder& folder) {
  const Entries lines = choose(folder, kItems, Layout::Lines);
  const Entries parquet = choose(folder, kItems, Layout::Parquet);
  if (lines.empty() || parquet.empty()) return {};
  return tl::unexpected(has_both(folder, lines.front(), parquet.front()));
}

/// The only JSONL file; none if there are several.
Entries only_jsonl(const Folder& folder) {
  Entries found;
  std::ranges::copy_if(folder.files, std::back_inserter(found),
                       [](const Entry& file) { return file.name.ends_with(".jsonl"); });
  const bool is_only = !found.empty() && found.front().name == found.back().name;
  return is_only ? found : Entries();
}

/// Puts the path of an optional file into `path`.
base::Result<void> find_optional(const Folder& folder, std::string_view name, std::string& path) {
  return paths_of(folder, named(folder, name)).map([&](const std::vector<std::string>& found) {
    if (!found.empty()) path = found.front();
  });
}

/// The optional files, which items and bundles alike can have.
base::Result<DatasetFiles> companions(const Folder& folder) {
  DatasetFiles files;
  return paths_of(folder, choose(folder, kUsers))
      .map([&](std::vector<std::string> users) { files.users = std::move(users); })
      .and_then([&] { return find_optional(folder, kUserMapping, files.user_mapping); })
      .and_then([&] { return find_optional(folder, kJudgementCache, files.judgement_cache); })
      .map([&] { return files; });
}

/// For an error: "it has `a.csv`, `data/` and 3 more".
std::string contents_of(const Folder& folder) {
  constexpr std::size_t kShown = 8;
  std::vector<std::string> names;
  for (const Entry& file : folder.files) names.push_back(fmt::format("`{}`", file.stored));
  for (const std::string& name : folder.folders) names.push_back(fmt::format("`{}/`", name));
  if (names.empty()) return "it is empty";
  const std::size_t more = names.size() - std::min(names.size(), kShown);
  names.resize(names.size() - more);
  const std::string shown = fmt::format("it has {}", fmt::join(names, ", "));
  return more == 0 ? shown : fmt::format("{} and {} more", shown, more);
}

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// Of a folder without reviews: the first file that seems to have them.
std::string like_reviews(const Folder& folder) {
  for (const Entry& file : folder.files) {
    const std::string name = lower_case(file.name);
    if (name.find("review") == std::string::npos) continue;
    const bool is_packed = std::ranges::any_of(
        std::initializer_list<std::string_view>{".bz2", ".xz", ".zip", ".lz4", ".7z", ".tar"},
        [&](std::string_view suffix) { return name.ends_with(suffix); });
    return fmt::format("`{}` {}", file.stored,
                       is_packed ? "is compressed in another way: unpack it"
                                 : "has another name: rename it if it has them");
  }
  return contents_of(folder);
}

/// Of a folder without items: the name that a file of them should have, where one has nearly such a
/// name; otherwise what the folder has.
std::string like_items(const Folder& folder) {
  for (const Entry& file : folder.files) {
    const std::string stem = lower_case(file.name.substr(0, file.name.find('.')));
    for (const std::string_view name : kItems.names) {
      if (stem != name && stem + "s" != name) continue;
      const std::string_view packed = std::string_view(file.stored).substr(file.name.size());
      return fmt::format("rename `{}` to `{}.jsonl{}` if it has one item a line", file.stored, name,
                         packed);
    }
  }
  return contents_of(folder);
}

base::Result<DatasetFiles> find_in_folder(const Folder& folder) {
  base::Result<DatasetFiles> files =
      check_are_files(folder).and_then([&] { return check_one_form(folder); }).and_then([&] {
        return companions(folder);
      });
  if (!files) return files;
  const auto items = paths_of(folder, choose(folder, kItems));
  const auto single = paths_of(folder, only_jsonl(folder));
  if (!items || !single) return tl::unexpected((items ? single : items).error());
  if (!single->empty() && (items->empty() || looks_like_bundle(single->front()))) {
    files->bundle = single->front();
    std::erase(files->users, files->bundle);
    return files;
  }
  if (items->empty()) {
    return base::fail_with_help<base::ErrorCode::NoItems>(
        fmt::format("{}; {}", like_items(folder), kLayoutHelp), folder.path.string());
  }
  files->items = *items;
  return paths_of(folder, choose(folder, kReviews)).map([&](std::vector<std::string> reviews) {
    files->reviews = std::move(reviews);
    return *files;
  });
}

base::Result<DatasetFiles> find_beside_bundle(const fs::path& bundle) {
  const fs::path path = bundle.has_parent_path() ? bundle.parent_path() : fs::path(".");
  const base::Result<Folder> folder = read_folder(path);
  if (!folder) return tl::unexpected(folder.error());
  base::Result<DatasetFiles> files = companions(*folder);
  if (!files) return files;
  files->bundle = bundle.string();
  std::erase(files->users, (path / bundle.filename()).string());
  return files;
}

/// Lists of files and single ones, those that are there.
std::vector<std::string> joined(std::initializer_list<std::vector<std::string>> parts) {
  std::vector<std::string> all;
  for (const std::vector<std::string>& part : parts)
    all.insert(all.end(), part.begin(), part.end());
  std::erase(all, "");
  return all;
}

}  // namespace

std::vector<std::string> all_of(const DatasetFiles& files) {
  return joined({{files.bundle},
                 files.items,
                 files.reviews,
                 files.users,
                 {files.user_mapping, files.judgement_cache}});
}

std::vector<std::string> all_of(const TableFiles& files) {
  return joined({files.items, files.reviews, files.users, {files.friends, files.judgements}});
}

bool is_companion(const std::string& path) {
  const std::string stored = fs::path(path).filename().string();
  const std::string_view name = without_suffix_of_compression(stored);
  return name == kUserMapping || name == kJudgementCache;
}

base::Result<DatasetFiles> find_files(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    return base::fail_with_help<base::ErrorCode::NoData>(std::string(kLayoutHelp), path);
  }
  if (fs::is_directory(status)) return read_folder(path).and_then(find_in_folder);
  if (fs::is_regular_file(status)) return find_beside_bundle(path);
  return base::fail_with_help<base::ErrorCode::DataIsNoFile>(
      "data is read more than once: write it to a file; or run on a bundle that arrives at "
      "standard "
      "input",
      path);
}

std::optional<std::string> hidden_files(const std::string& path) {
  std::error_code unknown;
  if (!fs::is_directory(path, unknown)) return std::nullopt;
  const base::Result<Folder> folder = read_folder(path);
  const auto files = folder ? find_in_folder(*folder) : tl::unexpected(folder.error());
  if (!files || !files->bundle.empty()) return std::nullopt;
  std::string hidden;
  for (const KindOfFile* kind : {&kItems, &kReviews}) {
    const Entries read = choose(*folder, *kind);
    const auto is_hidden = [&](const Entry& file) {
      return is_named_like(file.name, *kind) && std::ranges::find(read, file) == read.end();
    };
    const auto first = std::ranges::find_if(folder->files, is_hidden);
    if (read.empty() || first == folder->files.end()) continue;
    const auto count = std::ranges::count_if(folder->files, is_hidden);
    hidden += fmt::format(
        "{}`{}`{} not read, as `{}` is", hidden.empty() ? "" : ", and ", first->stored,
        count == 1 ? " is" : fmt::format(" and {} more files are", count - 1), read.front().stored);
  }
  if (hidden.empty()) return std::nullopt;
  return hidden;
}

std::optional<std::string> help_for_missing_reviews(const std::string& path) {
  std::error_code unknown;
  if (!fs::is_directory(path, unknown)) return std::nullopt;
  const base::Result<Folder> folder = read_folder(path);
  if (!folder) return std::nullopt;
  if (!choose(*folder, kItems, Layout::Parquet).empty()) {
    if (!choose(*folder, kReviews, Layout::Parquet).empty()) return std::nullopt;
    return fmt::format("{}; {}", kParquetReviewsHelp, like_reviews(*folder));
  }
  const auto files = find_in_folder(*folder);
  if (!files || !files->bundle.empty() || !files->reviews.empty()) return std::nullopt;
  return fmt::format("{}; {}", kReviewsHelp, like_reviews(*folder));
}

std::optional<std::string> help_for_empty_reviews(const std::string& path) {
  std::error_code unknown;
  const auto files = fs::is_directory(path, unknown) ? find_files(path) : DatasetFiles();
  if (!files || files->reviews.empty()) return std::nullopt;
  const std::string first = fs::path(files->reviews.front()).filename().string();
  return fmt::format("`{}` {}", first,
                     files->reviews.size() == 1 ? "has none" : "and the others have none");
}

bool has_parquet_items(const std::string& folder) {
  const base::Result<Folder> found = read_folder(folder);
  return found && !choose(*found, kItems, Layout::Parquet).empty() &&
         choose(*found, kItems, Layout::Lines).empty();
}

base::Result<TableFiles> find_parquet_files(const std::string& folder) {
  const base::Result<Folder> found = read_folder(folder);
  if (!found) return tl::unexpected(found.error());
  TableFiles files;
  const auto find = [&](const KindOfFile& kind, std::vector<std::string>& paths) {
    return paths_of(*found, choose(*found, kind, Layout::Parquet))
        .map([&](std::vector<std::string> chosen) { paths = std::move(chosen); });
  };
  return find(kItems, files.items)
      .and_then([&] { return find(kReviews, files.reviews); })
      .and_then([&] { return find(kUsers, files.users); })
      .and_then([&] { return find_optional(*found, "friends.parquet", files.friends); })
      .and_then([&] { return find_optional(*found, "judgements.parquet", files.judgements); })
      .map([&] { return files; });
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
    const std::vector<std::string>& files, const FilesReadBefore& before, LoadLog& log,
    unsigned threads, const base::Call& call,
    const std::function<base::Result<void>(LineBlockReader&, const std::string&)>& read) {
  constexpr std::size_t kAhead = 2;
  const auto open = [&](const std::string& file) {
    const auto known = before.find(file);
    return known == before.end() ? LineBlockReader::open(file, call, threads)
                                 : LineBlockReader::open_after(file, known->second, call);
  };
  std::deque<base::Result<LineBlockReader>> opened;
  std::size_t next = 0;
  for (const std::string& file : files) {
    for (; next < files.size() && opened.size() < kAhead; ++next)
      opened.push_back(open(files[next]));
    base::Result<LineBlockReader> reader = std::move(opened.front());
    opened.pop_front();
    if (!reader) return tl::unexpected(reader.error());
    log.begin_file(file);
    if (base::Result<void> done = read(*reader, file); !done) return done;
  }
  return {};
}

}  // namespace seedc::data
