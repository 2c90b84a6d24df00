// What is packed comes back, and a frame that is not whole is damage.
#include "runtime/data/snapshot/zstd_frame.h"

#include <gtest/gtest.h>

#include <string>

#include "runtime/base/damaged_data.h"

namespace seedc::data {
namespace {

std::string numbers(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += std::to_string(i * i) + ",";
  return text;
}

TEST(ZstdFrameTest, GivesBackItsBytes) {
  for (const std::size_t count : {0U, 1U, 1000U, 200'000U}) {
    const std::string bytes = numbers(count);
    const std::string frame = zstd_frame(bytes);
    EXPECT_EQ(unpacked_frame(frame, {}), bytes) << count;
    if (count > 1) {
      EXPECT_LT(frame.size(), bytes.size()) << count;
    }
  }
}

TEST(ZstdFrameTest, CutOrFlippedIsDamaged) {
  const std::string frame = zstd_frame(numbers(100'000));
  EXPECT_THROW(unpacked_frame("no frame", {}), base::DamagedData);
  EXPECT_THROW(unpacked_frame(frame.substr(0, frame.size() - 1), {}), base::DamagedData);
  EXPECT_THROW(unpacked_frame(frame.substr(0, frame.size() / 2), {}), base::DamagedData);
  std::string flipped = frame;
  flipped[0] ^= 1;
  EXPECT_THROW(unpacked_frame(flipped, {}), base::DamagedData);
}

}  // namespace
}  // namespace seedc::data
