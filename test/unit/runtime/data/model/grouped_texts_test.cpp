// Texts come back in the order of their items, from memory and from the scratch file.
#include "runtime/data/model/grouped_texts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "test/unit/dataset_folder.h"

namespace seedc::data {
namespace {

/// Texts of items in the order of arrival; some are empty, some are larger than a piece.
std::vector<std::pair<std::uint32_t, std::string>> random_texts(std::uint32_t items) {
  std::mt19937 random(items);
  std::vector<std::pair<std::uint32_t, std::string>> texts;
  for (std::uint32_t t = 0; t < 20'000; ++t) {
    const std::size_t size = t % 1000 == 7 ? 100'000 : random() % 60;
    texts.emplace_back(random() % items, fmt::format("{}:{}", t, std::string(size, 'x')));
    if (t % 11 == 0) texts.back().second.clear();
  }
  return texts;
}

struct Expected {
  std::vector<std::uint32_t> review_begins;
  std::vector<std::uint64_t> text_begins = {0};
  std::vector<std::string> texts;
};

Expected expected_of(const std::vector<std::pair<std::uint32_t, std::string>>& arrived,
                     std::uint32_t items) {
  std::vector<std::vector<std::string>> of_items(items);
  for (const auto& [item, text] : arrived) of_items[item].push_back(text);
  Expected expected;
  for (const auto& texts : of_items) {
    expected.review_begins.push_back(static_cast<std::uint32_t>(expected.texts.size()));
    for (const std::string& text : texts) {
      expected.texts.push_back(text);
      expected.text_begins.push_back(expected.text_begins.back() + text.size());
    }
  }
  expected.review_begins.push_back(static_cast<std::uint32_t>(expected.texts.size()));
  return expected;
}

/// `announced`: how many items are expected before the first text.
void expect_order(std::uint32_t items, std::uint32_t announced, GroupedTexts::Limits limits) {
  const unit::DatasetFolder folder;
  const auto arrived = random_texts(items);
  const Expected expected = expected_of(arrived, items);
  GroupedTexts texts(folder.file("any"), limits, {});
  if (announced != 0) texts.expect_items(announced);
  for (const auto& [item, text] : arrived) ASSERT_TRUE(texts.add(item, text).has_value());
  texts.order(expected.review_begins, expected.text_begins);
  std::vector<std::string> read;
  TextPart part;
  for (std::size_t p = 0; p < texts.part_count(); ++p) {
    ASSERT_TRUE(texts.read(p, part).has_value());
    EXPECT_EQ(part.first, read.size());
    read.insert(read.end(), part.texts.begin(), part.texts.end());
    std::string pieces, in_part;
    for (const std::string_view piece : part.pieces()) pieces += piece;
    for (const std::string_view text : part.texts) in_part += text;
    EXPECT_EQ(pieces, in_part);
  }
  EXPECT_EQ(read, expected.texts);
}

constexpr GroupedTexts::Limits kAllInMemory = {.memory = std::uint64_t{1} << 30,
                                               .part_bytes = 100'000};
constexpr GroupedTexts::Limits kAllInFile = {.memory = 0, .part_bytes = 100'000};

TEST(GroupedTexts, AreInTheOrderOfItems) {
  for (const std::uint32_t items : {1U, 3U, 1000U, 5000U}) {
    for (const auto limits : {kAllInMemory, kAllInFile}) {
      expect_order(items, 0, limits);
      expect_order(items, items, limits);
    }
  }
}

TEST(GroupedTexts, FailsWhereThereIsNoRoom) {
  GroupedTexts texts("/nowhere/at/all", kAllInFile, {});
  EXPECT_TRUE(texts.add(0, "short").has_value());
  const auto added = texts.add(0, std::string(100'000, 'x'));
  ASSERT_FALSE(added.has_value());
  EXPECT_EQ(added.error().code, base::ErrorCode::UnwritableFile);
}

}  // namespace
}  // namespace seedc::data
