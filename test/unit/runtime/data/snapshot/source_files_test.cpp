// A change of a file is noticed, whenever it comes and whatever it keeps.
#include "runtime/data/snapshot/source_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "runtime/base/damaged_data.h"
#include "runtime/data/snapshot/section_json.h"
#include "test/unit/dataset_folder.h"

namespace seedc::data {
namespace {

class SourceFilesTest : public ::testing::Test {
 protected:
  SourceFiles now(std::vector<std::string> names) const {
    for (std::string& name : names) name = folder_.file(name);
    auto files = look_at(names);
    EXPECT_TRUE(files.has_value());
    return *files;
  }

  /// Writes over one byte, which keeps the size and the inode.
  void overwrite(const std::string& name, std::streamoff at, char byte) const {
    std::fstream file(folder_.file(name), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(at);
    file.put(byte);
  }

  unit::DatasetFolder folder_;
};

TEST_F(SourceFilesTest, FilesThatAreLeftAloneAreUnchanged) {
  folder_.write("a", "one");
  folder_.write("b", "");
  const SourceFiles before = now({"a", "b"});
  EXPECT_EQ(first_changed(before, now({"a", "b"})), std::nullopt);
}

TEST_F(SourceFilesTest, ChangesRightAfterALookAreNoticed) {
  constexpr int kRounds = 30;
  const std::string text(100'000, 'x');  // more than is sampled
  for (int round = 0; round < kRounds; ++round) {
    folder_.write("a", text);
    const SourceFiles before = now({"a"});
    overwrite("a", 30'000 + round, 'y');
    EXPECT_EQ(first_changed(before, now({"a"})), folder_.file("a"));
  }
}

TEST_F(SourceFilesTest, SamplesAreOfTheBeginningAndTheEnd) {
  folder_.write("a", std::string(100'000, 'x'));
  const SourceFiles before = now({"a"});
  for (const std::streamoff at : {0, 99'999}) {
    overwrite("a", at, 'y');
    EXPECT_NE(now({"a"})[0].samples, before[0].samples);
    overwrite("a", at, 'x');
    EXPECT_EQ(now({"a"})[0].samples, before[0].samples);
  }
}

TEST_F(SourceFilesTest, MoreAndFewerFilesAreAChange) {
  folder_.write("a", "one");
  folder_.write("b", "two");
  const SourceFiles one = now({"a"}), both = now({"a", "b"});
  EXPECT_EQ(first_changed(one, both), folder_.file("b"));
  EXPECT_EQ(first_changed(both, one), folder_.file("b"));
}

TEST_F(SourceFilesTest, ContentsAreTheSameInACopy) {
  folder_.write("a", "one");
  folder_.write("b", "one");
  folder_.write("c", "two");
  SourceFiles a = now({"a"}), b = now({"b"}), c = now({"c"});
  ASSERT_TRUE(add_contents(a) && add_contents(b) && add_contents(c));
  EXPECT_EQ(first_changed(a, b, /*by_contents=*/true), std::nullopt);
  EXPECT_NE(first_changed(a, b), std::nullopt);
  EXPECT_EQ(first_changed(a, c, /*by_contents=*/true), folder_.file("c"));
}

TEST_F(SourceFilesTest, PipesAreNotOpened) {
  const std::string pipe = folder_.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_TRUE(now({"pipe"}).empty());
  EXPECT_FALSE(look_at({folder_.file("nothing")}));
}

TEST_F(SourceFilesTest, JsonKeepsThem) {
  folder_.write("a \"b\"", "one");
  SourceFiles files = now({"a \"b\""});
  ASSERT_TRUE(add_contents(files));
  const SourceFiles read = source_files_of_json(to_json(files));
  EXPECT_EQ(first_changed(files, read), std::nullopt);
  EXPECT_EQ(first_changed(files, read, /*by_contents=*/true), std::nullopt);
  EXPECT_EQ(read[0].path, files[0].path);
  EXPECT_THROW(source_files_of_json("[1]"), base::DamagedData);
}

}  // namespace
}  // namespace seedc::data
