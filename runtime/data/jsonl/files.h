// Which files a dataset consists of (semantics.md section 1).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/data/jsonl/line_blocks.h"
#include "runtime/data/jsonl/load_log.h"

namespace seedc::data {

struct DatasetFiles {
  std::string bundle;  ///< then `items` and `reviews` are empty; "" if the dataset is not a bundle
  std::vector<std::string> items;
  std::vector<std::string> reviews;
  std::vector<std::string> users;
  std::string user_mapping;     ///< "" if there is none
  std::string judgement_cache;  ///< "" if there is none
};

/// In an order that follows from their names.
std::vector<std::string> all_of(const DatasetFiles& files);

/// Whether a file is `user_mapping.json` or `judgement_cache.json`.
bool is_companion(const std::string& path);

/// Finds the files of a folder or next to a bundle. Fails if the path does not exist or has no
/// items.
base::Result<DatasetFiles> find_files(const std::string& path);

/// For a folder with files of items or reviews that are not read, because others come first: which,
/// and why. std::nullopt for any other data.
std::optional<std::string> hidden_files(const std::string& path);

/// For a folder of items without any file of reviews: how such files are named, and which of its
/// files could be meant. std::nullopt for any other data.
std::optional<std::string> help_for_missing_reviews(const std::string& path);

/// For a folder with files of reviews that hold none: which. std::nullopt for any other data.
std::optional<std::string> help_for_empty_reviews(const std::string& path);

/// The Parquet files of a folder, which have the names of JSON lines.
struct TableFiles {
  std::vector<std::string> items, reviews, users;
  std::string friends, judgements;  ///< "" if there is none
};

std::vector<std::string> all_of(const TableFiles& files);

/// Whether a folder has Parquet files with items, and no other items by their names.
bool has_parquet_items(const std::string& folder);
base::Result<TableFiles> find_parquet_files(const std::string& folder);

/// The bytes of the files, for progress. One that cannot be read counts as empty.
std::uint64_t total_size(const std::vector<std::string>& files);

/// What was read of files before, by their paths; of others nothing was.
using FilesReadBefore = std::map<std::string, ReadBefore>;

/// Opens each file, tells the log, and has `read` read it, or what was not read before. Stops at
/// the first error. Compressed files are decompressed by that many threads, the next file beside
/// the one that is read.
base::Result<void> read_each(
    const std::vector<std::string>& files, const FilesReadBefore& before, LoadLog& log,
    unsigned threads, const base::Call& call,
    const std::function<base::Result<void>(LineBlockReader& reader, const std::string& file)>&
        read);

}  // namespace seedc::data
