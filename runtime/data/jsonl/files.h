// Which files a dataset consists of (semantics.md section 1).
#pragma once

#include <string>
#include <vector>

#include "runtime/base/result.h"

namespace seedc {

struct DatasetFiles {
  std::string bundle;  ///< then `items` and `reviews` are empty; "" if the dataset is no bundle
  std::vector<std::string> items;
  std::vector<std::string> reviews;
  std::vector<std::string> users;
  std::string user_mapping;     ///< "" if there is none
  std::string judgement_cache;  ///< "" if there is none
};

/// Finds the files of a folder or beside a bundle. Fails if there is no such place, or no items in
/// it.
Result<DatasetFiles> find_files(const std::string& path);

}  // namespace seedc
