// How much is read of a file.
#include "engine/files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace seedc::engine {
namespace {

TEST(Files, AtMostOneByteMoreThanIsWantedIsRead) {
  for (const std::size_t size : {0, 1, 99, 100, 101, 65'535, 65'536, 65'537, 200'000}) {
    std::istringstream in(std::string(size, 'x'));
    EXPECT_EQ(read_bounded(in, 100)->size(), std::min<std::size_t>(size, 101));
    std::istringstream whole(std::string(size, 'x'));
    EXPECT_EQ(read_bounded(whole, 1 << 20)->size(), size);
  }
}

TEST(Files, PathsAreNotCut) {
  const std::string file = testing::TempDir() + "cut";
  std::ofstream(file) << "R1: wifi_free";
  ASSERT_TRUE(disk_files().read(file, 100));
  const std::string longer = file + std::string("\0b", 2);
  EXPECT_EQ(disk_files().kind_of(longer), FileSystem::Kind::Missing);
  EXPECT_EQ(disk_files().read(longer, 100).error().code, base::ErrorCode::NulInPath);
}

}  // namespace
}  // namespace seedc::engine
