// The table of errors, and what an error says of its location.
#include "runtime/base/result.h"

#include <gtest/gtest.h>

#include <map>

namespace seedc::base {
namespace {

TEST(Errors, CodesAreKebabCaseAndOfOneKind) {
  std::map<std::string_view, ErrorKind> kinds;
  for (const ErrorInfo& row : kErrors) {
    EXPECT_EQ(row.code.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), row.code.npos) << row.code;
    EXPECT_EQ(kinds.emplace(row.code, row.kind).first->second, row.kind) << row.code;
  }
}

TEST(Errors, TextsAreLowerCaseWithoutAFullStop) {
  for (const ErrorInfo& row : kErrors) {
    ASSERT_FALSE(row.text.empty());
    EXPECT_FALSE(row.text.ends_with('.')) << row.text;
    EXPECT_FALSE(row.text[0] >= 'A' && row.text[0] <= 'Z' && !row.text.starts_with("Arrow") &&
                 !row.text.starts_with("LLVM"))
        << row.text;
  }
}

TEST(Errors, TextsHaveTheirArguments) {
  const Error wrong = error<ErrorCode::JsonArray>("a/reviews.jsonl", std::uint64_t{12});
  EXPECT_EQ(wrong.text,
            "a/reviews.jsonl:12: a JSON array begins here: there is to be one object per line");
  EXPECT_EQ(wrong.arguments, (std::vector<std::string>{"a/reviews.jsonl", "12"}));
  EXPECT_EQ(wrong.kind(), ErrorKind::Data);
  EXPECT_EQ(wrong.file(), "a/reviews.jsonl");
  EXPECT_EQ(wrong.line(), 12);
}

TEST(Errors, TheFileMayBeALaterArgument) {
  const Error wrong = error<ErrorCode::StoreFailed>("open", "answers.db", "no space");
  EXPECT_EQ(wrong.text, "cannot open the store `answers.db`: no space");
  EXPECT_EQ(wrong.file(), "answers.db");
  EXPECT_EQ(wrong.line(), 0);
}

TEST(Errors, WithoutAFileThereIsNoLocation) {
  const Error wrong = error<ErrorCode::NotFound>("item", "Alice's {file}").with_help("look");
  EXPECT_EQ(wrong.text, "no item `Alice's {file}`");
  EXPECT_EQ(wrong.file(), "");
  EXPECT_EQ(wrong.help, "look");
}

}  // namespace
}  // namespace seedc::base
