// Schemas written as JSON and read back.
#include "runtime/data/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace seedc::data {
namespace {

using testing::HasSubstr;

TEST(SchemaJson, ReadsBack) {
  const language::Schema schema{
      .items = 3,
      .reviews = 2,
      .item_paths = {{.path = {"attributes", "Wi\"Fi"},
                      .types = {"boolean", "string"},
                      .present = 2,
                      .distinct = 300,
                      .commonest = {{"free", 2}, {"caf\u00e9", 1}},
                      .is_whole = false}},
      .review_paths = {{.path = {"stars"}, .types = {"real"}, .present = 2}},
      .categories = {{"Bars", 2}},
      .topics = {{"a: b", 1}}};
  const base::Result<language::Schema> read = schema_of_json("s.json", to_json(schema));
  ASSERT_TRUE(read) << read.error().text;
  EXPECT_EQ(*read, schema);
}

TEST(SchemaJson, SaysWhatIsWrongAndWhere) {
  const auto mistake = [](std::string_view text) {
    const base::Result<language::Schema> read = schema_of_json("s.json", text);
    return read ? std::string() : read.error().text;
  };
  EXPECT_THAT(mistake("[]"), HasSubstr("`s.json` is not a schema: it must be an object"));
  EXPECT_THAT(mistake("{}"), HasSubstr("`items` must be a count"));
  EXPECT_THAT(mistake(R"({"items":1,"reviews":1,"item_paths":[{"path":[1]}]})"),
              HasSubstr("item_paths[0]: `path` must be a list of strings"));
  EXPECT_THAT(mistake(R"({"items":1,"reviews":1,"item_paths":[{"path":[]}]})"),
              HasSubstr("item_paths[0]: "));
}

}  // namespace
}  // namespace seedc::data
