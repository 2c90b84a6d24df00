// What may be written at a location of a program that is broken.
#include "engine/lsp/shorthand_context.h"

#include <gtest/gtest.h>

namespace seedc::lsp {
namespace {

using Where = ShorthandContext::Where;

/// The context at the `|` of a text.
ShorthandContext at_bar(std::string text) {
  const std::size_t offset = text.find('|');
  text.erase(offset, 1);
  return context_at(text, offset);
}

TEST(ShorthandContext, FindsConditionsInBrokenText) {
  for (const char* text : {"AND(drive_thru, OR(co|", "R1: AND(a, NOT(co|) R2: b", "let a = co|",
                           "request R1 { where: co| }", "let broken = AND(\nR1: AND(co|",
                           "request R1 {\n  text: \"(\"\n  where: OR(a, co|"}) {
    const ShorthandContext context = at_bar(text);
    EXPECT_EQ(context.where, Where::Condition) << text;
    EXPECT_EQ(context.prefix, "co") << text;
  }
}

TEST(ShorthandContext, FindsStatementsAndFields) {
  EXPECT_EQ(at_bar("re|").where, Where::Statement);
  EXPECT_EQ(at_bar("R1: AND(a, b)\n|").where, Where::Statement);
  EXPECT_EQ(at_bar("request R1 { te|").where, Where::Field);
  EXPECT_EQ(at_bar("request R1 { text: \"x\"\n  |").where, Where::Field);
  EXPECT_EQ(at_bar("request R|").where, Where::Nothing);
  EXPECT_EQ(at_bar("# co|").where, Where::Nothing);
  EXPECT_EQ(at_bar("import \"a|").where, Where::Import);
}

TEST(ShorthandContext, FindsOptionsAndTheirValues) {
  const ShorthandContext path = at_bar("a = item_meta(attributes.Has|");
  EXPECT_EQ(path.where, Where::Argument);
  EXPECT_EQ(path.call, "item_meta");
  EXPECT_EQ(path.operands, 0);
  const ShorthandContext option = at_bar("item_meta(attributes.WiFi, true: \"free\", mi|");
  EXPECT_EQ(option.where, Where::Argument);
  EXPECT_EQ(option.given, std::vector<std::string>{"true"});
  const ShorthandContext value = at_bar("item_meta(attributes.WiFi, true: \"fr|");
  EXPECT_EQ(value.where, Where::Value);
  EXPECT_EQ(value.key, "true");
  EXPECT_EQ(value.path, "attributes.WiFi");
  EXPECT_EQ(value.prefix, "fr");
  EXPECT_EQ(value.quote, '"');
  EXPECT_EQ(at_bar("1HOP(['Al|").where, Where::Value);
}

TEST(ShorthandContext, EndsAtEveryByteOfAnyText) {
  const std::string text = "let a = AND(}{\"x\\\n'y: ,,=)]\xFF request{ \\";
  for (std::size_t offset = 0; offset <= text.size(); ++offset) {
    const ShorthandContext context = context_at(text, offset);
    EXPECT_LE(context.word.begin, offset);
    EXPECT_LE(context.word.begin, context.word.end);
  }
}

}  // namespace
}  // namespace seedc::lsp
