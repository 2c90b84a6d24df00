// Lines that have a known layout are those that the parser accepts, and their places are where
// walking the tokens finds them.
#include "runtime/data/jsonl/line_layout.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "runtime/data/jsonl/json.h"
#include "test/support/json_lines.h"

namespace seedc::data {
namespace {

using test::damaged;
using test::PaddedLine;

std::string written(std::span<const Place> places, const char* line) {
  std::string all;
  for (const Place& place : places) {
    const std::string_view text = place.json.text();
    all += fmt::format("{}+{} {} {}; ", text.empty() ? 0 : text.data() - line, text.size(),
                       place.depth, place.json.is_plain_string());
  }
  return all;
}

/// Both ways to read lines, of the same paths.
class Reading {
 public:
  /// Walks a line, and learns its layout. Its places; empty if it is not valid.
  std::string walk(std::string_view line, LineLayout* layout = nullptr) {
    const PaddedLine padded(line);
    JsonTokens tokens;
    tokens.begin(padded.text());
    if (!tokens.find(padded.text())) return {};
    const JsonCursor begin = tokens.walk(padded.text());
    JsonCursor json = begin;
    const auto places = walk_.locate(json);
    if (!json.is_done()) return {};
    if (layout != nullptr) layout->learn(begin, padded.text(), places);
    return written(places, padded.text().data());
  }

 private:
  PathTree tree_{{{},
                  {"id"},
                  {"text"},
                  {"user"},
                  {"user", "fans"},
                  {"text", "inside"},
                  {"list"},
                  {"absent"},
                  {"user", "name"}}};
  PathWalk walk_{tree_};
};

constexpr std::string_view kLine =
    R"({"id": "r1", "text": "It\u00e9 was\n\"good\"", "stars": 4.0, "user": {"fans": 12, "name": ""}, "list": [1, {}, [], "x"], "ok": true} )";

TEST(LineLayout, LocatesWhatWalkingFinds) {
  Reading reading;
  LineLayout layout;
  reading.walk(kLine, &layout);
  for (
      const std::string_view line :
      {kLine,
       std::string_view(
           R"({"id": "", "text": "", "stars": -1e5, "user": {"fans": null, "name": "Ana"}, "list": [false, {}, [], "\\"], "ok": 0} )"),
       std::string_view(
           R"({"id": "\u0000", "text": "café, longer than what is looked at at once", "stars": 0, "user": {"fans": 1, "name": "\/"}, "list": [9, {}, [], "\\\""], "ok": null} )")}) {
    const PaddedLine padded(line);
    ASSERT_TRUE(layout.matches(padded.text())) << line;
    EXPECT_EQ(layout.end(), padded.text().data() + line.size());
    EXPECT_EQ(written(layout.places(), padded.text().data()), reading.walk(line)) << line;
  }
}

TEST(LineLayout, IsNotThatOfOtherLines) {
  Reading reading;
  LineLayout layout;
  reading.walk(R"({"id": "a", "n": 1})", &layout);
  for (const char* line : {"",
                           "{",
                           R"({"id": "a", "n": 1)",
                           R"({"id": "a", "n": 1} )",
                           R"({"id": "a", "n": 1}})",
                           R"({"id":"a", "n": 1})",
                           R"({"n": 1, "id": "a"})",
                           R"({"id": 1, "n": 1})",
                           R"({"id": "a", "n": "1"})",
                           R"({"id": "a", "n": {}})",
                           R"({"id": "a", "n": 01})",
                           R"({"id": "a", "n": 1e999})",
                           R"({"id": "a", "n": truex})",
                           R"({"id": "a", "n": })",
                           R"({"id": "a\", "n": 1})",
                           R"({"id": "\x", "n": 1})",
                           R"({"id": "\u12g4", "n": 1})",
                           R"({"id": "\)",
                           "{\"id\": \"\xff\", \"n\": 1}",
                           "{\"id\": \"\xc3\", \"n\": 1}",
                           "{\"id\": \"\t\", \"n\": 1}"}) {
    EXPECT_FALSE(layout.matches(PaddedLine(line).text())) << line;
  }
  EXPECT_TRUE(layout.matches(PaddedLine(R"({"id": "b", "n": 2})").text()));
}

/// A key may be longer than what is left of the lines and their padding.
TEST(LineLayout, ReadsNoFurtherThanTheLines) {
  Reading reading;
  LineLayout layout;
  reading.walk(R"({"a": 1, ")" + std::string(5000, 'k') + R"(": 2})", &layout);
  EXPECT_FALSE(layout.matches(PaddedLine(R"({"a": 1, ")" + std::string(50, 'k')).text()));
}

TEST(LineLayout, OfDamagedLinesSaysWhatWalkingSays) {
  std::mt19937 random(11);
  Reading reading;
  LineLayout layout;
  reading.walk(kLine, &layout);
  int matches = 0;
  for (int round = 0; round < 40'000; ++round) {
    const std::string line = damaged(std::string(kLine), random);
    const PaddedLine padded(line);
    if (!layout.matches(padded.text())) continue;
    ++matches;
    ASSERT_EQ(written(layout.places(), padded.text().data()), reading.walk(line)) << line;
  }
  EXPECT_GT(matches, 10'000);  // a quarter has no change, and many are within a string
}

/// Reads lines as files are read.
class Lines {
 public:
  /// Whether the line has a known layout. Otherwise it is learned, if that pays.
  bool are_known(std::string_view line) {
    const PaddedLine padded(line);
    if (layouts_.match(padded.text()) != nullptr) return true;
    JsonTokens tokens;
    tokens.begin(padded.text());
    EXPECT_TRUE(tokens.find(padded.text()));
    layouts_.learn(tokens.walk(padded.text()), padded.text(), {});
    return false;
  }

 private:
  KnownLayouts layouts_;
};

std::string long_line(int key, int last_key) {
  return fmt::format(R"({{"a{}": "{}", "b{}": 1}})", key, std::string(1000, 'x'), last_key);
}

TEST(KnownLayouts, AreSeveralAtOnce) {
  Lines lines;
  EXPECT_FALSE(lines.are_known(long_line(1, 1)));
  EXPECT_FALSE(lines.are_known(long_line(2, 1)));
  for (int round = 0; round < 1000; ++round)
    EXPECT_TRUE(lines.are_known(long_line(1 + round % 2, 1)));
}

TEST(KnownLayouts, AreLookedForWhereThatPays) {
  Lines lines;
  int known = 0;
  for (int line = 0; line < 3000; ++line) known += lines.are_known(long_line(1, line % 7));
  EXPECT_LT(known, 300);  // each is compared with up to four, nearly to its end
  // They are found again after others.
  known = 0;
  for (int line = 0; line < 3000; ++line) known += lines.are_known(long_line(1, 1));
  EXPECT_GT(known, 2000);
}

}  // namespace
}  // namespace seedc::data
