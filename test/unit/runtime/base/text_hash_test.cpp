// Texts chosen to collide under a publicly known hash are spread by the seeded one.
#include "runtime/base/text_hash.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <set>
#include <string>
#include <vector>

namespace seedc::base {
namespace {

constexpr std::size_t kLowBits = (1 << 10) - 1;

std::vector<std::string> texts_that_fall_together() {
  std::vector<std::string> texts;
  for (int number = 0; texts.size() < 1000; ++number) {
    const std::string text = "review_" + std::to_string(number);
    if ((XXH3_64bits(text.data(), text.size()) & kLowBits) == 0) texts.push_back(text);
  }
  return texts;
}

TEST(TextHash, SpreadsTextsThatWereChosenToFallTogether) {
  std::set<std::size_t> places;
  std::set<std::uint64_t> digests;
  for (const std::string& text : texts_that_fall_together()) {
    places.insert(TextHash()(text) & kLowBits);
    digests.insert(digest_of(text).low & kLowBits);
  }
  EXPECT_GT(places.size(), 500U);
  EXPECT_GT(digests.size(), 500U);
}

TEST(TextHash, IsTheSameForTheSameText) {
  EXPECT_EQ(TextHash()("a text"), TextHash()(std::string("a text")));
  EXPECT_EQ(digest_of("a text"), digest_of(std::string("a text")));
}

}  // namespace
}  // namespace seedc::base
