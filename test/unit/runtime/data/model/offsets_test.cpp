// Offsets take 4 bytes each until one needs 8.
#include "runtime/data/model/offsets.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

namespace seedc::data {
namespace {

constexpr std::uint64_t kMostInShort = 0xffffffff;

std::vector<std::uint64_t> values_of(const Offsets& offsets) {
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < offsets.size(); ++i) values.push_back(offsets[i]);
  return values;
}

TEST(OffsetsTest, BeginAt0) {
  const Offsets offsets;
  EXPECT_EQ(values_of(offsets), std::vector<std::uint64_t>{0});
  EXPECT_EQ(offsets.bytes().size(), 4U);
  EXPECT_TRUE(offsets.rise_to(0));
}

TEST(OffsetsTest, TakeTheBytesThatTheLastOneNeeds) {
  for (const std::uint64_t last : {kMostInShort, kMostInShort + 1}) {
    const std::vector<std::uint64_t> values = {0, 5, 5, last};
    const Offsets offsets = Offsets::of(values);
    EXPECT_EQ(values_of(offsets), values);
    EXPECT_EQ(offsets.back(), last);
    EXPECT_EQ(offsets.bytes().size(), values.size() * Offsets::width(last));
    EXPECT_EQ(offsets.bytes(1, 2).data(), offsets.bytes().data() + Offsets::width(last));
    EXPECT_EQ(offsets.bytes(1, 2).size(), 2 * Offsets::width(last));
    EXPECT_EQ(values_of(Offsets::view(offsets.bytes(), Offsets::width(last))), values);
  }
  EXPECT_EQ(Offsets::width(kMostInShort), 4U);
  EXPECT_EQ(Offsets::width(kMostInShort + 1), 8U);
}

TEST(OffsetsTest, GoOnInLongOnes) {
  Offsets offsets;
  offsets.push_back(kMostInShort + 1);
  offsets.push_back(kMostInShort + 1);
  EXPECT_EQ(values_of(offsets),
            (std::vector<std::uint64_t>{0, kMostInShort + 1, kMostInShort + 1}));
}

TEST(OffsetsTest, RiseFrom0ToTheLast) {
  const auto view = [](const std::array<std::uint32_t, 3>& offsets) {
    return Offsets::view({reinterpret_cast<const char*>(offsets.data()), sizeof offsets}, 4);
  };
  EXPECT_TRUE(view({0, 2, 2}).rise_to(2));
  EXPECT_FALSE(view({0, 2, 2}).rise_to(3));
  EXPECT_FALSE(view({1, 2, 2}).rise_to(2));
  EXPECT_FALSE(view({0, 3, 2}).rise_to(2));
  EXPECT_FALSE(Offsets::view({}, 4).rise_to(0));
}

}  // namespace
}  // namespace seedc::data
