// Arrow tables as datasets: every type, slices and batches, and the same results as JSON lines.
#include "runtime/data/arrow/arrow_source.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "runtime/data/snapshot/snapshot.h"
#include "test/support/arrow_arrays.h"
#include "test/support/snapshot_bytes.h"
#include "test/unit/dataset_folder.h"

namespace seedc::data::arrow {
namespace {

using namespace support;
using unit::DatasetFolder;

std::shared_ptr<const Table> table_of(std::vector<ArrowNode> batches, const std::string& name) {
  ArrowStream stream(std::move(batches));
  auto table = read_table(&stream, name);
  EXPECT_TRUE(table) << table.error().text;
  EXPECT_EQ(stream.release, nullptr);
  return table.value_or(nullptr);
}

/// A table of items with ids `b0`, `b1`, … and this column.
std::shared_ptr<const Table> items_with(ArrowNode column) {
  Texts ids;
  for (std::int64_t i = 0; i < column.length; ++i) ids.push_back("b" + std::to_string(i));
  return table_of({rows({texts("business_id", ids), std::move(column)})}, "items");
}

std::string values_at(const Dataset& dataset, const language::Path& path) {
  const Column& column = dataset.item_column(path);
  std::string all;
  for (std::uint32_t item = 0; item < dataset.item_count(); ++item)
    all += (item == 0 ? "" : " ") + language::to_json(column.values.at(column.codes[item]));
  return all;
}

Dataset loaded(Tables tables, const DataNeeds& needs, const LoadOptions& options = {}) {
  const auto source = source_of(std::move(tables));
  EXPECT_TRUE(source) << source.error().text;
  auto dataset = (*source)->load(needs, options);
  EXPECT_TRUE(dataset) << dataset.error().text;
  return *dataset;
}

/// The values of a column named x, at a path.
std::string values_of(ArrowNode column, const language::Path& path = {"x"}) {
  const auto table = items_with(std::move(column));
  return table ? values_at(loaded({.items = table}, {.item_paths = {path}}), path) : "";
}

TEST(ArrowTypes, Numbers) {
  EXPECT_EQ(values_of(fixed<std::int8_t>("c", "x", {-128, {}, 127})), "-128 null 127");
  EXPECT_EQ(values_of(fixed<std::uint8_t>("C", "x", {0, 255})), "0 255");
  EXPECT_EQ(values_of(fixed<std::int16_t>("s", "x", {-5, 5})), "-5 5");
  EXPECT_EQ(values_of(fixed<std::uint16_t>("S", "x", {65535})), "65535");
  EXPECT_EQ(values_of(fixed<std::int32_t>("i", "x", {-5, 5, -5})), "-5 5 -5");
  EXPECT_EQ(values_of(fixed<std::uint32_t>("I", "x", {4294967295})), "4294967295");
  EXPECT_EQ(values_of(fixed<std::int64_t>("l", "x", {INT64_MIN, INT64_MAX})),
            "-9223372036854775808 9223372036854775807");
  EXPECT_EQ(values_of(fixed<std::uint64_t>("L", "x", {7, UINT64_MAX})), "7 1.8446744073709552e+19");
  EXPECT_EQ(values_of(fixed<double>("g", "x", {4.0, 0.1, -0.0, 1e300})), "4.0 0.1 -0.0 1e+300");
  EXPECT_EQ(values_of(fixed<float>("f", "x", {0.5F, 0.1F})), "0.5 0.10000000149011612");
  EXPECT_EQ(values_of(fixed<std::uint16_t>("e", "x", {0x3C00, 0xC100, 0x0001, 0x7BFF, 0x8000})),
            "1.0 -2.5 5.960464477539063e-08 65504.0 -0.0");
  EXPECT_EQ(values_of(booleans("x", {true, {}, false})), "true null false");
  EXPECT_EQ(values_of({.format = "n", .name = "x", .length = 2, .null_count = 2}), "null null");
}

struct Wide {
  std::uint64_t low = 0;
  std::int64_t high = 0;
};
struct Wider {
  std::uint64_t parts[4] = {};
};

TEST(ArrowTypes, Decimals) {
  EXPECT_EQ(values_of(fixed<std::int32_t>("d:9,2,32", "x", {1050, -5, {}})), "10.5 -0.05 null");
  EXPECT_EQ(values_of(fixed<std::int64_t>("d:18,0,64", "x", {-12, 3})), "-12 3");
  EXPECT_EQ(values_of(fixed<Wide>("d:38,0", "x", {Wide{5, 0}, Wide{0, 1}, Wide{UINT64_MAX, -1}})),
            "5 1.8446744073709552e+19 -1");
  EXPECT_EQ(values_of(fixed<Wide>("d:38,3", "x", {Wide{1000, 0}, Wide{1, 0}, Wide{0, 0}})),
            "1.0 0.001 0.0");
  EXPECT_EQ(values_of(fixed<Wide>("d:38,-2", "x", {Wide{7, 0}, Wide{0, 0}})), "700.0 0.0");
  EXPECT_EQ(values_of(fixed<Wider>("d:76,1,256", "x", {Wider{{25}}, Wider{{0, 0, 1}}})),
            "2.5 3.402823669209385e+37");
}

TEST(ArrowTypes, DatesAndTimes) {
  EXPECT_EQ(values_of(fixed<std::int32_t>("tdD", "x", {0, -1, 19000, {}, 11016})),
            R"("1970-01-01" "1969-12-31" "2022-01-08" null "2000-02-29")");
  EXPECT_EQ(values_of(fixed<std::int64_t>("tdm", "x", {86'400'000, -1})),
            R"("1970-01-02" "1969-12-31")");
  EXPECT_EQ(values_of(fixed<std::int64_t>("tss:", "x", {0, 1'600'000'000, -1})),
            R"("1970-01-01 00:00:00" "2020-09-13 12:26:40" "1969-12-31 23:59:59")");
  EXPECT_EQ(values_of(fixed<std::int64_t>("tsm:UTC", "x", {1'600'000'000'999})),
            R"("2020-09-13 12:26:40")");
  EXPECT_EQ(values_of(fixed<std::int64_t>("tsu:Europe/Berlin", "x", {1'600'000'000'000'000})),
            R"("2020-09-13 12:26:40")");
  EXPECT_EQ(values_of(fixed<std::int64_t>("tsn:", "x", {1'600'000'000'000'000'000})),
            R"("2020-09-13 12:26:40")");
  EXPECT_EQ(values_of(fixed<std::int32_t>("tdD", "x", {-719'162, 2'932'896})),
            R"("0001-01-01" "9999-12-31")");
}

TEST(ArrowTypes, TextIsReadAsAttributesAre) {
  const Texts all = {"free",
                     {},
                     "True",
                     "None",
                     "u'none'",
                     "{'a': [1]}",
                     "a longer text than twelve",
                     "another one that is long",
                     ""};
  const std::string read =
      R"("free" null true null "none" {"a":[1]} "a longer text than twelve" "another one that is long" "")";
  EXPECT_EQ(values_of(texts("x", all)), read);
  EXPECT_EQ(values_of(texts<std::int64_t>("x", all)), read);
  EXPECT_EQ(values_of(text_views("x", all)), read);
  EXPECT_EQ(values_of(texts("x", {"{'a': {'b': 7}}", "{'a': 1}"}), {"x", "a", "b"}), "7 null");
}

TEST(ArrowTypes, Dictionaries) {
  const ArrowNode words = texts("", {"no", "True", {}, "yes"});
  EXPECT_EQ(values_of(dictionary<std::int8_t>("c", "x", {3, 1, {}, 2, 3}, words)),
            R"("yes" true null null "yes")");
  EXPECT_EQ(values_of(dictionary<std::uint32_t>("I", "x", {0, 0}, words)), R"("no" "no")");
  EXPECT_EQ(values_of(dictionary<std::int64_t>("l", "x", {1}, words)), "true");
  EXPECT_EQ(values_of(dictionary<std::int32_t>("i", "x", {1, 0}, fixed<double>("g", "", {1, 2}))),
            "2.0 1.0");
  const ArrowNode objects = structs("", {true, true}, {fixed<std::int32_t>("i", "a", {5, 6})});
  EXPECT_EQ(values_of(dictionary<std::int8_t>("c", "x", {1, 0, 1}, objects), {"x", "a"}), "6 5 6");
}

TEST(ArrowTypes, UnusedEntriesOfDictionariesAreNoValues) {
  const auto table = items_with(dictionary<std::int8_t>("c", "x", {1}, texts("", {"a", "b", "c"})));
  const Dataset dataset = loaded({.items = table}, {.item_paths = {{"x"}}});
  EXPECT_EQ(dataset.item_column({"x"}).values.size(), 2);
}

TEST(ArrowTypes, ListsAndObjects) {
  const ArrowNode numbers = fixed<std::int32_t>("i", "item", {1, {}, 3});
  EXPECT_EQ(values_of(lists("x", {2, {}, 0, 1}, numbers)), "[1,null] null [] [3]");
  EXPECT_EQ(values_of(lists<std::int64_t>("x", {0, 3}, numbers)), "[] [1,null,3]");
  EXPECT_EQ(values_of(list_views("x", {2, 1, {}}, numbers)), "[1,null] [3] null");
  EXPECT_EQ(values_of(list_views<std::int64_t>("x", {3}, numbers)), "[1,null,3]");
  EXPECT_EQ(values_of({.format = "+w:3",
                       .name = "x",
                       .length = 1,
                       .buffers = {std::nullopt},
                       .children = {numbers}}),
            "[1,null,3]");
  const ArrowNode object =
      structs("x", {true, true, false, true},
              {texts("WiFi", {"free", {}, "lost", "'no'"}), booleans("TV", {true, {}, true, {}})});
  EXPECT_EQ(values_of(object), R"({"WiFi":"free","TV":true} {} null {"WiFi":"'no'"})");
  EXPECT_EQ(values_of(object, {"x", "WiFi"}), R"("free" null null "no")");
  EXPECT_EQ(values_of(object, {"x", "TV"}), "true null null null");
  EXPECT_EQ(values_of(object, {"x", "TV", "on"}), "null null null null");
  EXPECT_EQ(values_of(object, {"y"}), "null null null null");
}

TEST(ArrowTypes, Maps) {
  const ArrowNode map = maps("x", {3, {}, 0, 1}, texts("key", {"a", "b", "a", "b"}),
                             fixed<std::int64_t>("l", "value", {1, {}, 3, 4}));
  EXPECT_EQ(values_of(map), R"({"a":3} null {} {"b":4})");
  EXPECT_EQ(values_of(map, {"x", "a"}), "3 null null null");
  EXPECT_EQ(values_of(map, {"x", "b"}), "null null null 4");
}

TEST(ArrowTypes, SlicesAndOffsetsOfParents) {
  ArrowNode numbers = fixed<std::int32_t>("i", "n", {9, 9, 1, {}, 3, 9});
  numbers.offset = 1;
  numbers.length = 5;
  ArrowNode words = texts("w", {"no", "a", {}, "c", "d", "no"});
  words.offset = 1;
  words.length = 4;
  ArrowNode object = structs("x", {true, true, true, false}, {numbers, words});
  object.offset = 1;
  object.length = 3;
  EXPECT_EQ(values_of(object), R"({"n":1} {"w":"c"} null)");
  ArrowNode list = lists("x", {1, 2, 2}, numbers);
  list.offset = 1;
  list.length = 2;
  EXPECT_EQ(values_of(list), "[1,null] [3,9]");
  ArrowNode sliced =
      rows({texts("business_id", {"z", "a", "b"}), booleans("x", {true, false, true})});
  sliced.offset = 1;
  sliced.length = 2;
  const Dataset dataset = loaded({.items = table_of({sliced}, "items")}, {.item_paths = {{"x"}}});
  EXPECT_EQ(dataset.item_id(0), "a");
  EXPECT_EQ(values_at(dataset, {"x"}), "false true");
}

TEST(ArrowTypes, BatchesAreOneTable) {
  const auto batch = [](const std::string& id, const Texts& words) {
    return rows(
        {texts("business_id", {id}), dictionary<std::int8_t>("c", "x", {0}, texts("", words))});
  };
  const ArrowNode none =
      rows({texts("business_id", {}), dictionary<std::int8_t>("c", "x", {}, texts("", {}))});
  const auto table =
      table_of({batch("a", {"one"}), none, batch("b", {"two"}), batch("c", {"one"})}, "items");
  EXPECT_EQ(table->batches().back().rows_before, 2);
  const Dataset dataset = loaded({.items = table}, {.item_paths = {{"x"}}});
  EXPECT_EQ(values_at(dataset, {"x"}), R"("one" "two" "one")");
  EXPECT_EQ(dataset.item_column({"x"}).values.size(), 3);
}

TEST(ArrowTypes, ValuesWithoutMeaningAreFaults) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const auto table = items_with(structs("x", {true, true, true},
                                        {fixed<double>("g", "r", {kNan, 2.0, -HUGE_VAL}),
                                         fixed<std::int32_t>("tdD", "d", {0, 3'000'000, 1})}));
  const Dataset dataset = loaded({.items = table}, {.item_paths = {{"x"}}});
  EXPECT_EQ(values_at(dataset, {"x"}), R"({"d":"1970-01-01"} {"r":2.0} {"d":"1970-01-02"})");
  const LoadReport& report = dataset.report();
  EXPECT_EQ(report.skipped_count, 3);
  EXPECT_EQ(report.skipped.at(0).reason, "`x.r` is not a finite number");
  EXPECT_EQ(report.skipped.at(0).line, 1);
  EXPECT_EQ(report.skipped.at(1).reason, "`x.d` is beyond the years 1 to 9999");
  EXPECT_EQ(report.files.at(0).accepted, 3);
  EXPECT_EQ(report.files.at(0).skipped, 0);
  const auto strict = (*source_of({.items = table}))->load({}, {.strict = true});
  EXPECT_EQ(strict.error().text, "items:1: `x.r` is not a finite number");
}

TEST(ArrowTypes, FaultsInListsAndDictionariesBelongToTheirRows) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const auto in_list = items_with(lists("x", {1, 2}, fixed<double>("g", "item", {1, 2, kNan})));
  const Dataset of_lists = loaded({.items = in_list}, {.item_paths = {{"x"}}});
  EXPECT_EQ(values_at(of_lists, {"x"}), "[1.0] [2.0,null]");
  EXPECT_EQ(of_lists.report().skipped.at(0).line, 2);
  const auto in_dictionary =
      items_with(dictionary<std::int8_t>("c", "x", {0, 1, 1}, texts("", {"ok", "\xff"})));
  const Dataset of_dictionary = loaded({.items = in_dictionary}, {.item_paths = {{"x"}}});
  EXPECT_EQ(of_dictionary.item_count(), 1);
  EXPECT_EQ(of_dictionary.report().skipped.at(1).line, 3);
}

TEST(ArrowTypes, InvalidUtf8BreaksItsRecord) {
  const Texts all = {"fine", "br\xc3", "\xa9oken", {}, "é"};
  for (const ArrowNode& column : {texts("x", all), text_views("x", all)}) {
    const Dataset dataset = loaded({.items = items_with(column)}, {.item_paths = {{"x"}}});
    EXPECT_EQ(values_at(dataset, {"x"}), R"("fine" null "é")");
    EXPECT_EQ(dataset.report().skipped.at(0).reason, "invalid UTF-8 in `x`");
    EXPECT_EQ(dataset.report().files.at(0).skipped, 2);
  }
}

// --- the same as JSON lines

constexpr const char* kItems =
    R"({"business_id":"a","name":"Ann's","stars":4.5,"attributes":{"WiFi":"u'free'","TV":true},"categories":"Pizza, Bars"}
{"business_id":"b","attributes":{"WiFi":"no"}}
{"business_id":"a"}
{"name":"no id"}
{"business_id":"c","stars":3.0}
)";
constexpr const char* kReviews =
    R"({"review_id":"r1","business_id":"b","text":"so cozy","stars":5,"user":{"name":"Ann"}}
{"review_id":"r2","business_id":"a","text":"meh","stars":2,"user_id":"u1"}
{"review_id":"r2","business_id":"a"}
{"review_id":"r3","business_id":"z"}
{"business_id":"a"}
{"review_id":"r4","business_id":"b","user_id":"u2"}
{"review_id":"r5","business_id":"a","stars":1,"user_id":"u3"}
)";

Tables tables_of_json() {
  Tables tables;
  tables.items = table_of({rows({texts("business_id", {"a", "b", "a", {}, "c"}),
                                 texts("name", {"Ann's", {}, {}, "no id", {}}),
                                 fixed<double>("g", "stars", {4.5, {}, {}, {}, 3.0}),
                                 structs("attributes", {true, true, false, false, false},
                                         {texts("WiFi", {"u'free'", "no", {}, {}, {}}),
                                          booleans("TV", {true, {}, {}, {}, {}})}),
                                 texts("categories", {"Pizza, Bars", {}, {}, {}, {}})})},
                          "items");
  tables.reviews =
      table_of({rows({texts("review_id", {"r1", "r2", "r2", "r3", {}, "r4", "r5"}),
                      texts("business_id", {"b", "a", "a", "z", "a", "b", "a"}),
                      texts<std::int64_t>("text", {"so cozy", "meh", {}, {}, {}, {}, {}}),
                      fixed<std::int8_t>("c", "stars", {5, 2, {}, {}, {}, {}, 1}),
                      structs("user", {true, false, false, false, false, false, false},
                              {texts("name", {"Ann", {}, {}, {}, {}, {}, {}})}),
                      dictionary<std::int8_t>("c", "user_id", {{}, 0, {}, {}, {}, 1, 2},
                                              texts("", {"u1", "u2", "u3"}))})},
               "reviews");
  tables.users = table_of({rows({texts("user_id", {"u1", "u1", "u9", "u2"}),
                                 texts("name", {"Bob", "Eve", "Zoe", "Cid"}),
                                 fixed<std::int32_t>("i", "fans", {3, 4, 5, {}})})},
                          "users");
  tables.friends = table_of(
      {rows({texts("name", {"Ann", "Bob", {}, "Cid", "Ann"}),
             lists("friends", {1, 0, 1, {}, 2}, texts("item", {"Bob", "Zoe", "Bob", "Cid"}))})},
      "friends");
  tables.judgements = table_of({rows({texts("review_id", {"r1", "r2", "r9", {}}),
                                      texts("topic", {"tea", "tea", "tea", "tea"}),
                                      texts("judgement", {"POS", "no", "yes", "yes"})})},
                               "judgements");
  return tables;
}

void write_json(const DatasetFolder& folder) {
  folder.write("items.jsonl", kItems);
  folder.write("reviews.jsonl", kReviews);
  folder.write("user.jsonl",
               "{\"user_id\":\"u1\",\"name\":\"Bob\",\"fans\":3}\n{\"user_id\":\"u1\",\"name\":"
               "\"Eve\",\"fans\":4}\n{\"user_id\":\"u9\",\"name\":\"Zoe\",\"fans\":5}\n"
               "{\"user_id\":\"u2\",\"name\":\"Cid\"}\n");
  folder.write("user_mapping.json", R"({"friend_graph":{"Ann":["Bob","Cid"],"Bob":[]}})");
  folder.write(
      "judgement_cache.json",
      R"({"r1:tea":{"judgement":"POS"},"r2:tea":{"judgement":"no"},"r9:tea":{"judgement":"yes"}})");
}

const DataNeeds kAll = {
    .item_paths = {{"name"}, {"stars"}, {"attributes"}, {"attributes", "WiFi"}, {"reviews"}},
    .review_paths = {{"stars"}, {"user"}, {"user", "name"}, {"user", "fans"}, {"user_id"}},
    .texts = true,
    .names = true,
    .circles = true,
    .judgements = true};

TEST(ArrowSource, GivesWhatJsonLinesGive) {
  const DatasetFolder folder;
  write_json(folder);
  const Dataset json = folder.load(kAll).value();
  const Dataset arrow = loaded(tables_of_json(), kAll);
  EXPECT_EQ(support::answers_of(arrow, kAll, {"tea"}), support::answers_of(json, kAll, {"tea"}));
  const std::vector<LoadReport::Skipped>& expected = json.report().skipped;
  const std::vector<LoadReport::Skipped>& skipped = arrow.report().skipped;
  ASSERT_GE(skipped.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(skipped[i].reason, expected[i].reason);
    EXPECT_EQ(skipped[i].line, expected[i].line);
  }
  EXPECT_EQ(skipped[0].file, "items");
}

TEST(ArrowSource, HasTheSameSchema) {
  const DatasetFolder folder;
  write_json(folder);
  const auto source = source_of(tables_of_json()).value();
  EXPECT_EQ(to_json(source->schema().value()), to_json(source_at(folder.path())->schema().value()));
  EXPECT_EQ(to_json(source->schema({.reviews = false}).value()),
            to_json(source_at(folder.path())->schema({.reviews = false}).value()));
}

TEST(ArrowSource, HasTheSameSnapshot) {
  const DatasetFolder folder;
  const auto source = source_of(tables_of_json()).value();
  const std::string file = folder.file("a.snapshot");
  ASSERT_TRUE(save_snapshot(*source, file));
  EXPECT_EQ(support::everything_of(source_at(file)->load(kAll).value(), kAll, {"tea"}),
            support::everything_of(source->load(kAll).value(), kAll, {"tea"}));
  EXPECT_EQ(source_at(file)->schema().value(), source->schema().value());
}

TEST(ArrowSource, ReviewsMayBeNested) {
  const ArrowNode reviews =
      structs("item", {true, true, false, true},
              {texts("review_id", {"r1", "r2", {}, "r1"}), texts("text", {"x", "y", {}, "z"})});
  const ArrowNode ids = texts("business_id", {"a", {}, "b"});
  const ArrowNode of_lists = lists("reviews", {1, 1, 2}, reviews);
  const ArrowNode plain = rows({ids, of_lists});
  const ArrowNode bundle = rows({structs("business", {true, true, true}, {ids}), of_lists});
  for (const ArrowNode& batch : {plain, bundle}) {
    const Dataset dataset =
        loaded({.items = table_of({batch}, "items")}, {.item_paths = {{"reviews"}}, .texts = true});
    EXPECT_EQ(dataset.item_count(), 2);
    EXPECT_EQ(dataset.review_count(), 1);
    EXPECT_EQ(dataset.text(0), "x");
    EXPECT_EQ(values_at(dataset, {"reviews"}), "null null");
    std::string reasons;
    for (const auto& skipped : dataset.report().skipped)
      reasons += std::to_string(skipped.line) + " " + skipped.reason + "\n";
    EXPECT_EQ(reasons,
              "2 `business_id` is missing or not a string\n"
              "2 a review of an item without an id\n"
              "3 not an object\n"
              "3 review_id `r1` already exists\n");
  }
}

TEST(ArrowSource, ATableOfReviewsMakesTheColumnPlainData) {
  const ArrowNode nested =
      lists("reviews", {1}, structs("item", {true}, {texts("review_id", {"r1"})}));
  const Dataset dataset =
      loaded({.items = table_of({rows({texts("business_id", {"a"}), nested})}, "items"),
              .reviews = table_of({rows({texts("review_id", {"r7"}), texts("business_id", {"a"})})},
                                  "reviews")},
             {.item_paths = {{"reviews"}}});
  EXPECT_EQ(dataset.review_id(0), "r7");
  EXPECT_EQ(values_at(dataset, {"reviews"}), R"([{"review_id":"r1"}])");
}

std::string error_of(Tables tables) {
  const auto source = source_of(std::move(tables));
  return source ? ""
                : source.error().text +
                      (source.error().help.empty() ? "" : "; " + source.error().help);
}

TEST(ArrowSource, IdColumnsAreNeeded) {
  const auto items = table_of({rows({texts("busines_id", {"a"})})}, "items");
  EXPECT_EQ(error_of({.items = items}),
            "Arrow data `items` has no column `business_id`; did you mean `busines_id`?");
  const auto numbers = table_of({rows({fixed<std::int32_t>("i", "business_id", {1})})}, "items");
  EXPECT_EQ(error_of({.items = numbers}),
            "column `business_id` of Arrow data `items` is not text; cast it to a string (utf8)");
  EXPECT_EQ(error_of({}), "there is no table of items; give the items as an Arrow stream");
  const auto right = table_of({rows({texts("business_id", {"a"})})}, "items");
  EXPECT_EQ(error_of({.items = right, .reviews = right}),
            "Arrow data `items` has no column `review_id`; each row needs its `review_id`");
  EXPECT_EQ(error_of({.items = right, .friends = right}),
            "Arrow data `items` has no column `name`; each row needs its `name`");
  const auto bundle = table_of(
      {rows({structs("business", {true}, {texts("business_id", {"a"})}), texts("users", {"x"})})},
      "items");
  EXPECT_EQ(error_of({.items = bundle}),
            "column `users` of Arrow data `items` has no meaning beside `business`; leave it "
            "out; reviews, friends and judgements may be tables of their own");
}

TEST(ArrowSource, TextsAreTexts) {
  const auto items = table_of({rows({texts("business_id", {"a"})})}, "items");
  const auto reviews = [](ArrowNode text) {
    return table_of(
        {rows({texts("review_id", {"r1"}), texts("business_id", {"a"}), std::move(text)})},
        "reviews");
  };
  EXPECT_EQ(error_of({.items = items, .reviews = reviews(fixed<std::int32_t>("i", "text", {1}))}),
            "column `text` of Arrow data `reviews` is not text; cast it to a string (utf8)");
  EXPECT_EQ(error_of({.items = items, .reviews = reviews(texts("text", {"cozy"}))}), "");
  EXPECT_EQ(
      error_of({.items = items, .reviews = reviews({.format = "n", .name = "text", .length = 1})}),
      "");
}

TEST(ArrowSource, LimitsHold) {
  const auto source =
      source_of({.items = table_of({rows({texts("business_id", {"a", "b"})})}, "items")}).value();
  EXPECT_EQ(source->load({}, {.max_records = 1}).error().text, "more than 1 items");
  EXPECT_EQ(source->load({}, {.max_records = 1}).error().kind(), base::ErrorKind::Limit);
  const auto none =
      source_of({.items = table_of({rows({texts("business_id", {{}})})}, "items")}).value();
  EXPECT_EQ(none->load({}).error().text, "`items` has no readable items");
  EXPECT_EQ(none->schema().error().text, "`items` has no readable items");
}

TEST(ArrowSource, MemoryIsCharged) {
  const auto source = source_of(tables_of_json()).value();
  const auto load = [&](std::uint64_t limit) {
    const auto budget = std::make_shared<base::MemoryBudget>(limit);
    EXPECT_TRUE(source->load(kAll, {.call = base::Call({.memory = budget})}));
    return budget->used();
  };
  EXPECT_EQ(load(1 << 24), 0) << "all is given back with the dataset";
  EXPECT_THROW(load(100), base::OutOfBudget);
}

TEST(ArrowSource, CallsStop) {
  const auto stop = std::make_shared<base::StopToken>();
  stop->request();
  const auto source = source_of(tables_of_json()).value();
  EXPECT_THROW((void)source->load(kAll, {.call = base::Call({.stop = stop})}), base::Stopped);
}

TEST(ArrowSource, DatasetsOutliveIt) {
  const std::int64_t before = live_arrow_count();
  std::optional<Dataset> dataset;
  {
    const auto source = source_of(tables_of_json()).value();
    dataset = source->load(kAll).value();
    EXPECT_GT(live_arrow_count(), before);
  }
  EXPECT_EQ(live_arrow_count(), before);
  EXPECT_EQ(dataset->text(0), "meh");
  EXPECT_EQ(values_at(*dataset, {"name"}), R"("Ann's" null null)");
}

TEST(ArrowSource, ExtractionsAreLines) {
  const Dataset dataset = loaded(tables_of_json(), kAll);
  const auto table = table_of({rows({texts("review_id", {"r1", "r2", "r9", {}, "r4"}),
                                     fixed<double>("g", "score", {1.5, NAN, 2.0, 2.0, {}}),
                                     texts("mood", {"good", {}, {}, {}, "bad"})})},
                              "rows");
  const std::vector<contract::Field> fields = {
      {.name = "score", .type = contract::FieldType::Float, .values = {}},
      {.name = "mood", .type = contract::FieldType::String, .values = {}}};
  const auto read = load_extractions(*table, fields, {}, dataset, {});
  ASSERT_TRUE(read) << read.error().text;
  EXPECT_EQ(read->report().rows, 5);
  EXPECT_EQ(read->report().used, 3);
  EXPECT_EQ(read->report().counts.at(ExtractionReport::Fault::WrongType), 1);
  EXPECT_EQ(read->report().counts.at(ExtractionReport::Fault::UnknownReview), 1);
  EXPECT_EQ(read->report().counts.at(ExtractionReport::Fault::BrokenLine), 1);
  EXPECT_EQ(load_extractions(*tables_of_json().users, fields, {}, dataset, {}).error().text,
            "Arrow data `users` has no column `review_id`");
}

}  // namespace
}  // namespace seedc::data::arrow
