// Files that are written beside and renamed.
#include "runtime/data/file_replacement.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>

#include "test/unit/dataset_folder.h"

namespace seedc {
namespace {

std::ptrdiff_t file_count(const std::string& folder) {
  return std::distance(std::filesystem::directory_iterator(folder), {});
}

TEST(FileReplacement, IsRemovedWhereTheProcessEnds) {
  DatasetFolder folder;
  folder.write("kept", "old");
  {
    auto replacement = FileReplacement::begin(folder.path() + "/kept");
    ASSERT_TRUE(replacement && replacement->append("new"));
    EXPECT_EQ(file_count(folder.path()), 2);
    FileReplacement::remove_unfinished();
    EXPECT_EQ(file_count(folder.path()), 1);
  }
  auto replacement = FileReplacement::begin(folder.path() + "/kept");
  ASSERT_TRUE(replacement && replacement->append("new") && replacement->commit());
  FileReplacement::remove_unfinished();
  EXPECT_EQ(file_count(folder.path()), 1);
}

}  // namespace
}  // namespace seedc
