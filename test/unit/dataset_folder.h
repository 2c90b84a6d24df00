// A dataset folder for one test, removed at its end.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "runtime/data/source.h"

namespace seedc::unit {

class DatasetFolder {
 public:
  DatasetFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "seedc-test-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    path_ = name;
  }
  ~DatasetFolder() { std::filesystem::remove_all(path_); }
  DatasetFolder(const DatasetFolder&) = delete;
  DatasetFolder& operator=(const DatasetFolder&) = delete;

  void write(const std::string& name, std::string_view content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
  }
  std::string path() const { return path_.string(); }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

  base::Result<data::Dataset> load(const data::DataNeeds& needs = {},
                                   const data::LoadOptions& options = {}) const {
    return data::source_at(path())->load(needs, options);
  }

 private:
  std::filesystem::path path_;
};

}  // namespace seedc::unit
