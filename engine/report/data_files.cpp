// Finds the files of a dataset by their names.
#include "engine/report/data_files.h"

#include "runtime/data/jsonl/files.h"

namespace seedc::report {

std::vector<std::string> data_files(const std::string& path) {
  std::vector<std::string> all;
  if (const auto lines = data::find_files(path)) all = data::all_of(*lines);
  if (const auto tables = data::find_parquet_files(path)) {
    for (std::string& file : data::all_of(*tables)) all.push_back(std::move(file));
  }
  return all;
}

}  // namespace seedc::report
