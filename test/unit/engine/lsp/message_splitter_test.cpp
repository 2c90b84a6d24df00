// Streams of messages, whole, cut and broken.
#include "engine/lsp/message_splitter.h"

#include <gtest/gtest.h>

#include <vector>

namespace seedc::lsp {
namespace {

/// Messages as their texts, what was left out as `broken` and `long`.
std::vector<std::string> texts_of(MessageSplitter& splitter) {
  std::vector<std::string> texts;
  while (const auto piece = splitter.next()) {
    texts.push_back(piece->kind == Piece::Kind::Message  ? piece->text
                    : piece->kind == Piece::Kind::Broken ? "broken"
                                                         : "long");
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(MessageSplitter, FindsMessagesHoweverTheStreamIsCut) {
  const std::string stream =
      framed("{}") + "content-length:3\nContent-Type: x\n\n[1]" + framed("\"\xC3\xA9\"");
  for (std::size_t size = 1; size <= stream.size(); ++size) {
    MessageSplitter splitter;
    Texts texts;
    for (std::size_t i = 0; i < stream.size(); i += size) {
      splitter.feed(std::string_view(stream).substr(i, size));
      for (std::string& text : texts_of(splitter)) texts.push_back(std::move(text));
    }
    EXPECT_EQ(texts, (Texts{"{}", "[1]", "\"\xC3\xA9\""})) << size;
  }
}

TEST(MessageSplitter, WaitsForTheRestOfAMessage) {
  MessageSplitter splitter;
  splitter.feed("Content-Length: 10\r\n\r\n{}");
  EXPECT_FALSE(splitter.next());
}

TEST(MessageSplitter, GoesOnAfterHeadersThatAreNone) {
  for (const char* broken :
       {"nonsense\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n",
        "Content-Type: x\r\n\r\n", "Content-Length: 99999999999999999999999\r\n\r\n"}) {
    MessageSplitter splitter;
    splitter.feed(broken + framed("{}"));
    const Texts texts = texts_of(splitter);
    ASSERT_FALSE(texts.empty()) << broken;
    EXPECT_EQ(texts.front(), "broken") << broken;
    EXPECT_EQ(texts.back(), "{}") << broken;
  }
}

TEST(MessageSplitter, EndsHeadersThatNeverEnd) {
  MessageSplitter splitter;
  splitter.feed(std::string(10'000, 'x'));
  ASSERT_TRUE(splitter.next());
  splitter.feed(framed("{}"));
  EXPECT_EQ(texts_of(splitter).back(), "{}");
}

TEST(MessageSplitter, LeavesOutALongMessageWithoutKeepingIt) {
  MessageSplitter splitter(100);
  splitter.feed("Content-Length: 1000000\r\n\r\n");
  for (int i = 0; i < 1'000; ++i) {
    EXPECT_FALSE(splitter.next());
    splitter.feed(std::string(1'000, 'x'));
  }
  const auto piece = splitter.next();
  ASSERT_TRUE(piece);
  EXPECT_EQ(piece->kind, Piece::Kind::TooLong);
  EXPECT_EQ(piece->bytes, 1'000'000);
  EXPECT_LT(piece->text.size(), 10'000);
  splitter.feed(framed("{}"));
  EXPECT_EQ(texts_of(splitter), Texts{"{}"});
}

TEST(MessageSplitter, FindsTheMessagesInsideOfOneWhoseLengthWasWrong) {
  MessageSplitter splitter;
  const std::string inner = framed("[1]") + framed("[2]");
  splitter.feed("Content-Length: 30\r\n\r\n{}" + inner);
  const auto first = splitter.next();
  ASSERT_TRUE(first);
  splitter.read_again(first->text);
  EXPECT_EQ(texts_of(splitter), (Texts{"[1]", "[2]"}));
}

}  // namespace
}  // namespace seedc::lsp
