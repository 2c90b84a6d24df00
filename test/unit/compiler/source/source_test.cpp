// Locations in source files, UTF-8, and the collection and rendering of diagnostics.
#include "compiler/source/source.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiler/diag/diagnostics.h"
#include "compiler/source/utf8.h"
#include "runtime/base/nearest.h"

namespace seedc::source {
namespace {

LineColumn position(std::string text, std::uint32_t offset) {
  return SourceFile("f", std::move(text)).position(offset);
}

TEST(SourceFile, CountsLinesAndColumnsFromOne) {
  EXPECT_EQ(position("ab\ncd", 0).line, 1u);
  EXPECT_EQ(position("ab\ncd", 0).column, 1u);
  EXPECT_EQ(position("ab\ncd", 4).line, 2u);
  EXPECT_EQ(position("ab\ncd", 4).column, 2u);
}

TEST(SourceFile, PlacesTheEndAfterTheLastCharacter) {
  EXPECT_EQ(position("ab\n", 3).line, 2u);
  EXPECT_EQ(position("ab\n", 3).column, 1u);
  EXPECT_EQ(position("", 0).column, 1u);
}

TEST(SourceFile, CountsCodePointsNotBytes) { EXPECT_EQ(position("é€😀x", 9).column, 4u); }

TEST(SourceFile, CountsAcrossVeryLongLines) {
  std::string text = "x\n";
  for (int i = 0; i < 5000; ++i) text += "é";
  EXPECT_EQ(position(text, 2 + 2 * 4000).column, 4001u);
  EXPECT_EQ(position(text, 2 + 2 * 5000).column, 5001u);
}

TEST(SourceFile, LeavesTheByteOrderMarkOut) {
  const SourceFile file("f", "\xEF\xBB\xBFword\n");
  EXPECT_EQ(file.position(3).column, 1u);
  EXPECT_EQ(file.line(1), "word");
}

TEST(SourceFile, CutsLineEnds) {
  const SourceFile file("f", "one\r\ntwo\nthree");
  EXPECT_EQ(file.line(1), "one");
  EXPECT_EQ(file.line(2), "two");
  EXPECT_EQ(file.line(3), "three");
}

TEST(SourceManager, GivesTheTextOfASpan) {
  SourceManager sources;
  sources.add("a", "first");
  const FileId second = sources.add("b", "second");
  EXPECT_EQ(sources.text({second, 1, 4}), "eco");
}

TEST(Span, JoinHoldsBoth) { EXPECT_EQ(join({0, 5, 7}, {0, 2, 3}), (Span{0, 2, 7})); }

TEST(Utf8, FindsTheFirstInvalidByte) {
  EXPECT_FALSE(find_invalid_utf8("plain é€😀"));
  EXPECT_EQ(find_invalid_utf8("ab\xFF"), 2u);
  EXPECT_EQ(find_invalid_utf8("\xC0\x80"), 0u) << "overlong";
  EXPECT_EQ(find_invalid_utf8("\xED\xA0\x80"), 0u) << "surrogate";
  EXPECT_EQ(find_invalid_utf8("\xF4\x90\x80\x80"), 0u) << "beyond U+10FFFF";
  EXPECT_EQ(find_invalid_utf8("a\xE2\x82"), 1u) << "cut off";
}

TEST(Utf8, WritesWhatItReads) {
  for (const char32_t value : {0x24u, 0xA2u, 0x20ACu, 0x1F600u}) {
    std::string text;
    append_utf8(text, value);
    const auto read = decode_utf8(text, 0);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->value, value);
    EXPECT_EQ(read->byte_count, text.size());
  }
}

class Rendering : public testing::Test {
 protected:
  /// The rendering of a syntax error at bytes [begin, end) of a file `f`.
  std::string render(std::string text, std::uint32_t begin, std::uint32_t end,
                     const std::string& help = {}) {
    SourceManager sources;
    diag::Diagnostics diagnostics;
    const FileId file = sources.add("f", std::move(text));
    diagnostics.report(diag::DiagCode::Syntax, Span{file, begin, end}, "wrong").help = help;
    return diag::render_text(diagnostics, sources, false);
  }
};

TEST_F(Rendering, UnderlinesThePlace) {
  EXPECT_EQ(render("x\nAND(a, cosy)\n", 9, 13, "did you mean `cozy`?"),
            "f:2:8: error: wrong [syntax]\n"
            "  AND(a, cosy)\n"
            "         ^~~~\n"
            "  help: did you mean `cozy`?\n");
}

TEST_F(Rendering, MarksAnEmptySpanOnce) {
  EXPECT_EQ(render("ab", 2, 2), "f:1:3: error: wrong [syntax]\n  ab\n    ^\n");
}

TEST_F(Rendering, ExpandsTabs) {
  EXPECT_EQ(render("\ta\tb", 3, 4), "f:1:4: error: wrong [syntax]\n      a   b\n          ^\n");
}

TEST_F(Rendering, UnderlinesOnlyTheFirstLine) {
  EXPECT_EQ(render("ab\ncd", 1, 5), "f:1:2: error: wrong [syntax]\n  ab\n   ^\n");
}

TEST_F(Rendering, CutsLongLinesAroundThePlace) {
  const std::string shown =
      render(std::string(5000, 'a') + "éX" + std::string(5000, 'b'), 5002, 5003);
  EXPECT_NE(shown.find("f:1:5002: error"), std::string::npos);
  EXPECT_NE(shown.find("…aaaaaaaaaaaaaaaaaaaaaaaaaaaaaéXbbb"), std::string::npos);
  EXPECT_NE(shown.find("\n" + std::string(33, ' ') + "^\n"), std::string::npos);
  EXPECT_LT(shown.size(), 200u);
}

TEST_F(Rendering, LetsNoControlCharactersThrough) {
  EXPECT_EQ(render("a\x1b[31mb", 0, 1).find('\x1b'), std::string::npos);
}

TEST_F(Rendering, ShowsADiagnosticWithoutAPlace) {
  SourceManager sources;
  diag::Diagnostics diagnostics;
  diagnostics.report(diag::DiagCode::Syntax, Span{}, "wrong");
  EXPECT_EQ(diag::render_text(diagnostics, sources, false), "error: wrong [syntax]\n");
}

TEST(Diagnostics, CountsErrorsWithinASpan) {
  diag::Diagnostics diagnostics;
  diagnostics.report(diag::DiagCode::Syntax, Span{0, 10, 12}, "wrong");
  diagnostics.report(diag::DiagCode::DuplicateKey, Span{0, 11, 12}, "k");
  EXPECT_EQ(diagnostics.errors_within({0, 10, 20}), 1u);
  EXPECT_EQ(diagnostics.errors_within({0, 11, 20}), 0u);
  EXPECT_EQ(diagnostics.errors_within({0, 0, 11}), 0u);
  EXPECT_EQ(diagnostics.errors_within({1, 10, 20}), 0u);
}

TEST(Diagnostics, SortsByPlace) {
  diag::Diagnostics diagnostics;
  diagnostics.report(diag::DiagCode::Syntax, Span{1, 0, 1}, "third");
  diagnostics.report(diag::DiagCode::Syntax, Span{0, 5, 6}, "second");
  diagnostics.report(diag::DiagCode::Syntax, Span{0, 2, 3}, "first");
  const auto sorted = diagnostics.sorted();
  ASSERT_EQ(sorted.size(), 3u);
  EXPECT_EQ(sorted[0]->text, "first");
  EXPECT_EQ(sorted[2]->text, "third");
}

TEST(Diagnostics, WarningsAreSilencedOrMadeErrors) {
  diag::Diagnostics silent({.silenced = {"duplicate-key"}});
  silent.report(diag::DiagCode::DuplicateKey, Span{0, 0, 1}, "k");
  EXPECT_TRUE(silent.sorted().empty());
  diag::Diagnostics strict({.warnings_are_errors = true});
  strict.report(diag::DiagCode::DuplicateKey, Span{0, 0, 1}, "k");
  EXPECT_EQ(strict.error_count(), 1u);
}

TEST(Diagnostics, ACodeIsAnErrorUnlessItIsSilenced) {
  diag::Diagnostics strict({.as_errors = {"duplicate-key"}});
  strict.report(diag::DiagCode::DuplicateKey, Span{0, 0, 1}, "k");
  strict.report(diag::DiagCode::UnknownKey, Span{0, 0, 1}, "k", "l");
  EXPECT_EQ(strict.error_count(), 1u);
  EXPECT_EQ(strict.warning_count(), 1u);
  diag::Diagnostics silent({.silenced = {"duplicate-key"}, .as_errors = {"duplicate-key"}});
  silent.report(diag::DiagCode::DuplicateKey, Span{0, 0, 1}, "k");
  EXPECT_TRUE(silent.sorted().empty());
}

TEST(Diagnostics, CodesAreIgnoredOnTheirLines) {
  diag::Diagnostics diagnostics({.warnings_are_errors = true});
  diagnostics.ignore({.code = diag::DiagCode::DuplicateKey, .line = Span{0, 10, 20}});
  diagnostics.ignore({.code = diag::DiagCode::NeverTrue, .line = Span{0, 30, 40}});
  const auto is_reported = [&](diag::Diagnostics& list, Span span) {
    const std::size_t before = list.error_count();
    list.report(diag::DiagCode::DuplicateKey, span, "k");
    return list.error_count() > before;
  };
  EXPECT_FALSE(is_reported(diagnostics, {0, 10, 11}));
  EXPECT_FALSE(is_reported(diagnostics, {0, 20, 25}));
  EXPECT_FALSE(is_reported(diagnostics, {0, 5, 12}));
  EXPECT_TRUE(is_reported(diagnostics, {0, 9, 9}));
  EXPECT_TRUE(is_reported(diagnostics, {0, 21, 29}));
  EXPECT_TRUE(is_reported(diagnostics, {0, 31, 32}));
  EXPECT_TRUE(is_reported(diagnostics, {1, 10, 11}));
  const std::vector<diag::IgnoredCode> all = diagnostics.ignored();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_TRUE(all[0].is_met);
  EXPECT_FALSE(all[1].is_met);
  diag::Diagnostics later = diagnostics.for_same_programs();
  EXPECT_FALSE(later.has_errors());
  EXPECT_FALSE(is_reported(later, {0, 10, 11}));
  EXPECT_TRUE(is_reported(later, {0, 9, 9}));
}

TEST(Nearest, FindsSmallMistakes) {
  const std::vector<std::string> names = {"cozy", "quiet", "drive_thru", "AND"};
  EXPECT_EQ(base::nearest("cosy", names), "cozy");
  EXPECT_EQ(base::nearest("qiuet", names), "quiet");
  EXPECT_EQ(base::nearest("Drive_Thru", names), "drive_thru");
  EXPECT_EQ(base::nearest("drivethrough", names), "drive_thru");
  EXPECT_EQ(base::nearest("and", names), "AND");
}

TEST(Nearest, FindsNothingFarAway) {
  const std::vector<std::string> names = {"cozy", "quiet"};
  EXPECT_EQ(base::nearest("music", names), "");
  EXPECT_EQ(base::nearest("x", names), "");
  EXPECT_EQ(base::nearest("", names), "");
  EXPECT_EQ(base::nearest(std::string(100'000, 'c'), names), "");
}

}  // namespace
}  // namespace seedc::source
