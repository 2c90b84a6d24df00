// Walking JSON lines accepts the same lines, and decodes strings to the same values, as simdjson's
// parser.
#include "runtime/data/jsonl/json_tokens.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "runtime/data/jsonl/json.h"
#include "runtime/data/jsonl/path_tree.h"
#include "test/support/json_lines.h"

namespace seedc::data {
namespace {

using test::PaddedLine;

bool walks(std::string_view line) {
  const PaddedLine padded(line);
  JsonTokens tokens;
  tokens.begin(padded.text());
  if (!tokens.find(padded.text())) return false;
  JsonCursor json = tokens.walk(padded.text());
  json.value();
  return json.is_done();
}

bool parses(std::string_view line) {
  const PaddedLine padded(line);
  return JsonParser().parse(padded.text()).has_value();
}

std::string nested(std::size_t depth, const std::string& inside) {
  return std::string(depth, '[') + inside + std::string(depth, ']');
}

TEST(JsonTokens, AreAcceptedAsTheParserDoes) {
  for (const char* line :
       {R"({})", R"({"a": 1})", R"([])", R"([1, 2.5, -0, 1e5, 1E+3, 1e-400, 0.10])", R"("a")",
        R"([true, false, null])", R"({"a": {"b": [{}]}})", R"(["\"\\\/\b\f\n\r\t\u00e9"])",
        R"(["\ud83d\ude00", "\ud83d", "\ude00"])", "[123456789012345678901234567890]",
        // and invalid JSON
        R"({"a": 1,})", R"({"a" 1})", R"({1: 2})", R"([1,])", R"([1 2])", R"({"a": 1)", R"({"a)",
        R"([01])", R"([1.])", R"([.5])", R"([-])", R"([+1])", R"([1e])", R"([1e400])", R"([0x1])",
        R"([1a])", R"([tru])", R"([truex])", R"([nul])", R"([NaN])", R"(["\x"])", R"(["\u12G4"])",
        R"(["\u12"])", "[\"\t\"]", "[\"\xff\"]", R"({} {})", R"({}])", R"(])", "[1\f]", "[\x1a]"})
    EXPECT_EQ(walks(line), parses(line)) << line;
}

TEST(JsonTokens, AreNestedAsDeeplyAsTheParserAllows) {
  for (const std::size_t depth : {1000, 1022, 1023, 1024, 1025, 2000}) {
    EXPECT_EQ(walks(nested(depth, "")), parses(nested(depth, ""))) << depth;
    EXPECT_EQ(walks(nested(depth, "1")), parses(nested(depth, "1"))) << depth;
  }
}

TEST(JsonTokens, OfDamagedLinesAreAcceptedAsTheParserDoes) {
  const std::string line =
      R"({"a": [1, -2.5e3, "b\n\u00e9", {"c": null}], "text": "it\\'s", "d": true, "e": ""})";
  std::mt19937 random(7);
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = test::damaged(line, random);
    EXPECT_EQ(walks(text), parses(text)) << text;
  }
}

TEST(JsonTokens, StringsSayWhatTheParserSays) {
  for (const char* line :
       {R"("plain")", R"("")", R"("\"\\\/\b\f\n\r\t")", R"("\u00e9\u20ac")", R"("\ud83d\ude00")",
        R"("a\ud83d")", R"("\ude00\ud83db")", R"("\u0000")"}) {
    const PaddedLine padded(line);
    JsonTokens tokens;
    tokens.begin(padded.text());
    ASSERT_TRUE(tokens.find(padded.text()));
    JsonCursor json = tokens.walk(padded.text());
    Arena arena;
    JsonParser parser;
    EXPECT_EQ(tokens.store(json.string(), arena), string_of(parser.parse(padded.text()).value()))
        << line;
  }
}

std::string places_of(const std::vector<language::Path>& paths,
                      std::initializer_list<const char*> lines) {
  const PathTree tree(paths);
  PathWalk walk(tree);
  std::string all;
  for (const char* line : lines) {
    const PaddedLine padded(line);
    JsonTokens tokens;
    tokens.begin(padded.text());
    EXPECT_TRUE(tokens.find(padded.text()));
    JsonCursor json = tokens.walk(padded.text());
    for (const Place& place : walk.locate(json)) {
      all += place.json.text();
      all += place.depth == Place::kNowhere ? "-" : std::to_string(place.depth);
      all += ' ';
    }
    EXPECT_TRUE(json.is_done()) << line;
    all += '|';
  }
  return all;
}

TEST(PathWalk, FindsPlacesInAnyOrderOfKeys) {
  EXPECT_EQ(
      places_of({{"a"}, {"b", "c"}}, {R"({"a": 1, "b": {"c": 2}})", R"({"b": {"c": 3}, "a": 4})",
                                      R"({"x": 0, "b": 5})", R"({"b": "6"})", R"({})"}),
      "11 22 |41 32 |- - |- \"6\"1 |- - |");
}

TEST(PathWalk, OfEqualKeysTheLastCounts) {
  EXPECT_EQ(places_of({{"a"}, {"b", "c"}}, {R"({"a": 1, "a": 2})", R"({"b": {"c": 1}, "b": {}})",
                                            R"({"\u0061": 3})", R"({"b": {"c": 1, "c": 2}})"}),
            "21 - |- - |31 - |- 22 |");
}

TEST(PathWalk, TellsKeysApartThatBeginAlike) {
  EXPECT_EQ(places_of({{"abcdefgh"}, {"abcdefghi"}, {"abcdefghijklmnopq"}},
                      {R"({"abcdefgh": 1, "abcdefghi": 2, "abcdefghijklmnopq": 3})",
                       R"({"abcdefgx": 1, "abcdefghj": 2, "abcdefghijklmnopr": 3})",
                       R"({"abcdefghi": 1, "abcdefgh": 2, "abcdefghijklmnop": 3})"}),
            "11 21 31 |- - - |21 11 - |");
}

}  // namespace
}  // namespace seedc::data
