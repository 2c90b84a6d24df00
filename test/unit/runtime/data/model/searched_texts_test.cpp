// Texts that are searched while they are read: what is known of them is what they say, and those
// that a search still has to read are kept.
#include "runtime/data/model/searched_texts.h"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "runtime/data/source.h"
#include "runtime/language/text.h"
#include "runtime/text/strangers.h"
#include "test/unit/dataset_folder.h"

namespace seedc::data {
namespace {

const language::RequiredLiterals kCozy{.literals = {{"cozy"}, {"comfy"}}, .exact = true};
const language::RequiredLiterals kWork{.literals = {{"work"}}, .exact = false};

std::string review(std::size_t number, const std::string& text) {
  return R"({"review_id": "r)" + std::to_string(number) + R"(", "business_id": ")" +
         (number % 3 == 0 ? "b" : "a") + R"(", "text": )" + text + "}\n";
}

/// The dataset of these texts, each as JSON, and what it has of them in their own order.
class Searched {
 public:
  explicit Searched(const std::vector<std::string>& texts,
                    std::vector<language::RequiredLiterals> searches = {kCozy, kWork, kCozy}) {
    folder_.write("items.jsonl", "{\"business_id\":\"a\"}\n{\"business_id\":\"b\"}\n");
    std::string lines;
    for (std::size_t i = 0; i < texts.size(); ++i) lines += review(i, texts[i]);
    folder_.write("reviews.jsonl", lines);
    whole_ = source().load({.texts = true}).value();
    dataset_ = source().load({.texts = true, .searches = std::move(searches)}).value();
  }

  const Dataset& whole() const { return *whole_; }
  const Dataset& dataset() const { return *dataset_; }
  text::PossibleTexts possible(const language::RequiredLiterals& literals) const {
    return dataset_->searched_texts()->possible(literals, {});
  }

 private:
  const Source& source() {
    if (!source_) source_ = source_at(folder_.path());
    return *source_;
  }

  unit::DatasetFolder folder_;
  std::shared_ptr<const Source> source_;
  std::optional<Dataset> whole_, dataset_;
};

bool occurs(const language::RequiredLiterals& search, std::string_view text) {
  const std::string lower = language::lower(text);
  return std::ranges::any_of(search.literals, [&](const language::RequiredLiteral& literal) {
    return lower.find(literal.text) != std::string::npos;
  });
}

TEST(SearchedTexts, WhatIsDecidedIsNotKept) {
  const Searched searched({R"("so Cozy")", R"("we work")", R"("nothing")", R"("")", "7"});
  const Dataset& dataset = searched.dataset();
  ASSERT_EQ(dataset.review_id(0), "r1");
  EXPECT_EQ(dataset.text(0), "we work");
  ASSERT_EQ(dataset.review_id(3), "r0");
  EXPECT_TRUE(searched.possible(kCozy).must_match(3));
  EXPECT_THROW(dataset.text(3), std::logic_error);
  ASSERT_EQ(dataset.review_id(1), "r2");
  EXPECT_THROW(dataset.text(1), std::logic_error);
  EXPECT_EQ(dataset.text(2), "");
  EXPECT_TRUE(dataset.has_text(0));
  EXPECT_TRUE(dataset.has_text(1));
  EXPECT_FALSE(dataset.has_text(2));
}

TEST(SearchedTexts, ASearchThatWasNotMadeIsRefused) {
  const Searched searched({R"("so cozy")"});
  EXPECT_THROW(searched.possible({.literals = {{"warm"}}, .exact = true}), std::logic_error);
}

TEST(SearchedTexts, WithoutSearchesNoTextIsKept) {
  const Searched searched({R"("so cozy")"}, {});
  EXPECT_THROW(searched.dataset().text(0), std::logic_error);
}

TEST(SearchedTexts, AreWhatTheTextsSay) {
  static const char* const kParts[] = {"cozy",     "COMFY",      "wor",    "k",
                                       " ",        "\\u0077ork", "\\n",    "Kio\u017fk ",
                                       "\u212aio", "é ",         "com\\/", "\\\"cozy"};
  std::mt19937 random(11);
  std::vector<std::string> texts;
  for (int i = 0; i < 4000; ++i) {
    std::string text = "\"";
    for (unsigned parts = random() % 7; parts > 0; --parts)
      text += kParts[random() % std::size(kParts)];
    texts.push_back(text + std::string(random() % 400, 'x') + '"');
  }
  const Searched searched(texts);
  const Dataset& dataset = searched.dataset();
  std::size_t kept = 0;
  for (const auto& search : {kCozy, kWork}) {
    const text::PossibleTexts possible = searched.possible(search);
    for (std::uint32_t r = 0; r < dataset.review_count(); ++r) {
      ASSERT_EQ(dataset.review_id(r), searched.whole().review_id(r));
      const std::string_view text = searched.whole().text(r);
      const bool is_odd = text::has_stranger(text);
      ASSERT_EQ(possible.may_match(r), is_odd || occurs(search, text)) << text;
      ASSERT_EQ(possible.must_match(r), search.exact && !is_odd && occurs(search, text)) << text;
      ASSERT_EQ(dataset.has_text(r), !text.empty());
      const bool is_open = (possible.open()[r / 64] >> (r % 64) & 1) != 0;
      if (!is_open) continue;
      ++kept;
      ASSERT_EQ(dataset.text(r), text);
    }
  }
  EXPECT_GT(kept, 100U);
}

}  // namespace
}  // namespace seedc::data
