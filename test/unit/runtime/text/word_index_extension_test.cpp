// An extended index is the one that is built of all texts.
#include "runtime/text/word_index_extension.h"

#include <gtest/gtest.h>

#include <random>

#include "runtime/base/damaged_data.h"
#include "runtime/text/word_index_builder.h"
#include "test/support/indexed_texts.h"

namespace seedc::text {
namespace {

using Lists = std::vector<std::pair<std::string, std::string>>;

std::vector<std::string> random_texts(std::mt19937& random, std::size_t count) {
  static const char* const kWords[] = {"live",       "music",     "quiet", "Tea",
                                       "\u212aiosk", "caf\u00e9", "a",     ""};
  std::vector<std::string> texts(count);
  for (std::string& text : texts) {
    for (unsigned words = random() % 5; words > 0; --words)
      text += std::string(kWords[random() % std::size(kWords)]) + " ";
  }
  return texts;
}

Lists built(const std::vector<std::string>& texts) {
  const base::Call call;
  WordIndexBuilder builder(call);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  builder.add(*builder.words_of(0, views));
  Lists lists;
  builder.finish(
      [&](std::string_view word, std::string_view list) { lists.emplace_back(word, list); });
  return lists;
}

TEST(WordIndexExtension, GivesTheListsOfAllTexts) {
  std::mt19937 random(7);
  for (unsigned round = 0; round < 40; ++round) {
    const std::vector<std::string> all = random_texts(random, random() % 6000);
    ExtendedTexts texts;
    std::vector<std::string> known;
    for (std::uint32_t number = 0; number < all.size(); ++number) {
      const bool is_added = random() % 4 == 0;
      (is_added ? texts.added : texts.before).push_back(number);
      if (!is_added) known.push_back(all[number]);
    }
    const support::IndexedTexts before(known);
    Lists lists;
    extend_word_index(
        before.parts(), texts, [&](std::uint32_t text) { return std::string_view(all[text]); }, 2,
        {}, [&](std::string_view word, std::string_view list) { lists.emplace_back(word, list); });
    ASSERT_EQ(lists, built(all)) << round;
  }
}

TEST(WordIndexExtension, RefusesListsOfOtherTexts) {
  const support::IndexedTexts before({"live", "music"});
  const auto none = [](std::uint32_t) { return std::string_view(); };
  const auto ignore = [](std::string_view, std::string_view) {};
  EXPECT_THROW(extend_word_index(before.parts(), {.before = {0}, .added = {}}, none, 1, {}, ignore),
               base::DamagedData);
}

}  // namespace
}  // namespace seedc::text
