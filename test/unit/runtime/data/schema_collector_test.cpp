// Schemas that are collected in parts are those of all records, at any depth of joining.
#include "runtime/data/schema_collector.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace seedc::data {
namespace {

using language::Dict;
using language::Schema;
using language::Value;

/// Items and reviews of every type, of which some values are too long to be shown.
void add(SchemaCollector& collector, int number) {
  const std::string id = fmt::format("b{}", number);
  Dict item{{"business_id", id},
            {"stars", number % 3 == 0 ? Value(4.5) : Value(std::int64_t{4})},
            {"categories", number % 2 == 0 ? "Food, Tea" : "Tea"},
            {"about", std::string(static_cast<std::size_t>(200 + number % 4), 'x')},
            {"hours", Dict{{"Monday", number % 5 == 0 ? Value() : Value("9:0-17:0")}}}};
  collector.add_item(item);
  collector.add_review(Dict{{"review_id", id}, {"useful", std::int64_t{number % 7}}});
  collector.add_judgement(fmt::format("{}:{}", id, number % 2 == 0 ? "tea" : "cake"));
  collector.count(1, 1);
}

Schema schema_of(std::initializer_list<Schema> parts) {
  SchemaCollector joined;
  for (const Schema& part : parts) joined.add_part(part);
  return joined.take();
}

Schema part_of(int begin, int end) {
  SchemaCollector collector;
  for (int number = begin; number < end; ++number) add(collector, number);
  return collector.take_part();
}

Schema joined(std::initializer_list<Schema> parts) {
  SchemaCollector collector;
  for (const Schema& part : parts) collector.add_part(part);
  return collector.take_part();
}

TEST(SchemaCollector, PartsAreJoinedToTheSchemaOfAll) {
  for (const int count : {3, 150, 1000}) {
    SchemaCollector all;
    for (int number = 0; number < count; ++number) add(all, number);
    const Schema whole = all.take();
    const int third = count / 3;
    const Schema one = part_of(0, third), two = part_of(third, 2 * third),
                 three = part_of(2 * third, count);
    EXPECT_EQ(schema_of({one, two, three}), whole) << count;
    EXPECT_EQ(schema_of({joined({one}), joined({joined({two}), three})}), whole) << count;
    EXPECT_EQ(schema_of({three, Schema{}, one, two}).items, whole.items);
  }
}

TEST(SchemaCollector, LongTextsAreCountedAndNotShown) {
  const Schema schema = schema_of({part_of(0, 40), part_of(40, 80)});
  const auto about =
      std::ranges::find(schema.item_paths, language::Path{"about"}, &language::SchemaPath::path);
  ASSERT_NE(about, schema.item_paths.end());
  EXPECT_EQ(about->distinct, 4u);
  ASSERT_EQ(about->commonest.size(), 1u);
  EXPECT_EQ(about->commonest.front().first.size(), 200u);
  EXPECT_FALSE(about->is_whole);
}

TEST(SchemaCollector, ValuesAreCountedUpToTheLimit) {
  const int most = static_cast<int>(language::SchemaPath::kMaxDistinct);
  const Schema schema = schema_of({part_of(0, most - 10), part_of(most - 10, most + 10)});
  EXPECT_EQ(schema.item_paths.front().distinct, language::SchemaPath::kMaxDistinct);
  EXPECT_EQ(schema.items, static_cast<std::uint64_t>(most) + 10);
}

}  // namespace
}  // namespace seedc::data
