// Positions in the encodings of clients, and edits of documents, also such as no client should
// send.
#include "engine/lsp/documents.h"

#include <gtest/gtest.h>

namespace seedc::lsp {
namespace {

// a, e with an accent (2 bytes), a smiling face (4 bytes, 2 code units of UTF-16), b.
const std::string kText =
    "a\xC3\xA9\xF0\x9F\x98\x80"
    "b\nc\r\nd\re";

TEST(TextLines, CountsInCodeUnits) {
  const TextLines lines(kText);
  EXPECT_EQ(lines.line_count(), 4);
  EXPECT_EQ(lines.position_of(7, Encoding::Utf8), (Position{0, 7}));
  EXPECT_EQ(lines.position_of(7, Encoding::Utf16), (Position{0, 4}));
  EXPECT_EQ(lines.position_of(7, Encoding::Utf32), (Position{0, 3}));
  EXPECT_EQ(lines.line(1), "c");
  EXPECT_EQ(lines.line(3), "e");
  EXPECT_EQ(lines.line(4), "");
}

TEST(TextLines, FindsEveryByteAgain) {
  const TextLines lines(kText);
  for (const Encoding encoding : {Encoding::Utf8, Encoding::Utf16, Encoding::Utf32}) {
    for (const std::size_t offset : {0, 1, 3, 7, 8, 9, 10, 12, 13, 14, 15})
      EXPECT_EQ(lines.offset_of(lines.position_of(offset, encoding), encoding), offset);
  }
}

TEST(TextLines, TakesPositionsOutsideOfTheTextForTheNearest) {
  const TextLines lines(kText);
  EXPECT_EQ(lines.offset_of({0, 1'000}, Encoding::Utf16), 8);
  EXPECT_EQ(lines.offset_of({1'000, 0}, Encoding::Utf16), kText.size());
  EXPECT_EQ(lines.offset_of({0, 3}, Encoding::Utf16), 3) << "between two surrogates";
  EXPECT_EQ(lines.offset_of({0, 2}, Encoding::Utf8), 1) << "inside of a code point";
}

/// The program of a line may be long: its columns are those that counting it whole gives.
TEST(TextLines, CountsLongLinesAsShortOnes) {
  std::string text = "short\n";
  for (int i = 0; i < 2'000; ++i)
    text += i % 7 == 0 ? "\xF0\x9F\x98\x80" : i % 5 == 0 ? "\xC3\xA9" : "x";
  const std::size_t line_end = text.size();
  text += "\r\nlast";
  const TextLines lines(text);
  std::uint32_t utf16 = 0, utf32 = 0;
  for (std::size_t offset = 6; offset < line_end;) {
    const auto column = static_cast<std::uint32_t>(offset - 6);
    ASSERT_EQ(lines.position_of(offset, Encoding::Utf8), (Position{1, column}));
    ASSERT_EQ(lines.position_of(offset, Encoding::Utf16), (Position{1, utf16}));
    ASSERT_EQ(lines.position_of(offset, Encoding::Utf32), (Position{1, utf32}));
    ASSERT_EQ(lines.offset_of({1, column}, Encoding::Utf8), offset);
    ASSERT_EQ(lines.offset_of({1, utf16}, Encoding::Utf16), offset);
    ASSERT_EQ(lines.offset_of({1, utf32}, Encoding::Utf32), offset);
    const auto lead = static_cast<unsigned char>(text[offset]);
    utf16 += lead == 0xF0 ? 2 : 1;
    utf32 += 1;
    offset += lead == 0xF0 ? 4 : lead == 0xC3 ? 2 : 1;
  }
  EXPECT_EQ(lines.offset_of({1, 1'000'000}, Encoding::Utf16), line_end);
  EXPECT_EQ(lines.position_of(line_end + 2, Encoding::Utf16), (Position{2, 0}));
}

Json opened(const std::string& text) {
  return {
      {"textDocument",
       {{"uri", "file:///tmp/a%20b.req"}, {"languageId", "req"}, {"version", 1}, {"text", text}}}};
}

Json edit(int line, int begin, int end_line, int end, const std::string& text) {
  return {{"textDocument", {{"uri", "file:///tmp/a%20b.req"}, {"version", 2}}},
          {"contentChanges",
           {{{"range",
              {{"start", {{"line", line}, {"character", begin}}},
               {"end", {{"line", end_line}, {"character", end}}}}},
             {"text", text}}}}};
}

std::string after(const std::string& text, const Json& change) {
  Documents documents;
  documents.open(opened(text));
  const Document* document = documents.change(change);
  return document == nullptr ? "not open" : document->text();
}

TEST(Documents, AppliesEdits) {
  EXPECT_EQ(after("one\ntwo\n", edit(0, 1, 1, 2, "X")), "oXo\n");
  EXPECT_EQ(after("", edit(0, 0, 0, 0, "X")), "X");
  EXPECT_EQ(after("one", {{"textDocument", {{"uri", "file:///tmp/a%20b.req"}, {"version", 2}}},
                          {"contentChanges", {{{"text", "whole"}}}}}),
            "whole");
}

TEST(Documents, AppliesEditsOutOfRangeWithinTheText) {
  EXPECT_EQ(after("one\n", edit(7, 0, 9, 0, "X")), "one\nX");
  EXPECT_EQ(after("one\n", edit(0, 90, 0, 99, "X")), "oneX\n");
  EXPECT_EQ(after("one\n", edit(0, 2, 0, 1, "X")), "oXe\n") << "its end comes first";
  EXPECT_EQ(after("one\n", edit(-1, -5, 0, 1, "X")), "Xne\n");
}

TEST(Documents, IgnoresChangesOfWhatIsNotOpen) {
  Documents documents;
  EXPECT_EQ(documents.change(edit(0, 0, 0, 0, "X")), nullptr);
  EXPECT_EQ(documents.open({{"textDocument", 5}}), nullptr);
  EXPECT_FALSE(documents.close({}));
}

TEST(Documents, KnowsPathsOfUris) {
  EXPECT_EQ(path_of_uri("file:///tmp/a%20b.req"), "/tmp/a b.req");
  EXPECT_EQ(path_of_uri("file://host/tmp/%zz"), "/tmp/%zz");
  EXPECT_EQ(path_of_uri("untitled:Untitled-1"), "untitled:Untitled-1");
  EXPECT_EQ(uri_of_path("/tmp/a b.req"), "file:///tmp/a%20b.req");
}

TEST(ParseMessage, ReplacesHalvesOfSurrogatePairs) {
  EXPECT_EQ(parse_message(R"(["\ud83d\ude00"])")[0], "\xF0\x9F\x98\x80");
  EXPECT_EQ(parse_message(R"(["\ud83d"])")[0], "\xEF\xBF\xBD");
  EXPECT_EQ(parse_message(R"(["a\ude00\\ud83d"])")[0], "a\xEF\xBF\xBD\\ud83d");
  EXPECT_EQ(parse_message("[\"\xFF\"]")[0], "\xEF\xBF\xBD");
  EXPECT_TRUE(parse_message("{").is_discarded());
}

}  // namespace
}  // namespace seedc::lsp
