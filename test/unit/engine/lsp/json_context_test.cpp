// Where a location is in JSON that is broken.
#include "engine/lsp/json_context.h"

#include <gtest/gtest.h>

namespace seedc::lsp {
namespace {

JsonContext json_at_bar(std::string text, bool has_lines = false) {
  const std::size_t offset = text.find('|');
  text.erase(offset, 1);
  return json_context_at(text, offset, has_lines);
}

TEST(JsonContext, FindsKeysAndValues) {
  EXPECT_TRUE(json_at_bar("{|").is_key);
  EXPECT_TRUE(json_at_bar(R"({"compute": [{"na|)").is_key);
  EXPECT_TRUE(json_at_bar(R"({"a": 1, |})").is_key);
  EXPECT_FALSE(json_at_bar(R"({"a": |})").is_key);
  EXPECT_FALSE(json_at_bar(R"({"a": ["x|)").is_key);
}

TEST(JsonContext, KnowsThePathAndTheMembersAfterTheLocation) {
  const JsonContext context =
      json_at_bar(R"({"compute": [{"expr": "N|", "op": "expr"}, {"op": "sum"}])");
  EXPECT_EQ(context.path(), "compute/expr");
  EXPECT_EQ(context.levels.back().scalars.at("op"), "expr");
  EXPECT_EQ(context.prefix, "N");
  EXPECT_TRUE(context.is_in_string);
}

TEST(JsonContext, KnowsTheObjectsBefore) {
  const JsonContext context =
      json_at_bar(R"({"compute": [{"name": "N", "op": "count"}, {"name": "M", "expr": "|)");
  ASSERT_EQ(context.complete.size(), 1);
  EXPECT_EQ(context.complete[0].path, "compute");
  EXPECT_EQ(context.complete[0].scalars.at("name"), "N");
}

TEST(JsonContext, BeginsAnewAtLines) {
  const JsonContext context = json_at_bar("{\"id\": [[{\n{\"id\": \"|", /*has_lines=*/true);
  EXPECT_EQ(context.levels.size(), 1);
  EXPECT_EQ(context.path(), "id");
}

TEST(JsonContext, EndsAtEveryByteOfAnyText) {
  const std::string text = "{\"a\\\": [}]{,:\n\"x\xFF 1e5 \\\"{";
  for (std::size_t offset = 0; offset <= text.size(); ++offset) {
    const JsonContext context = json_context_at(text, offset, true);
    EXPECT_LE(context.word.begin, offset);
  }
}

}  // namespace
}  // namespace seedc::lsp
