// Files that are written under temporary names and renamed.
#include "runtime/base/file_replacement.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>

#include "test/unit/dataset_folder.h"

namespace seedc::base {
namespace {

std::ptrdiff_t file_count(const std::string& folder) {
  return std::distance(std::filesystem::directory_iterator(folder), {});
}

/// Ends the process without destructors; its status is the number of files then in the folder.
[[noreturn]] void end_process(const unit::DatasetFolder& folder) {
  FileReplacement::remove_unfinished();
  std::_Exit(static_cast<int>(file_count(folder.path())));
}

TEST(FileReplacement, IsRemovedWhereTheProcessEnds) {
  unit::DatasetFolder folder;
  folder.write("kept", "old");
  const auto write_and_end = [&](bool is_committed) {
    auto replacement = FileReplacement::begin(folder.path() + "/kept");
    if (!replacement || !replacement->append("new") || file_count(folder.path()) != 2) return;
    if (!is_committed || replacement->commit()) end_process(folder);
  };
  EXPECT_EXIT(write_and_end(false), testing::ExitedWithCode(1), "");
  EXPECT_EXIT(write_and_end(true), testing::ExitedWithCode(1), "");
}

}  // namespace
}  // namespace seedc::base
