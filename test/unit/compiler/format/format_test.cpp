// Formatting of the shorthand: spelling, width, comments, and linear time.
#include "compiler/format/format.h"

#include <gtest/gtest.h>

#include <string>

#include "compiler/ast/same.h"
#include "compiler/format/to_json.h"
#include "compiler/parse/parse.h"
#include "compiler/resolve/resolve.h"
#include "test/unit/processor_time.h"

namespace seedc::format {
namespace {

ast::Program parse(source::SourceManager& sources, const std::string& text) {
  diag::Diagnostics diagnostics;
  ast::Program program =
      parse::parse_shorthand(sources, sources.add("test.req", text), diagnostics);
  EXPECT_EQ(diagnostics.error_count(), 0U) << diag::render_text(diagnostics, sources, false);
  return program;
}

/// The canonical text; checks that it has the same AST and is itself canonical.
std::string formatted(const std::string& text) {
  source::SourceManager sources;
  const ast::Program program = parse(sources, text);
  std::string once = format(program, sources.file(program.file));
  const ast::Program again = parse(sources, once);
  EXPECT_TRUE(ast::same(program, again)) << once;
  EXPECT_EQ(format(again, sources.file(again.file)), once);
  return once;
}

TEST(Format, StringsTakeTheQuotesThatSpareEscapes) {
  EXPECT_EQ(formatted(R"(f('a'))"), "f(\"a\")\n");
  EXPECT_EQ(formatted(R"(f("\\ba"))"), "f('\\ba')\n");
  EXPECT_EQ(formatted(R"(f("say \"hi\""))"), "f('say \"hi\"')\n");
  EXPECT_EQ(formatted(R"(f("it's \\"))"), "f(\"it's \\\\\")\n");
  EXPECT_EQ(formatted(R"(f('a\\'))"), "f(\"a\\\\\")\n");
  EXPECT_EQ(formatted(R"(f('a\\\\b'))"), "f(\"a\\\\\\\\b\")\n");
  EXPECT_EQ(formatted(R"(f("\u00e9\t\u0001"))"), "f(\"é\\t\\u0001\")\n");
  EXPECT_EQ(formatted(R"(1HOP(["Al", "O'Neil"], "x"))"), "1HOP(['Al', \"O'Neil\"], 'x')\n");
}

TEST(Format, NamesAndKeysStandBareWhereTheyCan) {
  EXPECT_EQ(formatted(R"("cozy")"), "cozy\n");
  EXPECT_EQ(formatted(R"(AND("and", "two words", "5", "true"))"),
            "AND(\"and\", \"two words\", \"5\", \"true\")\n");
  EXPECT_EQ(formatted(R"(f("true": {"a b": 1, "null": 2, "7": 3}))"),
            "f(true: {\"a b\": 1, null: 2, \"7\": 3})\n");
  EXPECT_EQ(formatted(R"(f(a."b".'c d'."1HOP"."2x"))"), "f(a.b.\"c d\".\"1HOP\".\"2x\")\n");
}

TEST(Format, AlignedLetsFitTheirLines) {
  const std::string name(40, 'n');
  const std::string wide = "review_text(\"" + std::string(60, 'w') + "\")";
  EXPECT_EQ(formatted("let " + name + " = a\nlet b = " + wide + "\nlet cc = d\nlet e = f\nx\n"),
            "let " + name + " = a\nlet b = " + wide + "\nlet cc = d\nlet e  = f\nx\n");
}

TEST(Format, WidthIsCountedInCodePoints) {
  std::string wide = "f(\"";
  for (int i = 0; i < 95; ++i) wide += "é";
  EXPECT_EQ(formatted(wide + "\")"), wide + "\")\n");
  EXPECT_EQ(formatted(wide + "é\")"), "f(\n  \"" + wide.substr(3) + "é\"\n)\n");
}

TEST(Format, CommentsAnywhereStayInOrder) {
  EXPECT_EQ(formatted("# a\n#b\n\n\nlet # c\n x # d\n = # e\n f # g\n ( # h\n ) # i\n# j\nx"),
            "# a\n#b\n\n# c\n# d\n# e\nlet x = f(  # g\n  # h\n)  # i\n# j\nx\n");
}

TEST(Format, TakesLinearTime) {
  std::string wide = "R1: OR(";
  for (int i = 0; i < 60000; ++i) wide += "a" + std::to_string(i) + ", ";
  std::string deep;
  for (int i = 0; i < 499; ++i) deep += "NOT(";
  deep += "a" + std::string(499, ')');
  std::string lets;
  for (int i = 0; i < 20000; ++i)
    lets += "let n" + std::string(i % 90, 'x') + std::to_string(i) + " = a\n";
  const std::string text = wide + "b)\n" + "R2: " + deep + "\n" + lets;
  EXPECT_LT(unit::processor_seconds([&] { formatted(text); }), 60);
}

std::size_t errors_of_conversion(const std::string& text) {
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  const ast::Program program = parse(sources, text);
  const resolve::Scope scope(program.lets, {}, /*is_incomplete=*/false, diagnostics);
  to_json(program, [&](const ast::Expr& use) { return scope.find(use.name); }, diagnostics);
  return diagnostics.error_count();
}

TEST(ToJson, NamesThatMultiplyAreBounded) {
  std::string text = "let a0 = item_meta(city)\n";
  for (int i = 1; i < 60; ++i) {
    const std::string before = "a" + std::to_string(i - 1);
    text.append("let a").append(std::to_string(i)).append(" = AND(");
    text.append(before).append(", ").append(before).append(")\n");
  }
  EXPECT_EQ(errors_of_conversion(text + "R1: a10"), 0U);
  EXPECT_EQ(errors_of_conversion(text + "R1: a59"), 1U);
}

TEST(ToJson, NamesThatNestAreBounded) {
  std::string text = "let a0 = item_meta(city)\n";
  for (int i = 1; i < 300; ++i) {
    text += "let a" + std::to_string(i) + " = NOT(a" + std::to_string(i - 1) + ")\n";
  }
  EXPECT_EQ(errors_of_conversion(text + "R1: a200"), 0U);
  EXPECT_EQ(errors_of_conversion(text + "R1: a299"), 1U);
}

TEST(ToJson, ChainsOfNamesAreFollowedOnce) {
  std::string text = "let a0 = item_meta(city)\n";
  for (int i = 1; i < 50000; ++i) {
    text += "let a" + std::to_string(i) + " = a" + std::to_string(i - 1) + "\n";
  }
  std::string uses = "R1: AND(";
  for (int i = 0; i < 20000; ++i) uses += "a49999, ";
  EXPECT_EQ(errors_of_conversion(text + uses + ")"), 0U);
}

}  // namespace
}  // namespace seedc::format
