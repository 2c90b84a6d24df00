// Words of reviews, compared with searches for them as patterns.
#include "engine/suggest/word_planes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "engine/names.h"
#include "test/unit/dataset_folder.h"

namespace seedc::suggest {
namespace {

using testing::ElementsAre;

std::string item_line(int item) { return "{\"business_id\": \"i" + std::to_string(item) + "\"}\n"; }

std::string review_line(int review, int item, const std::string& text) {
  return "{\"review_id\": \"r" + std::to_string(review) + "\", \"business_id\": \"i" +
         std::to_string(item) + "\", \"text\": \"" + text + "\"}\n";
}

std::vector<std::string> names_of(const std::vector<ItemWord>& words) {
  std::vector<std::string> names;
  for (const ItemWord& word : words)
    names.push_back(word.word + ":" + std::to_string(word.reviews));
  return names;
}

TEST(WordPlanes, WordsOfAnItemAreThoseOfSeveralReviews) {
  const unit::DatasetFolder folder;
  folder.write("items.jsonl", item_line(0) + item_line(1));
  folder.write("reviews.jsonl", review_line(0, 0, "Espresso, espresso and a cozy sofa with tea") +
                                    review_line(1, 0, "the ESPRESSO was cozy; the tea with milk") +
                                    review_line(2, 0, "espre\xc5\xbfso") +
                                    review_line(3, 1, "cozy sofa"));
  const auto dataset = folder.load({.texts = true});
  ASSERT_TRUE(dataset);
  EXPECT_THAT(names_of(words_of_item(*dataset, 0)), ElementsAre("espresso:3", "cozy:2"));
  EXPECT_TRUE(words_of_item(*dataset, 1).empty());
}

TEST(WordPlanes, AreWhatASearchForTheWordFinds) {
  const std::vector<std::string> words = {"late", "chocolate", "coke", "skis", "kiss"};
  const std::vector<std::string> pieces = {
      "choco",    "CO",           "late",     "k", "ki", "ss",   "s",
      "\xc5\xbf", "\xe2\x84\xaa", "\xc4\xb0", " ", "1",  "coke", "\xc3\xa9"};
  std::mt19937 random(5);
  const unit::DatasetFolder folder;
  std::string items, reviews;
  constexpr int kItems = 600;
  for (int item = 0; item < kItems; ++item) {
    items += item_line(item);
    const unsigned count_of_reviews = static_cast<unsigned>(random() % 3);
    for (unsigned review = 0; review < count_of_reviews; ++review) {
      std::string text;
      const unsigned length = static_cast<unsigned>(random() % 20);
      for (unsigned piece = 0; piece < length; ++piece) text += pieces[random() % pieces.size()];
      reviews += review_line(item * 3 + static_cast<int>(review), item, text);
    }
  }
  folder.write("items.jsonl", items);
  folder.write("reviews.jsonl", reviews);
  const auto dataset = folder.load({.texts = true});
  ASSERT_TRUE(dataset);
  std::vector<resolve::Reading> readings;
  for (const std::string& word : words) {
    resolve::Reading& reading = readings.emplace_back();
    reading.evidence = language::Dict{{"kind", "review_text"}, {"pattern", word}};
    reading.canonical = word;
  }
  const auto run = engine::run_readings(readings, {.data = data::source_at(folder.path())});
  ASSERT_TRUE(run);
  const std::vector<Bits> planes = items_with_words(words, *dataset, 2);
  for (std::size_t word = 0; word < words.size(); ++word) {
    ASSERT_GT(count(planes[word]), 10U) << words[word];
    for (std::uint32_t item = 0; item < kItems; ++item)
      EXPECT_EQ(has(planes[word], item), run->run.value(word, item) == language::Tri::Yes)
          << words[word] << " " << item;
  }
}

}  // namespace
}  // namespace seedc::suggest
