// Extraction without a service: the question, quotes, and rows from answers.
#include <gtest/gtest.h>

#include "runtime/llm/extraction.h"
#include "runtime/llm/quote.h"

namespace seedc::llm {
namespace {

using Json = nlohmann::ordered_json;

bool holds(std::string_view text, std::string_view quote) { return QuotedText(text).holds(quote); }

TEST(Quote, StandsAsItIs) {
  EXPECT_TRUE(holds("The soup was cold.", "soup was"));
  EXPECT_FALSE(holds("The soup was cold.", "soup is"));
}

TEST(Quote, CaseQuotationMarksDashesAndSpacesAreAsOne) {
  EXPECT_TRUE(holds("The SOUP was cold.", "the soup"));
  EXPECT_TRUE(holds("it’s “cold” – very", "It's \"cold\" - very"));
  EXPECT_TRUE(holds("so\n\n  cold\u00A0soup", " so cold soup "));
  EXPECT_TRUE(holds("STRASSE İn", "strasse i\u0307n"));
}

TEST(Quote, NothingStandsNowhere) {
  EXPECT_FALSE(holds("text", ""));
  EXPECT_FALSE(holds("te xt", " "));
  EXPECT_FALSE(holds("", "x"));
}

TEST(Quote, WordsAreNotLeftOut) {
  EXPECT_FALSE(holds("The soup, sadly, was cold", "The soup was cold"));
  EXPECT_FALSE(holds("notable", "no table"));
}

TEST(Quote, LongNearMissesTakeLinearTime) {
  const std::string text(2'000'000, 'a');
  EXPECT_FALSE(holds(text, std::string(1'000'000, 'a') + "b"));
}

std::vector<contract::FieldGuide> fields() {
  return {{.field = {"lapse", contract::FieldType::Enum, {"none", "bad"}},
           .description = "How dirty it was",
           .meanings = {"All clean", ""},
           .needs_quote = true},
          {.field = {"visits", contract::FieldType::Int, {}}}};
}

TEST(ExtractionQuestion, SaysWhatFieldsMean) {
  const ChatRequest request = ExtractionQuestion(fields()).request_for("It was {fields} fine");
  EXPECT_NE(
      request.system.find("- `lapse`: one of the values below, as `value`, with a `quote` that "
                          "shows it. How dirty it was\n  - `none`: All clean\n  - `bad`\n"
                          "- `visits`: a whole number\n"),
      std::string::npos)
      << request.system;
  EXPECT_EQ(request.user, "Review:\nIt was {fields} fine\n");
}

TEST(ExtractionQuestion, SaysWhatNumbersCount) {
  const auto line = [](language::Value least, language::Value most) {
    contract::FieldGuide guide{.field = {"visits", contract::FieldType::Int, {}}};
    guide.field.minimum = std::move(least);
    guide.field.maximum = std::move(most);
    const std::string prompt = ExtractionQuestion({guide}).request_for("").system;
    const std::size_t begin = prompt.find("- `visits`");
    return prompt.substr(begin, prompt.find('\n', begin) - begin);
  };
  EXPECT_EQ(line(std::int64_t{0}, std::int64_t{10}), "- `visits`: a whole number from 0 to 10");
  EXPECT_EQ(line(std::int64_t{1}, {}), "- `visits`: a whole number of at least 1");
  EXPECT_EQ(line({}, 2.5), "- `visits`: a whole number of at most 2.5");
}

TEST(ExtractionQuestion, HasASchemaThatIsStrict) {
  const Json schema = ExtractionQuestion(fields()).request_for("").response_schema;
  EXPECT_EQ(schema, Json::parse(R"({
    "type": "object",
    "properties": {
      "lapse": {
        "type": "object",
        "properties": {
          "quote": {"type": ["string", "null"]},
          "value": {"type": ["string", "null"], "enum": ["none", "bad", null]}
        },
        "required": ["quote", "value"],
        "additionalProperties": false
      },
      "visits": {"type": ["integer", "null"]}
    },
    "required": ["lapse", "visits"],
    "additionalProperties": false
  })"));
}

/// Answers in the opposite order of asking; a null is a failure.
class Scripted : public ChatService {
 public:
  explicit Scripted(std::vector<Json> answers) : answers_(std::move(answers)) {}
  void converse(const std::function<std::optional<ChatRequest>()>& next,
                const std::function<void(std::size_t, ChatResult)>& done) override {
    while (next()) ++asked_;
    for (std::size_t i = asked_; i-- > 0;) {
      if (answers_[i].is_null()) {
        done(i, tl::unexpected(ChatFailure{ChatFailureKind::Server, "busy"}));
      } else {
        done(i, ChatAnswer{answers_[i], {}, false});
      }
    }
  }

 private:
  std::vector<Json> answers_;
  std::size_t asked_ = 0;
};

Json answer(const Json& value, const Json& quote) {
  return {{"lapse", {{"quote", quote}, {"value", value}}}, {"visits", 2}};
}

TEST(Extract, WritesRowsInReviewOrder) {
  Scripted service({answer("bad", "sticky TABLE"), nullptr, answer(nullptr, nullptr),
                    answer("bad", "rats"), answer("none", nullptr)});
  const std::vector<ReviewToRead> reviews = {
      {"r0", "A sticky table."}, {"r1", ""}, {"r2", "fine"}, {"r3", "mice"}, {"r4", "ok"}};
  const ExtractedRows rows = extract(ExtractionQuestion(fields()), reviews, service);
  ASSERT_EQ(rows.size(), 5U);
  EXPECT_EQ(language::to_json(rows[0].value()),
            R"({"review_id":"r0","lapse":"bad","lapse.quote":"sticky TABLE","visits":2})");
  EXPECT_FALSE(rows[1].has_value());
  EXPECT_EQ(language::to_json(rows[2].value()), R"({"review_id":"r2","lapse":null,"visits":2})");
  EXPECT_EQ(language::to_json(rows[3].value()),
            R"({"review_id":"r3","lapse":null,"lapse.ungrounded":"rats","visits":2})");
  EXPECT_EQ(language::to_json(rows[4].value()),
            R"({"review_id":"r4","lapse":null,"lapse.ungrounded":"","visits":2})");
}

}  // namespace
}  // namespace seedc::llm
