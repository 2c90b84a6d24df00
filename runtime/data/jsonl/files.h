// Which files a dataset consists of (semantics.md section 1).
#pragma once

#include <string>
#include <vector>

#include "runtime/base/result.h"

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

}  // namespace seedc::data
