// The parts of a report's page: what fits into it, and which parts of long texts.
#include "engine/report/page/page.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

#include "engine/report/page/page_data.h"
#include "engine/report/page/payload.h"

namespace seedc::report {
namespace {

std::string unpacked(const Embedded& embedded) {
  if (!embedded.is_compressed) return embedded.text;
  std::string bytes;
  unsigned buffer = 0;
  int bits = 0;
  for (const char c : embedded.text) {
    constexpr std::string_view kLetters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t value = kLetters.find(c);
    if (value == std::string_view::npos) break;
    buffer = buffer << 6 | static_cast<unsigned>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(buffer >> bits & 0xFF);
  }
  std::string out(32 << 20, '\0');
  z_stream stream{};
  inflateInit2(&stream, 16 + MAX_WBITS);
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

/// Lines that do not compress.
std::string noise(std::size_t bytes) {
  std::string out;
  std::uint64_t state = 88172645463325252;
  while (out.size() < bytes) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    out += static_cast<char>(' ' + state % 90);
  }
  out.back() = '\n';
  return out;
}

TEST(PagePayload, KeepsLittlePlain) {
  Payload payload(1'000, {});
  EXPECT_TRUE(payload.add("one\n"));
  EXPECT_TRUE(payload.add("two <b>\n"));
  const Embedded embedded = std::move(payload).finish();
  EXPECT_FALSE(embedded.is_compressed);
  EXPECT_EQ(embedded.text, "one\ntwo \\u003cb>\n");
}

TEST(PagePayload, CompressesMuch) {
  Payload payload(10'000'000, {});
  std::string all;
  for (int i = 0; i < 300; ++i) {
    const std::string lines = std::to_string(i) + std::string(10'000, 'x') + '\n';
    EXPECT_TRUE(payload.add(lines));
    all += lines;
  }
  const Embedded embedded = std::move(payload).finish();
  EXPECT_TRUE(embedded.is_compressed);
  EXPECT_LT(embedded.text.size(), 100'000);
  EXPECT_EQ(unpacked(embedded), all);
}

TEST(PagePayload, TakesBackWhatDoesNotFit) {
  Payload payload(500'000, {});
  const std::string some = noise(100'000), much = noise(2'000'000);
  EXPECT_TRUE(payload.add(some));
  EXPECT_FALSE(payload.add(much));
  EXPECT_TRUE(payload.add("after\n"));
  EXPECT_FALSE(payload.add(much));
  EXPECT_LE(payload.bytes(), 500'000);
  const Embedded embedded = std::move(payload).finish();
  EXPECT_LE(embedded.text.size(), 500'000);
  EXPECT_EQ(unpacked(embedded), for_script(some) + "after\n");
}

TEST(PagePayload, TakesBackAfterCompression) {
  Payload payload(2'000'000, {});
  const std::string some = noise(1'200'000), more = noise(3'000'000);
  EXPECT_TRUE(payload.add(some));
  EXPECT_FALSE(payload.add(more));
  EXPECT_TRUE(payload.add("after\n"));
  const Embedded embedded = std::move(payload).finish();
  EXPECT_TRUE(embedded.is_compressed);
  EXPECT_LE(embedded.text.size(), 2'000'000);
  EXPECT_EQ(unpacked(embedded), for_script(some) + "after\n");
}

TEST(PagePayload, TakesNothingWhereThereIsNoRoom) {
  Payload payload(0, {});
  EXPECT_FALSE(payload.add("one\n"));
  EXPECT_EQ(unpacked(std::move(payload).finish()), "");
}

TEST(PagePieces, AreTheWholeOfAShortText) {
  const std::string text(4'000, 'x');
  const auto pieces = pieces_of(text, {{.begin = 10, .end = 20}});
  ASSERT_EQ(pieces.size(), 1);
  EXPECT_EQ(pieces[0].begin, 0);
  EXPECT_EQ(pieces[0].text, text);
}

TEST(PagePieces, AreAroundTheMatchesOfALongOne) {
  const std::string text(1'000'000, 'x');
  const auto pieces = pieces_of(text, {{.begin = 600'000, .end = 600'010},
                                       {.begin = 5'000, .end = 5'010},
                                       {.begin = 5'100, .end = 5'110}});
  ASSERT_EQ(pieces.size(), 2);
  EXPECT_LE(pieces[0].begin, 5'000);
  EXPECT_GE(pieces[0].begin + pieces[0].text.size(), 5'110);
  EXPECT_LE(pieces[1].begin, 600'000);
  EXPECT_GE(pieces[1].begin + pieces[1].text.size(), 600'010);
}

TEST(PagePieces, AreBoundedWhateverMatches) {
  const std::string text(1'000'000, 'x');
  std::vector<text::TextPlace> places = {{.begin = 0, .end = text.size()}};
  for (std::size_t i = 0; i < text.size(); i += 100) places.push_back({.begin = i, .end = i + 50});
  std::size_t bytes = 0;
  for (const TextPiece& piece : pieces_of(text, places)) bytes += piece.text.size();
  EXPECT_LE(bytes, 14'000);
}

TEST(PagePieces, EndBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 3'000; ++i) text += "é";
  for (std::size_t at = 2'000; at < 2'010; ++at) {
    for (const TextPiece& piece : pieces_of(text, {{.begin = at * 2, .end = at * 2 + 2}})) {
      EXPECT_EQ(piece.begin % 2, 0);
      EXPECT_EQ(piece.text.size() % 2, 0);
    }
  }
}

TEST(Page, HasNoMarkupOfTexts) {
  const std::string html = write_page({.title = "</title><script>",
                                       .made_by = "\"><b>",
                                       .tables = {},
                                       .core = {false, for_script(R"({"a":"</script>"})")},
                                       .details = {},
                                       .left_out = R"({"b":"<!--"})"});
  EXPECT_NE(html.find("&lt;/title&gt;&lt;script&gt;"), std::string::npos);
  EXPECT_NE(html.find(R"({"a":"\u003c/script>"})"), std::string::npos);
  EXPECT_NE(html.find(R"({"b":"\u003c!--"})"), std::string::npos);
  EXPECT_EQ(html.find("\"><b>"), std::string::npos);
}

}  // namespace
}  // namespace seedc::report
