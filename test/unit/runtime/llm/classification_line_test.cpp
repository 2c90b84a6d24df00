// Reading lines of classifications, and writing them back with judgements.
#include "runtime/llm/classification_line.h"

#include <gtest/gtest.h>

namespace seedc::llm {
namespace {

class ClassificationLineTest : public testing::Test {
 protected:
  tl::expected<ClassificationLine, ClassificationLine::Mistake> read(const std::string& line) {
    text_ = line + std::string(data::kJsonPadding, ' ');
    return ClassificationLine::read(std::string_view(text_).substr(0, line.size()), "Email", json_);
  }
  std::string mistake(const std::string& line) {
    const auto found = read(line);
    return found ? "" : found.error().text;
  }
  std::string judged(const std::string& line) {
    EvidenceEvaluation evaluation;
    evaluation.quality_score = 0.5;
    evaluation.evidence_type = "explicit";
    return read(line).value().judged(evaluation, false);
  }

  std::string text_;
  data::JsonParser json_;
};

TEST_F(ClassificationLineTest, OtherMembersStayAsTheyAre) {
  EXPECT_EQ(judged(R"({ "a\"}" : {"x":[1, "}"]}, "value":"v" , "n": 1.50E4, "é": "\ud800" })"),
            R"({"a\"}":{"x":[1, "}"]},"value":"v","n":1.50E4,"é":"\ud800","confidence":null,)"
            R"("original_confidence":null,"evidence_quality":0.5,"evidence_type":"explicit",)"
            R"("evidence_issue":null,"is_valid":true,"blocked":false})");
}

TEST_F(ClassificationLineTest, JudgingTwiceIsJudgingOnce) {
  const std::string once = judged(R"({"value":"v","confidence":0.8,"last":1})");
  EXPECT_EQ(once, R"({"value":"v","confidence":0.4,"last":1,"original_confidence":0.8,)"
                  R"("evidence_quality":0.5,"evidence_type":"explicit","evidence_issue":null,)"
                  R"("is_valid":true,"blocked":false})");
  EXPECT_EQ(judged(once), once);
}

TEST_F(ClassificationLineTest, AnEarlierErrorGoes) {
  const auto unjudged = [&](const std::string& line) {
    text_ = line + std::string(data::kJsonPadding, ' ');
    return unjudged_line(std::string_view(text_).substr(0, line.size()), 1, "new", json_);
  };
  const std::string once = unjudged(R"({"id": 1, "error": "old", "errors": 2})");
  EXPECT_EQ(once, R"({"id":1,"errors":2,"error":"new"})");
  EXPECT_EQ(unjudged(once), once);
  EXPECT_EQ(unjudged(R"({"error":"old"})"), R"({"error":"new"})");
  const std::string fixed = judged(R"({"value":"v","error":"old","confidence":0.8})");
  EXPECT_EQ(fixed, judged(R"({"value":"v","confidence":0.8})"));
}

TEST_F(ClassificationLineTest, OfEqualKeysTheLastCounts) {
  const auto line = read(R"({"value":1,"value":"b","confidence":0.1,"confidence":0.2})");
  EXPECT_EQ(line->classification().value, "b");
  EXPECT_EQ(line->classification().confidence, 0.2);
}

TEST_F(ClassificationLineTest, Mistakes) {
  EXPECT_EQ(mistake("{}"), "a classification without a `value`");
  EXPECT_EQ(mistake(R"({"value":null})"), "a classification without a `value`");
  EXPECT_EQ(mistake(R"({"value":""})"), "a classification without a `value`");
  EXPECT_EQ(mistake(R"({"value":1,"confidence":"0.9"})"),
            "`confidence` is the string \"0.9\", not a number");
  EXPECT_EQ(mistake(R"({"value":1,"confidence":1.5})"),
            "`confidence` is 1.5, which is not from 0 to 1");
  EXPECT_EQ(mistake(R"({"value":1,"confidence":true})"), "`confidence` is a boolean, not a number");
  EXPECT_EQ(mistake(R"({"value":1,"reasoning":["a"]})"), "`reasoning` is a list, not a string");
  EXPECT_EQ(mistake(R"({"value":1,"email_numbers":3})"),
            "`email_numbers` is a number, not a list of numbers");
  EXPECT_EQ(mistake(R"({"value":1,"email_numbers":[3,"4"]})"),
            "`email_numbers` holds a string, not only numbers");
  EXPECT_EQ(mistake("[1]"), "a list, not an object");
  EXPECT_EQ(mistake("{"), "not valid JSON");
  EXPECT_EQ(mistake(R"({"value":1,"confidence":null,"reasoning":null,"email_numbers":null})"), "");
}

TEST_F(ClassificationLineTest, CitedNumbersAreWrittenAsPythonDoes) {
  const auto line =
      read(R"({"value":1,"email_numbers":[ 3, 123456789012345678901234567890 ,1e3, 2.50]})");
  std::vector<std::string> texts;
  for (const CitedPart& part : line->classification().cited) texts.push_back(part.text);
  EXPECT_EQ(texts,
            (std::vector<std::string>{"3", "123456789012345678901234567890", "1000.0", "2.5"}));
}

}  // namespace
}  // namespace seedc::llm
