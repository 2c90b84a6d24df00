// Valid JSON is read as the grammar reads it, and nothing else is.
#include "compiler/parse/json/valid_json.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "compiler/parse/json/json_reader.h"

namespace seedc::parse {
namespace {

std::string span_text(source::Span span) {
  return std::to_string(span.begin) + "-" + std::to_string(span.end);
}

/// A value with all its locations.
std::string json_text(const ast::Json& json) {
  std::string out = std::to_string(static_cast<int>(json.kind)) + " " + span_text(json.span) + " " +
                    (json.boolean ? "true " : "") + "`" + json.text + "`";
  for (const ast::Json& element : json.elements) out += " [" + json_text(element) + "]";
  for (const ast::Json::Member& member : json.members)
    out += " {`" + member.key + "` " + span_text(member.key_span) + " " + json_text(member.value) +
           "}";
  return out;
}

/// How both read a text: the value and the tokens that are left, or "refused".
struct Readings {
  std::string grammar, straight;
};
Readings readings(const std::string& text, const ParseLimits& limits = {}) {
  source::SourceManager sources;
  const source::FileId file = sources.add("test.json", text);
  diag::Diagnostics diagnostics;
  JsonReader reader(sources.file(file), file, diagnostics, limits);
  const auto by_grammar = reader.read_by_grammar({0, text.size()}, "the text");
  std::size_t tokens_left = limits.max_tokens;
  const auto straight = read_valid_json(text, {0, text.size()}, file, tokens_left, limits);
  const bool is_valid = by_grammar && !diagnostics.has_errors();
  return {is_valid ? json_text(*by_grammar) : "refused",
          straight ? json_text(*straight) : "refused"};
}

void expect_same(const std::string& text, const ParseLimits& limits = {}) {
  const Readings both = readings(text, limits);
  EXPECT_EQ(both.straight, both.grammar) << text;
}

TEST(ValidJson, IsReadAsByTheGrammar) {
  for (const char* text :
       {R"({"a": [1, -0.5e+3, true, false, null, "x\n\u00e9\ud83d\ude00"], "b": {}, "c": []})",
        R"( "é" )", "0", "-1E5", "[[[]]]", "\t[\r\n1 , 2 ]\n"}) {
    EXPECT_NE(readings(text).straight, "refused") << text;
    expect_same(text);
  }
}

TEST(ValidJson, LeavesMistakesToTheGrammar) {
  for (const char* text :
       {"",         "[1,]", "[,1]",  "{\"a\"}", "{\"a\":}", "{1: 2}",    "01",          "1.",
        ".5",       "1e",   "+1",    "truex",   "nul",      "true1",     "-",           "[1 2]",
        "[1",       "\"a",  "\"a\\", "\"a\\\"", "\"\\x\"",  "\"\\u12\"", "\"\\ud800\"", "\"a\tb\"",
        "\"a\nb\"", "1 2",  "{}{}",  "1true",   "'a'",      "True",      "\"\\\n\""}) {
    EXPECT_EQ(readings(text).straight, "refused") << text;
    expect_same(text);
  }
}

TEST(ValidJson, LimitsAreThoseOfTheGrammar) {
  const std::string text = R"([[1, 2, 3], {"a": 1, "b": 2}])";
  for (std::size_t limit = 0; limit < 30; ++limit) {
    expect_same(text, {.max_tokens = limit});
    expect_same(text, {.max_depth = limit});
    expect_same(text, {.max_arguments = limit});
  }
}

TEST(ValidJson, TokensCountAsByTheGrammar) {
  const std::string text = R"({"a": [1, {}], "b": []})";
  std::size_t tokens_left = 100;
  ASSERT_TRUE(read_valid_json(text, {0, text.size()}, {}, tokens_left, {}));
  EXPECT_EQ(tokens_left, 100u - 16);  // 15 and the end
}

TEST(ValidJson, RandomTextsAreReadAlike) {
  constexpr std::string_view kPieces[] = {
      "{", "}",  "[",    "]",  ",",  ":",  "\"a\"", "\"\"", "1", "-2.5", "0",       "true",
      " ", "\n", "null", "\\", "\"", "e5", "false", "~",    "x", "\\u",  "\"\\t\"", "."};
  const std::string valid = R"({"a": [1, {"b": "c\"d"}, true], "e": {"f": null}})";
  std::mt19937 random(5);
  for (int round = 0; round < 20'000; ++round) {
    std::string text = round % 2 == 0 ? valid : "";
    for (unsigned changes = random() % 4 + (text.empty() ? 1 : 0); changes > 0; --changes) {
      const std::size_t at = random() % (text.size() + 1);
      if (random() % 3 == 0) text.erase(at, 1);
      text.insert(std::min(at, text.size()), kPieces[random() % std::size(kPieces)]);
    }
    expect_same(text);
  }
}

}  // namespace
}  // namespace seedc::parse
