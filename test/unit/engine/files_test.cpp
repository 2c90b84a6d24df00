// How much is read of a file.
#include "engine/files.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace seedc::engine
