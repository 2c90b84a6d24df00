// Codes are packed into the bytes of the largest, and damaged ones are found.
#include "runtime/data/model/packed_codes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "runtime/base/damaged_data.h"

namespace seedc::data {
namespace {

TEST(PackedCodesTest, TakeTheBytesOfTheLargest) {
  struct Width {
    std::uint32_t largest;
    std::size_t bytes;
  };
  for (const auto [largest, bytes] :
       std::vector<Width>{{0, 1}, {255, 1}, {256, 2}, {65535, 2}, {65536, 4}, {0xffffffff, 4}}) {
    std::vector<std::uint32_t> codes(1000, 1);
    codes.front() = 0;
    codes.back() = largest;
    const std::string stored = packed(codes);
    EXPECT_EQ(stored.size(), codes.size() * bytes) << largest;
    const PackedCodes read(stored, codes.size());
    for (std::size_t row = 0; row < codes.size(); ++row)
      EXPECT_EQ(read[row], codes[row]) << largest;
    EXPECT_EQ(read.unpacked().has_value(), bytes == 4) << largest;
    EXPECT_EQ(Codes::view(read).own(), codes) << largest;
  }
}

TEST(PackedCodesTest, MayBeNone) {
  const PackedCodes none({}, 0);
  EXPECT_NO_THROW(none.require_below(0));
  EXPECT_EQ(Codes::view(none).own().size(), 0U);
  EXPECT_EQ(PackedCodes().size(), 0U);
  EXPECT_EQ(packed({}), "");
}

TEST(PackedCodesTest, AreViewedUntilTheyAreModified) {
  const std::vector<std::uint32_t> codes = {0, 3, 1};
  const std::string stored = packed(codes);
  Codes view = Codes::view({stored, codes.size()});
  EXPECT_EQ(view[1], 3U);
  view.own()[1] = 70'000;
  EXPECT_EQ(view[1], 70'000U);
  EXPECT_EQ(view.size(), 3U);
  EXPECT_EQ(PackedCodes(stored, codes.size())[1], 3U);
}

TEST(PackedCodesTest, OfAnotherCountAreDamaged) {
  const std::string bytes(12, '\0');
  for (const std::size_t count : {3U, 6U, 12U}) EXPECT_NO_THROW(PackedCodes(bytes, count)) << count;
  for (const std::size_t count : {0U, 1U, 2U, 4U, 5U, 7U, 13U, 24U})
    EXPECT_THROW(PackedCodes(bytes, count), base::DamagedData) << count;
}

TEST(PackedCodesTest, BeyondTheLimitAreDamaged) {
  for (const std::uint32_t largest : {255U, 65535U, 65536U}) {
    for (const std::size_t at : {0U, 70U, 129U}) {  // in a block, and behind the last
      std::vector<std::uint32_t> codes(130, 1);
      codes[at] = largest;
      const std::string stored = packed(codes);
      const PackedCodes read(stored, codes.size());
      EXPECT_NO_THROW(read.require_below(std::size_t{largest} + 1)) << at;
      EXPECT_THROW(read.require_below(largest), base::DamagedData) << at;
    }
  }
}

}  // namespace
}  // namespace seedc::data
