// Arrow streams that fail or lie: an error value, and everything is released once.
#include "runtime/data/arrow/table.h"

#include <gtest/gtest.h>

#include <functional>

#include "test/support/arrow_arrays.h"

namespace seedc::data::arrow {
namespace {

using namespace support;

/// The error of reading these batches.
std::string error_of(std::vector<ArrowNode> batches, std::size_t fails_before = SIZE_MAX,
                     const Limits& limits = {}) {
  const std::int64_t before = live_arrow_count();
  std::string error;
  {
    ArrowStream stream(std::move(batches), fails_before);
    const auto table = read_table(&stream, "items", limits);
    EXPECT_EQ(stream.release, nullptr);
    if (!table)
      error = table.error().text + (table.error().help.empty() ? "" : "; " + table.error().help);
  }
  EXPECT_EQ(live_arrow_count(), before) << "something is not released";
  return error;
}

/// A batch with one column, after a change that makes it wrong.
std::string error_of_column(const ArrowNode& column,
                            const std::function<void(ArrowNode&)>& spoil = {}) {
  EXPECT_EQ(error_of({rows({column})}), "") << "the column is right at first";
  const ArrowNode right = rows({column});
  ArrowNode wrong = right;
  if (spoil) spoil(wrong.children.front());
  return error_of({right, wrong});
}

std::string refused(const std::string& format) {
  ArrowNode column{.format = format, .name = "when", .length = 0, .buffers = {std::nullopt, ""}};
  return error_of({rows({column})});
}

template <class T>
void put(ArrowNode& node, std::size_t buffer, std::size_t index, T value) {
  std::memcpy(node.buffers[buffer]->data() + index * sizeof value, &value, sizeof value);
}

TEST(ArrowTable, ReadsBatchesAndReleasesThem) {
  EXPECT_EQ(error_of({rows({texts("business_id", {"a"})}), rows({texts("business_id", {})})}), "");
  EXPECT_EQ(error_of({rows({})}), "");
}

TEST(ArrowTable, AStreamThatFails) {
  const ArrowNode batch = rows({texts("business_id", {"a"})});
  EXPECT_EQ(error_of({batch, batch}, 1), "the Arrow stream `items` failed: the disk is on fire");
  EXPECT_EQ(error_of({batch, batch}, 0), "the Arrow stream `items` failed: the disk is on fire");
  EXPECT_EQ(read_table(nullptr, "items").error().text,
            "the Arrow stream `items` is null or released already");
  ArrowStream stream({batch});
  EXPECT_TRUE(read_table(&stream, "items"));
  EXPECT_EQ(read_table(&stream, "items").error().kind(), base::ErrorKind::Usage);
}

TEST(ArrowTable, TypesWithoutMeaning) {
  EXPECT_EQ(
      refused("z"),
      "column `when` of Arrow data `items` is binary (Arrow format `z`), which has no meaning "
      "here; text is utf8: cast it, or leave the column out");
  EXPECT_EQ(
      refused("tts"),
      "column `when` of Arrow data `items` is a time of day (Arrow format `tts`), which has no "
      "meaning here; cast it to a string (utf8), or leave the column out");
  EXPECT_EQ(refused("+ud:0,1"),
            "column `when` of Arrow data `items` is a union (Arrow format `+ud:0,1`), which has no "
            "meaning here; make it a column for each of its types, or leave it out");
  EXPECT_EQ(refused("??"),
            "column `when` of Arrow data `items` has the unknown Arrow format `??`; cast it to a "
            "string (utf8), or leave the column out");
  for (const char* format : {"Z", "vz", "w:4", "tDs", "tiM", "+r", "", "d:", "d:5", "d:5,2,77",
                             "d:99,1", "d:5,99", "ts", "tsx:", "+w:", "+w:-1", "+w:3000000000"})
    EXPECT_NE(refused(format), "") << format;
}

TEST(ArrowTable, SchemasThatContradictThemselves) {
  EXPECT_EQ(error_of({texts("business_id", {"a"})}),
            "Arrow data `items` is not a stream of rows; its schema is a struct of columns (`+s`)");
  EXPECT_EQ(error_of({rows({texts("a", {"x"}), texts("a", {"x"})})}),
            "column `a` of Arrow data `items` is there twice; rename one of them, or leave it out");
  ArrowNode list = lists("a", {1}, texts("item", {"x"}));
  list.children.clear();
  EXPECT_EQ(error_of({rows({list})}),
            "column `a` of Arrow data `items` has a schema with 0 children, which its format `+l` "
            "does not have");
  EXPECT_EQ(
      error_of(
          {rows({maps("a", {1}, fixed<std::int32_t>("i", "key", {1}), texts("value", {"x"}))})}),
      "column `a` of Arrow data `items` is a map whose keys are not strings; cast its keys to "
      "utf8");
  EXPECT_EQ(error_of({rows({dictionary<double>("g", "a", {1.0}, texts("", {"x"}))})}),
            "column `a` of Arrow data `items` has a dictionary whose indices are not integers");
  EXPECT_EQ(error_of({rows({texts("\xff", {"x"})})}),
            "Arrow data `items` has a column whose name is not UTF-8");
}

TEST(ArrowTable, NestingIsLimited) {
  const auto nested = [](int levels) {
    ArrowNode column = fixed<std::int32_t>("i", "a", {1});
    for (int level = 0; level < levels; ++level) column = structs("a", {true}, {column});
    return rows({column});
  };
  EXPECT_EQ(error_of({nested(1000)}), "");
  EXPECT_EQ(error_of({nested(1100)}),
            "Arrow data `items` is nested too deeply; 1024 levels are allowed");
}

TEST(ArrowTable, Lengths) {
  const ArrowNode numbers = fixed<std::int32_t>("i", "a", {1, 2});
  EXPECT_EQ(error_of_column(numbers, [](ArrowNode& node) { node.length = -1; }),
            "column `a` of Arrow data `items` has the length -1 and the offset 0");
  EXPECT_EQ(error_of_column(numbers, [](ArrowNode& node) { node.offset = -7; }),
            "column `a` of Arrow data `items` has the length 2 and the offset -7");
  EXPECT_EQ(error_of_column(numbers, [](ArrowNode& node) { node.length = 1; }),
            "column `a` of Arrow data `items` has 1 values where 2 are needed");
  EXPECT_EQ(error_of_column(numbers, [](ArrowNode& node) { node.null_count = 3; }),
            "column `a` of Arrow data `items` has 3 nulls in 2 rows");
  EXPECT_EQ(error_of_column(numbers, [](ArrowNode& node) { node.null_count = 1; }),
            "column `a` of Arrow data `items` has nulls and no validity buffer");
}

TEST(ArrowTable, RowsAreLimited) {
  const ArrowNode numbers = fixed<std::int32_t>("i", "a", {1, 2});
  constexpr const char* kTooMany =
      "column `a` of Arrow data `items` has more than 2147483647 rows in a batch; make the batches "
      "smaller";
  EXPECT_EQ(error_of_column(numbers, [](ArrowNode& node) { node.length = std::int64_t{1} << 31; }),
            kTooMany);
  EXPECT_EQ(error_of_column(numbers, [](ArrowNode& node) { node.offset = INT64_MAX; }), kTooMany);
  EXPECT_EQ(error_of({rows({numbers}), rows({numbers})}, SIZE_MAX, {.rows = 3}),
            "more than 3 items; split the data");
}

TEST(ArrowTable, Buffers) {
  const ArrowNode numbers = fixed<std::int32_t>("i", "a", {1, 2});
  EXPECT_EQ(error_of_column(numbers, [](ArrowNode& node) { node.buffers.pop_back(); }),
            "column `a` of Arrow data `items` has 1 buffers where its type has 2");
  EXPECT_EQ(error_of_column(numbers, [](ArrowNode& node) { node.buffers[1].reset(); }),
            "column `a` of Arrow data `items` has no buffer of values");
  const ArrowNode words = texts("a", {"one", "two"});
  EXPECT_EQ(error_of_column(words, [](ArrowNode& node) { node.buffers[2].reset(); }),
            "column `a` of Arrow data `items` has no buffer of text");
  EXPECT_EQ(error_of({rows({texts("a", {"", {}})})}), "");
  ArrowNode empty = texts("a", {"", {}});
  empty.buffers[2].reset();
  EXPECT_EQ(error_of({rows({empty})}), "") << "no byte of it is needed";
}

TEST(ArrowTable, Offsets) {
  const ArrowNode words = texts("a", {"one", "two"});
  EXPECT_EQ(error_of_column(words, [](ArrowNode& node) { put(node, 1, 0, std::int32_t{-1}); }),
            "column `a` of Arrow data `items` has a negative offset");
  EXPECT_EQ(error_of_column(words, [](ArrowNode& node) { put(node, 1, 1, std::int32_t{7}); }),
            "column `a` of Arrow data `items` has decreasing offsets: 7, then 6");
  const ArrowNode list = lists("a", {1, 1}, texts("item", {"x", "y"}));
  EXPECT_EQ(error_of_column(list, [](ArrowNode& node) { put(node, 1, 2, std::int32_t{9}); }),
            "column `a.item` of Arrow data `items` has 2 values where 9 are needed");
  const ArrowNode view = list_views("a", {1, 1}, texts("item", {"x", "y"}));
  EXPECT_EQ(error_of_column(view, [](ArrowNode& node) { put(node, 2, 1, std::int32_t{2}); }),
            "column `a.item` of Arrow data `items` has 2 values where 3 are needed");
  EXPECT_EQ(error_of_column(view, [](ArrowNode& node) { put(node, 2, 1, std::int32_t{-2}); }),
            "column `a` of Arrow data `items` has a list of -2 values from 1 on");
  EXPECT_EQ(error_of_column({.format = "+w:2",
                             .name = "a",
                             .length = 1,
                             .buffers = {std::nullopt},
                             .children = {texts("item", {"x", "y"})}},
                            [](ArrowNode& node) { node.children[0].length = 1; }),
            "column `a.item` of Arrow data `items` has 1 values where 2 are needed");
}

TEST(ArrowTable, Views) {
  constexpr const char* kOutside =
      "column `a` of Arrow data `items` has a view of text outside its buffers";
  const ArrowNode words = text_views("a", {"short", "a text that is long"});
  const auto with_word = [&](std::size_t word, std::int32_t value) {
    return error_of_column(words, [&](ArrowNode& node) { put(node, 1, word, value); });
  };
  EXPECT_EQ(with_word(0, -1), kOutside);
  EXPECT_EQ(with_word(4, 1000), kOutside);
  EXPECT_EQ(with_word(6, 2), kOutside);
  EXPECT_EQ(with_word(6, -1), kOutside);
  EXPECT_EQ(with_word(7, 1), kOutside);
  EXPECT_EQ(with_word(7, -1), kOutside);
  EXPECT_EQ(error_of_column(words, [](ArrowNode& node) { node.buffers.back().reset(); }),
            "column `a` of Arrow data `items` has no sizes of its buffers of text");
  EXPECT_EQ(error_of_column(words, [](ArrowNode& node) { node.buffers.resize(2); }),
            "column `a` of Arrow data `items` has 2 buffers where its type has 3");
}

TEST(ArrowTable, ChildrenAndDictionaries) {
  const ArrowNode words = dictionary<std::int8_t>("c", "a", {0, 1}, texts("", {"x", "y"}));
  EXPECT_EQ(error_of_column(words, [](ArrowNode& node) { put(node, 1, 1, std::int8_t{2}); }),
            "column `a` of Arrow data `items` has the index 2 in a dictionary of 2");
  EXPECT_EQ(error_of_column(words, [](ArrowNode& node) { put(node, 1, 1, std::int8_t{-1}); }),
            "column `a` of Arrow data `items` has the index -1 in a dictionary of 2");
  constexpr const char* kMismatch =
      "column `a` of Arrow data `items` has a dictionary where its type has none, or none where it "
      "has one";
  EXPECT_EQ(error_of_column(words, [](ArrowNode& node) { node.dictionary.clear(); }), kMismatch);
  const ArrowNode object = structs("a", {true}, {texts("b", {"x"})});
  EXPECT_EQ(error_of_column(object, [](ArrowNode& node) { node.children.clear(); }),
            "column `a` of Arrow data `items` has 0 children where its type has 1");
  EXPECT_EQ(error_of_column(object, [](ArrowNode& node) { node.dictionary.push_back(node); }),
            kMismatch);
}

}  // namespace
}  // namespace seedc::data::arrow
