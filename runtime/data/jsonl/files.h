// Which files a dataset consists of (semantics.md section 1).
#pragma once

#include <cstdint>
#include <functional>
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

/// Finds the files of a folder or next to a bundle. Fails if the path does not exist or has no
/// items.
base::Result<DatasetFiles> find_files(const std::string& path);

/// The bytes of the files, for progress. One that cannot be read counts as empty.
std::uint64_t total_size(const std::vector<std::string>& files);

/// Opens each file, tells the log, and has `read` read it. Stops at the first error.
base::Result<void> read_each(
    const std::vector<std::string>& files, LoadLog& log, const base::Call& call,
    const std::function<base::Result<void>(LineBlockReader& reader, const std::string& file)>&
        read);

}  // namespace seedc::data
