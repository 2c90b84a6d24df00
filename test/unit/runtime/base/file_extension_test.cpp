// Files that are extended in place.
#include "runtime/base/file_extension.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <iterator>
#include <memory>
#include <thread>

#include "test/support/content.h"
#include "test/unit/dataset_folder.h"

namespace seedc::base {
namespace {

class FileExtensionTest : public ::testing::Test {
 protected:
  FileExtensionTest() { folder_.write("file", "old beginning, and more"); }

  FileExtension begun() const { return *FileExtension::begin(path_, {}).value(); }
  std::string content() const { return support::content_of(path_); }

  unit::DatasetFolder folder_;
  const std::string path_ = folder_.file("file");
};

TEST_F(FileExtensionTest, GetsItsBeginningLast) {
  FileExtension extension = begun();
  EXPECT_TRUE(extension.append(", and this"));
  EXPECT_EQ(content(), "old beginning, and more, and this");
  EXPECT_TRUE(extension.commit("new"));
  EXPECT_EQ(content(), "new beginning, and more, and this");
}

TEST_F(FileExtensionTest, IsAsItWasUnlessItIsCommitted) {
  {
    EXPECT_TRUE(begun().append(", and this"));
  }
  EXPECT_EQ(content(), "old beginning, and more");
}

TEST_F(FileExtensionTest, OverwritesWhatAnotherLeftBehind) {
  folder_.write("file", "old beginning" + std::string(100, 'x'));
  FileExtension extension = begun();
  extension.write_from(13);
  EXPECT_TRUE(extension.append("!"));
  EXPECT_TRUE(extension.commit({}));
  EXPECT_EQ(content(), "old beginning!");
}

TEST_F(FileExtensionTest, WaitsForAnotherOneUntilTheCallEnds) {
  auto extension = std::make_unique<FileExtension>(begun());
  CallLimits limits;
  limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(30);
  EXPECT_ANY_THROW((void)FileExtension::begin(path_, Call(std::move(limits))));
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    extension.reset();
  });
  EXPECT_TRUE(FileExtension::begin(path_, {}).value().has_value());
  other.join();
}

TEST_F(FileExtensionTest, IsOfTheFileThatReplacedAnotherMeanwhile) {
  auto extension = std::make_unique<FileExtension>(begun());
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    folder_.write("other", "another");
    std::filesystem::rename(folder_.file("other"), path_);
    extension.reset();
  });
  const FileExtension next = begun();
  other.join();
  EXPECT_TRUE(next.is_in_place().value());
}

TEST_F(FileExtensionTest, KnowsWhetherItIsReplaced) {
  const FileExtension extension = begun();
  EXPECT_TRUE(extension.is_in_place().value());
  folder_.write("other", "");
  std::filesystem::rename(folder_.file("other"), path_);
  EXPECT_FALSE(extension.is_in_place().value());
  std::filesystem::remove(path_);
  EXPECT_FALSE(extension.is_in_place().has_value());
}

TEST_F(FileExtensionTest, SaysWhyItCannotBe) {
  const auto none = FileExtension::begin(folder_.file("none"), {});
  ASSERT_FALSE(none.has_value());
  EXPECT_NE(none.error().text.find("No such file"), std::string::npos);
}

}  // namespace
}  // namespace seedc::base
