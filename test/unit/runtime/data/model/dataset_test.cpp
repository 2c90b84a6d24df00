// Loading: which files, which records, which values; the report of what was left out; the schema.
#include "runtime/data/model/dataset.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "runtime/data/source.h"
#include "test/unit/dataset_folder.h"

namespace seedc::data {
namespace {

std::string review(const std::string& id, const std::string& item, const std::string& more = "") {
  return R"({"review_id": ")" + id + R"(", "business_id": ")" + item + "\"" + more + "}\n";
}

std::vector<std::string> review_ids(const Dataset& dataset, std::uint32_t item) {
  std::vector<std::string> ids;
  for (std::uint32_t r = dataset.review_begin(item); r < dataset.review_begin(item + 1); ++r) {
    ids.emplace_back(dataset.review_id(r));
  }
  return ids;
}

std::vector<language::Value> values(const Column& column, std::size_t count) {
  std::vector<language::Value> values;
  for (std::size_t row = 0; row < count; ++row) values.push_back(column.values[column.codes[row]]);
  return values;
}

std::vector<language::Value> item_values(const Dataset& dataset, const language::Path& path) {
  return values(dataset.item_column(path), dataset.item_count());
}

std::vector<language::Value> review_values(const Dataset& dataset, const language::Path& path) {
  return values(dataset.review_column(path), dataset.review_count());
}

std::vector<language::Value> names(const Dataset& dataset) {
  return values(dataset.reviewer_names(), dataset.review_count());
}

using Ids = std::vector<std::string>;
using Values = std::vector<language::Value>;

Ids friends(const Dataset& dataset, std::string_view name) {
  const FriendGraph& graph = dataset.friend_graph();
  Ids names;
  for (const std::uint32_t number : graph.friends(graph.find(0, name).value()))
    names.emplace_back(graph.name(number));
  return names;
}

TEST(Files, TheFirstKindOfItemsThatExistsCounts) {
  unit::DatasetFolder folder;
  folder.write("business_b.jsonl", R"({"business_id": "b"})");
  folder.write("business_a.json", R"({"business_id": "a"})");
  Dataset dataset = folder.load().value();
  EXPECT_EQ(dataset.item_id(0), "a");
  EXPECT_EQ(dataset.item_id(1), "b");
  folder.write("items.jsonl", R"({"business_id": "i"})");
  EXPECT_EQ(folder.load()->item_id(0), "i");
  folder.write("restaurants.jsonl", R"({"business_id": "r"})");
  EXPECT_EQ(folder.load()->item_id(0), "r");
}

TEST(Files, SeveralReviewFilesAreReadInNameOrder) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "i"})");
  folder.write("review_2.json", review("r2", "i"));
  folder.write("review_1.jsonl", review("r1", "i"));
  EXPECT_EQ(review_ids(*folder.load(), 0), (Ids{"r1", "r2"}));
  folder.write("reviews.jsonl", review("r", "i"));
  EXPECT_EQ(review_ids(*folder.load(), 0), Ids{"r"});
}

TEST(Files, ValuesThatNearlyAllDifferAreThoseOfTheirRows) {
  constexpr int kReviews = 6000;
  unit::DatasetFolder folder;
  folder.write("items.jsonl", "{\"business_id\":\"a\"}\n{\"business_id\":\"b\"}\n");
  std::string lines;
  Values expected(kReviews);
  for (int i = 0; i < kReviews; ++i) {  // of several blocks of a file
    const bool is_missing = i % 50 == 7;
    std::string more = R"(, "x": ")";
    more.append(900, 'x').append(1, '"');
    const std::string date = "d" + std::to_string(i % 40 == 0 ? 1 : i);
    if (!is_missing) more.append(R"(, "date": ")").append(date).append(1, '"');
    lines += review(std::to_string(i), i % 2 == 0 ? "a" : "b", more);
    if (!is_missing) expected[i % 2 * kReviews / 2 + i / 2] = date;
  }
  folder.write("reviews.jsonl", lines);
  for (const unsigned threads : {1U, 2U}) {
    const Dataset dataset =
        source_at(folder.path())->load({.review_paths = {{"date"}}}, {.threads = threads}).value();
    EXPECT_EQ(review_values(dataset, {"date"}), expected);
  }
}

/// What a column says row by row, of the strings among its values and of all.
void expect_rows(const Dataset& dataset, const language::Path& path, const Values& expected) {
  EXPECT_EQ(review_values(dataset, path), expected);
  const RowValues rows = dataset.review_values(path);
  const auto size = [](std::string_view text) { return static_cast<std::uint16_t>(text.size()); };
  const auto size_of = [&](const language::Value& value) -> std::uint16_t {
    const auto* text = value.as<std::string>();
    return text != nullptr ? size(*text) : value.is_null() ? 0 : 1;
  };
  const ColumnFlags flags = dataset.review_flags(
      path, [&](const language::Value& value) -> std::uint8_t { return size_of(value) % 2; });
  const ColumnNumbers numbers = dataset.review_numbers(path, {size_of, size});
  for (std::uint32_t row = 0; row < expected.size(); ++row) {
    EXPECT_EQ(rows[row], expected[row]) << row;
    EXPECT_EQ(flags.holds(row), size_of(expected[row]) % 2 == 1) << row;
    EXPECT_EQ(numbers.of(row), size_of(expected[row])) << row;
  }
}

TEST(Files, LongTextsThatNearlyAllDifferAreThoseOfTheirRows) {
  constexpr int kReviews = 6000;
  unit::DatasetFolder folder;
  folder.write("items.jsonl", "{\"business_id\":\"a\"}\n{\"business_id\":\"b\"}\n");
  std::string lines;
  Values expected(kReviews);
  const auto add = [&](int i, const std::string& written, const language::Value& value) {
    std::string more = R"(, "x": ")";
    more.append(900, 'x').append(1, '"');
    if (!written.empty()) more += R"(, "date": )" + written;
    lines += review(std::to_string(i), i % 2 == 0 ? "a" : "b", more);
    expected[i % 2 * kReviews / 2 + i / 2] = value;
  };
  for (int i = 0; i < kReviews; ++i) {  // of several blocks of a file
    const std::string date = "2020-01-02, number " + std::to_string(i % 40 == 0 ? 1 : i);
    switch (i % 100) {
      case 7:
        add(i, "", {});
        break;
      case 27:
        add(i, std::to_string(i), i);
        break;
      case 47:  // read as what it quotes
        add(i, R"("u')" + date + R"('")", date);
        break;
      case 67:
        add(i, R"("\u0032)" + date.substr(1) + "\"", date);
        break;
      case 87:
        add(i, R"("None")", {});
        break;
      default:
        add(i, '"' + date + '"', date);
    }
  }
  folder.write("reviews.jsonl", lines);
  for (const unsigned threads : {1U, 2U}) {
    const Dataset dataset =
        source_at(folder.path())->load({.review_paths = {{"date"}}}, {.threads = threads}).value();
    expect_rows(dataset, {"date"}, expected);
  }
}

TEST(Files, LongTextsOfItemsThatNearlyAllDifferAreThoseOfTheirItems) {
  unit::DatasetFolder folder;
  std::string items;
  Values expected;
  for (int i = 0; i < 3000; ++i) {
    const std::string address = "Main Street, number " + std::to_string(i);
    items += R"({"business_id": ")" + std::to_string(i) + R"(", "address": ")" + address + "\"}\n";
    expected.emplace_back(address);
  }
  folder.write("items.jsonl", items);
  EXPECT_EQ(item_values(source_at(folder.path())->load({.item_paths = {{"address"}}}).value(),
                        {"address"}),
            expected);
}

TEST(Files, LongTextsOfUsersThatNearlyAllDifferAreThoseOfTheirReviews) {
  constexpr int kUsers = 3000;
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "a"})");
  std::string reviews, users;
  Values expected;
  for (int i = 0; i < kUsers; ++i) {
    const std::string since = "2020-01-02, number " + std::to_string(i);
    const bool is_here = i % 7 == 3;  // in the review, not in the file of users
    const std::string user = is_here ? R"("user": {"since": ")" + since + "\"}"
                                     : R"("user_id": ")" + std::to_string(i) + '"';
    reviews += review(std::to_string(i), "a", ", " + user);
    users += R"({"user_id": ")" + std::to_string(i) + R"(", "since": ")" + since + "\"}\n";
    expected.emplace_back(since);
  }
  folder.write("reviews.jsonl", reviews);
  folder.write("users.jsonl", users);
  expect_rows(source_at(folder.path())->load({.review_paths = {{"user", "since"}}}).value(),
              {"user", "since"}, expected);
}

TEST(Files, WhatIsNoDatasetFails) {
  unit::DatasetFolder folder;
  EXPECT_EQ(folder.load().error().kind(), base::ErrorKind::Data);
  EXPECT_FALSE(source_at(folder.file("absent"))->load({}).has_value());
  folder.write("items.jsonl", "\n{}\n");
  EXPECT_NE(
      folder.load().error().help.find("items.jsonl:2: `business_id` is missing or not a string"),
      std::string::npos);
}

TEST(Bundle, ReviewsOfABusinessWithoutAnIdBelongToNone) {
  unit::DatasetFolder folder;
  folder.write("any.jsonl", R"({"business": {"business_id": ""}})"
                            "\n"
                            R"({"business": {}, "reviews": [{"review_id": "r"}]})");
  const Dataset dataset = source_at(folder.file("any.jsonl"))->load({}).value();
  EXPECT_EQ(dataset.review_count(), 0u);
  ASSERT_EQ(dataset.report().skipped.size(), 2u);
  EXPECT_EQ(dataset.report().skipped[1].reason, "a review of an item without an id");
}

TEST(Bundle, IsAFileOrTheOnlyJsonlFileOfAFolder) {
  unit::DatasetFolder folder;
  const std::string lines =
      R"({"business": {"business_id": "a", "x": 1}, "reviews": [{"review_id": "r1", "text": "t"}, {"review_id": "r1"}]})"
      "\n"
      R"({"business": {"business_id": "b"}})"
      "\n"
      R"({"business": {}, "reviews": [{"review_id": "r2"}]})"
      "\n"
      R"({"business": {"business_id": "a"}, "reviews": [{"review_id": "r3"}]})";
  for (const char* name : {"any.jsonl", "items.jsonl"}) {
    folder.write(name, lines);
    for (const std::string& path : {folder.path(), folder.file(name)}) {
      const Dataset dataset = source_at(path)->load({.item_paths = {{"x"}}, .texts = true}).value();
      EXPECT_EQ(dataset.item_count(), 2u);
      EXPECT_EQ(review_ids(dataset, 0), (Ids{"r1", "r3"}));
      EXPECT_EQ(dataset.text(0), "t");
      EXPECT_EQ(item_values(dataset, {"x"}), (Values{1, {}}));
      EXPECT_EQ(dataset.report().files[0].records, 8u);
      EXPECT_EQ(dataset.report().files[0].accepted, 4u);
      EXPECT_EQ(dataset.report().skipped_count, 4u);
    }
    std::filesystem::remove(folder.file(name));
  }
}

TEST(Records, KeepTheOrderOfTheFile) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", "{\"business_id\": \"b\"}\r\n{\"business_id\": \"a\"}");
  folder.write("reviews.jsonl",
               review("1", "a") + review("2", "b") + review("3", "a") + review("4", "b"));
  const Dataset dataset = folder.load().value();
  EXPECT_EQ(review_ids(dataset, 0), (Ids{"2", "4"}));
  EXPECT_EQ(review_ids(dataset, 1), (Ids{"1", "3"}));
  EXPECT_EQ(dataset.find_item("a"), 1u);
  EXPECT_EQ(dataset.find_item("c"), std::nullopt);
}

/// The lines after a valid first one that are left out, with the reasons.
std::vector<std::pair<std::uint64_t, std::string>> skipped_items(const std::string& lines) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", "{\"business_id\": \"good\"}\n" + lines);
  const Dataset dataset = folder.load().value();
  std::vector<std::pair<std::uint64_t, std::string>> skipped;
  for (const auto& record : dataset.report().skipped)
    skipped.emplace_back(record.line, record.reason);
  const auto& file = dataset.report().files[0];
  EXPECT_EQ(file.records, file.accepted + file.skipped);
  EXPECT_EQ(dataset.item_count(), file.accepted);
  return skipped;
}

// limit: json-nesting
TEST(Records, BrokenLinesAreReportedWithLineAndReason) {
  using Skipped = std::vector<std::pair<std::uint64_t, std::string>>;
  EXPECT_EQ(skipped_items("\n \t\r\n{\"business_id\"\n"), (Skipped{{4, "not valid JSON"}}));
  EXPECT_EQ(skipped_items("{\"business_id\": \"\xff\"}"), (Skipped{{2, "invalid UTF-8"}}));
  EXPECT_EQ(skipped_items(R"([1])"), (Skipped{{2, "not an object"}}));
  EXPECT_EQ(skipped_items(R"({"business_id": 7})"),
            (Skipped{{2, "`business_id` is missing or not a string"}}));
  EXPECT_EQ(skipped_items(R"({"business_id": "x", "n": NaN})"), (Skipped{{2, "not valid JSON"}}));
  EXPECT_EQ(skipped_items(R"({"business_id": "x", "n": 1e999})"),
            (Skipped{{2, "a number that is malformed or too large"}}));
  EXPECT_EQ(skipped_items(R"({"business_id": "x", "n": -Infinity})").size(), 1u);
  EXPECT_EQ(skipped_items(R"({"business_id": "x"} {})"), (Skipped{{2, "not valid JSON"}}));
  EXPECT_EQ(skipped_items(R"(2\"\)"), (Skipped{{2, "a number that is malformed or too large"}}));
  EXPECT_EQ(skipped_items(R"({"business_id": "good"})"),
            (Skipped{{2, "business_id `good` already exists"}}));
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_EQ(skipped_items(R"({"business_id": "x", "n": )" + deep + "}"),
            (Skipped{{2, "nested too deeply"}}));
}

TEST(Records, WhatJsonAllowsIsNotLost) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl",
               "\xEF\xBB\xBF{\"business_id\": \"x\", \"big\": 18446744073709551616, \"small\": "
               "-9223372036854775809,"
               " \"edge\": 9223372036854775807, \"over\": 9223372036854775808,"
               " \"half\": \"\\ud800 \\ud83d\\ude00 \\\\ud800\", \"business_id\": \"y\"}\n");
  const Dataset dataset =
      folder.load({.item_paths = {{"big"}, {"small"}, {"edge"}, {"over"}, {"half"}}}).value();
  EXPECT_EQ(dataset.item_id(0), "y");
  EXPECT_EQ(item_values(dataset, {"big"}), Values{18446744073709551616.0});
  EXPECT_EQ(item_values(dataset, {"small"}), Values{-9223372036854775808.0});
  EXPECT_EQ(item_values(dataset, {"edge"}), Values{INT64_MAX});
  EXPECT_EQ(item_values(dataset, {"over"}), Values{9223372036854775808.0});
  EXPECT_EQ(item_values(dataset, {"half"}), Values{"\uFFFD 😀 \\ud800"});
}

TEST(Records, AFileOfAByteOrderMarkAloneHasNone) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "x"})");
  folder.write("reviews.jsonl", "\xEF\xBB\xBF");
  const Dataset dataset = folder.load({.texts = true}).value();
  EXPECT_EQ(dataset.item_count(), 1u);
  EXPECT_EQ(dataset.review_count(), 0u);
}

TEST(Records, ReviewsOfUnknownItemsAndRepeatedOnesAreSkipped) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "i"})");
  folder.write("reviews.jsonl",
               review("1", "u") + review("1", "i") + review("1", "i") + R"({"review_id": "2"})");
  const Dataset dataset = folder.load().value();
  EXPECT_EQ(review_ids(dataset, 0), Ids{"1"});
  ASSERT_EQ(dataset.report().skipped.size(), 3u);
  EXPECT_EQ(dataset.report().skipped[0].reason, "a review of the unknown item `u`");
  EXPECT_EQ(dataset.report().skipped[1].line, 3u);
  EXPECT_EQ(dataset.report().skipped[2].reason, "`business_id` is missing or not a string");
}

TEST(Records, StrictMakesTheFirstSkippedOneAnError) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "i"})");
  folder.write("reviews.jsonl", review("1", "i") + "x\n" + "y\n");
  EXPECT_TRUE(folder.load().has_value());
  EXPECT_EQ(folder.load({}, {.strict = true}).error().text,
            folder.file("reviews.jsonl") + ":2: not valid JSON");
}

TEST(Columns, HoldValuesAsRead) {
  unit::DatasetFolder folder;
  folder.write(
      "items.jsonl",
      R"({"business_id": "1", "attributes": {"WiFi": "u'free'", "Ambience": "{'romantic': True}"}})"
      "\n"
      R"({"business_id": "2", "attributes": "{'WiFi': 'None', 'Ambience': \"{'romantic': False}\"}"})"
      "\n"
      R"({"business_id": "3", "attributes": {"WiFi": "None", "Ambience": {"romantic": null}}})"
      "\n"
      R"({"business_id": "4", "attributes": {"WiFi": "x"}, "attributes": {"Ambience": {"romantic": "'x'"}}})"
      "\n"
      R"({"business_id": "5", "attributes": [{"WiFi": 1}]})");
  const language::Path wifi{"attributes", "WiFi"}, romantic{"attributes", "Ambience", "romantic"};
  const Dataset dataset = folder.load({.item_paths = {wifi, romantic, wifi, {}}}).value();
  EXPECT_EQ(item_values(dataset, wifi), (Values{"free", {}, {}, {}, {}}));
  EXPECT_EQ(item_values(dataset, romantic), (Values{true, false, {}, "x", {}}));
  EXPECT_EQ(item_values(dataset, {}), Values(5));
  EXPECT_EQ(dataset.item_column(wifi).codes.size(), 512u);
  EXPECT_TRUE(dataset.item_column(wifi).values[0].is_null());
}

TEST(Columns, KeepTypesApart) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "1", "v": 4}
{"business_id": "2", "v": 4.0}
{"business_id": "3", "v": "4"}
{"business_id": "4", "v": true}
{"business_id": "5", "v": [4, "True", {"a": 1, "b": 2, "a": 3}]}
{"business_id": "6", "v": 4})");
  const Dataset dataset = folder.load({.item_paths = {{"v"}}}).value();
  EXPECT_EQ(item_values(dataset, {"v"}),
            (Values{4, 4.0, "4", true,
                    language::List{4, "True", language::Dict{{"a", 3}, {"b", 2}}}, 4}));
}

TEST(Columns, ReadingWhatWasNotAskedForIsAMistakeOfTheCaller) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "1"})");
  const Dataset dataset = folder.load().value();
  EXPECT_THROW(dataset.item_column({"a", "b"}), std::logic_error);
  EXPECT_THROW(dataset.reviewer_names(), std::logic_error);
  EXPECT_THROW(dataset.judgements("x"), std::logic_error);
}

TEST(Columns, AreTheSameForAnyNumberOfThreads) {
  unit::DatasetFolder folder;
  std::string items, reviews;
  for (int i = 0; i < 50; ++i) items += R"({"business_id": "i)" + std::to_string(i) + "\"}\n";
  for (int r = 0; r < 20'000; ++r) {
    const std::string text(static_cast<std::size_t>(r * 7 % 300), 'x');
    reviews += r % 1000 == 7 ? "broken\n"
                             : review("r" + std::to_string(r), "i" + std::to_string(r * 31 % 50),
                                      R"(, "stars": )" + std::to_string(r * 13 % 997) +
                                          R"(, "text": ")" + text + "\"");
  }
  folder.write("items.jsonl", items);
  folder.write("reviews.jsonl", reviews);
  const DataNeeds needs{.review_paths = {{"stars"}}, .texts = true};
  const Dataset one = folder.load(needs, {.threads = 1}).value();
  const Dataset many = folder.load(needs, {.threads = 4}).value();
  EXPECT_EQ(Codes(one.review_column({"stars"}).codes).own(),
            Codes(many.review_column({"stars"}).codes).own());
  EXPECT_EQ(one.review_column({"stars"}).values, many.review_column({"stars"}).values);
  ASSERT_EQ(one.report().skipped.size(), 20u);
  for (std::size_t s = 0; s < 20; ++s) EXPECT_EQ(many.report().skipped[s].line, s * 1000 + 8);
  ASSERT_EQ(one.review_count(), 19'980u);
  for (std::uint32_t r = 0; r < one.review_count(); ++r) {
    ASSERT_EQ(one.review_id(r), many.review_id(r));
    ASSERT_EQ(one.text(r), many.text(r));
  }
}

TEST(Users, AreJoinedOnlyWhereTheReviewHasNone) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "i"})");
  folder.write("reviews.jsonl",
               review("1", "i", R"(, "user_id": "u", "user": {"fans": 1}, "stars": 3)") +
                   review("2", "i", R"(, "user_id": "u", "stars": 4)") +
                   review("3", "i", R"(, "user_id": "v", "user": null)") +
                   review("4", "i", R"(, "user_id": 5)") + review("5", "i"));
  folder.write("user_a.json", R"({"user_id": "u", "fans": 7, "name": "Ann", "stars": 9})"
                              "\n"
                              R"({"user_id": "u", "fans": 8})"
                              "\n"
                              R"({"user_id": 1})");
  folder.write("user_mapping.json", R"({"friend_graph": {}})");
  const Dataset dataset =
      folder
          .load({.review_paths = {{"user", "fans"}, {"stars"}, {"user", "elite"}},
                 .names = true,
                 .circles = true})
          .value();
  EXPECT_EQ(review_values(dataset, {"user", "fans"}), (Values{1, 7, {}, {}, {}}));
  EXPECT_EQ(review_values(dataset, {"stars"}), (Values{3, 4, {}, {}, {}}));
  EXPECT_EQ(names(dataset), (Values{{}, "Ann", {}, {}, {}}));
  ASSERT_EQ(dataset.report().skipped.size(), 2u);
  EXPECT_EQ(dataset.report().skipped[0].reason, "user_id `u` already exists");
}

TEST(Names, AreValuesAsWritten) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "i"})");
  folder.write("reviews.jsonl", review("1", "i", R"(, "user": {"name": "None"})") +
                                    review("2", "i", R"(, "user": {"name": 7})") +
                                    review("3", "i", R"(, "user": "{'name': 'Ann'}")") +
                                    review("4", "i", R"(, "user": {"name": "'Bob'"})") +
                                    review("5", "i", R"(, "user": {"name": ["u'Cid'", 1.5]})") +
                                    review("6", "i", R"(, "user": {"name": "{'x': 1}"})"));
  const Dataset dataset =
      folder.load({.review_paths = {{"user", "name"}}, .names = true, .circles = true}).value();
  const language::Value list = language::List{"u'Cid'", 1.5};
  EXPECT_EQ(names(dataset), (Values{"None", 7, {}, "'Bob'", list, "{'x': 1}"}));
  EXPECT_EQ(review_values(dataset, {"user", "name"}),
            (Values{{}, 7, "Ann", "Bob", list, language::Dict{{"x", 1}}}));
}

TEST(Mapping, AssignsNamesByItemAndReview) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", "{\"business_id\": \"a\"}\n{\"business_id\": \"b\"}");
  folder.write("reviews.jsonl", review("1", "b", R"(, "user": {"name": "Ann", "fans": 2})") +
                                    review("2", "a") + review("3", "b"));
  folder.write("user_mapping.json", R"({"friend_graph": {"Ann": ["Bob", "Cid"], "Bob": []},
      "review_assignments": {"1": [{"review_idx": 0, "name": "Zoe", "friends": 5}, {"review_idx": 1, "name": "Yan"},
                                   {"review_idx": 2, "name": "Xu"}],
                             "9": [{"review_idx": 0, "name": "Xu"}]}, "more": 1})");
  const Dataset dataset =
      folder.load({.review_paths = {{"user"}, {"user", "name"}}, .names = true, .circles = true})
          .value();
  EXPECT_EQ(names(dataset), (Values{{}, "Zoe", "Yan"}));
  EXPECT_EQ(review_values(dataset, {"user", "name"}), (Values{{}, "Zoe", "Yan"}));
  EXPECT_EQ(
      review_values(dataset, {"user"}),
      (Values{{}, language::Dict{{"name", "Zoe"}, {"fans", 2}}, language::Dict{{"name", "Yan"}}}));
  EXPECT_EQ(friends(dataset, "Ann"), (Ids{"Bob", "Cid"}));
  EXPECT_EQ(dataset.report().skipped_count, 0u);
}

TEST(Mapping, WrongShapesAreReported) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "i"})");
  folder.write("reviews.jsonl", review("1", "i"));
  folder.write("user_mapping.json",
               R"({"friend_graph": {"A": "B", "C": ["D", 1]}, "review_assignments":
      {"x": [], "0": [1, {"review_idx": -1, "name": "N"}, {"review_idx": 0.0, "name": "N"}, {"review_idx": 0}]}})");
  const Dataset dataset = folder.load({.names = true, .circles = true}).value();
  EXPECT_EQ(dataset.report().skipped_count, 7u);
  EXPECT_EQ(friends(dataset, "C"), Ids{"D"});
  EXPECT_EQ(names(dataset), Values(1));
}

TEST(Mapping, ABrokenFileIsReportedOrFatal) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "i"})");
  folder.write("user_mapping.json", "{");
  folder.write("judgement_cache.json", "[]");
  const DataNeeds needs{.names = true, .circles = true, .judgements = true};
  const Dataset dataset = folder.load(needs).value();
  ASSERT_EQ(dataset.report().skipped.size(), 2u);
  EXPECT_EQ(dataset.report().skipped[0].file, folder.file("user_mapping.json"));
  EXPECT_EQ(dataset.report().skipped[1].reason, "not an object");
  EXPECT_EQ(folder.load(needs, {.strict = true}).error().text,
            folder.file("user_mapping.json") + ": not valid JSON");
  EXPECT_EQ(folder.load()->report().skipped_count, 0u);
}

TEST(Judgements, AreReadInAnyCase) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "i"})");
  std::string reviews, cache;
  const std::vector<std::pair<std::string, Judgement>> cases = {
      {R"({"judgement": "POS"})", Judgement::Positive},
      {R"({"judgement": "yes"})", Judgement::Positive},
      {R"({"judgement": "True"})", Judgement::Positive},
      {R"({"judgement": true})", Judgement::Positive},
      {R"({"judgement": "Negative"})", Judgement::Negative},
      {R"({"judgement": "no"})", Judgement::Negative},
      {R"({"judgement": false})", Judgement::NotMentioned},
      {R"({"judgement": "false"})", Judgement::Negative},
      {R"({"judgement": "mixed"})", Judgement::Neutral},
      {R"({"judgement": "not_mentioned"})", Judgement::NotMentioned},
      {R"({"judgement": " pos"})", Judgement::NotMentioned},
      {R"({"judgement": 1})", Judgement::NotMentioned},
      {R"({})", Judgement::NotMentioned},
      {R"("positive")", Judgement::NotMentioned}};
  std::vector<Judgement> expected;
  for (std::size_t c = 0; c < cases.size(); ++c) {
    reviews += review("r" + std::to_string(c), "i");
    cache += (c == 0 ? "" : ",") + ("\"r" + std::to_string(c)) + ":a:b\": " + cases[c].first;
    expected.push_back(cases[c].second);
  }
  folder.write("reviews.jsonl", reviews);
  folder.write("judgement_cache.json", "{" + cache + "}");
  const Dataset dataset = folder.load({.judgements = true}).value();
  const TopicJudgements judgements = dataset.judgements("a:b");
  for (std::uint32_t review = 0; review < cases.size(); ++review)
    EXPECT_EQ(judgements.of(review), expected[review]) << cases[review].first;
  EXPECT_EQ(judgements.of(dataset.review_count()), Judgement::NotMentioned);
  EXPECT_TRUE(dataset.judgements("A:b").reviews().empty());
}

TEST(Schema, ListsPathsTypesAndCommonestValues) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "1", "a": {"Romantic": "{'x': True}", "n": 4}}
{"business_id": "2", "a": {"n": 4.0, "WiFi": "u'Free'"}}
broken
{"business_id": "3", "a": {"n": 4, "WiFi": "None"}})");
  folder.write("reviews.jsonl",
               review("1", "1", R"(, "text": "'x'", "user_id": "u")") + review("2", "no"));
  folder.write("users.json", R"({"user_id": "u", "fans": 3})");
  const language::Schema schema = source_at(folder.path())->schema().value();
  EXPECT_EQ(schema.items, 3u);
  EXPECT_EQ(schema.reviews, 1u);
  std::vector<std::string> paths;
  for (const language::SchemaPath& path : schema.item_paths)
    paths.push_back(language::to_string(path.path));
  EXPECT_EQ(paths, (Ids{"business_id", "a", "a.Romantic", "a.Romantic.x", "a.n", "a.WiFi"}));
  EXPECT_EQ(schema.item_paths[1].types, Ids{"object"});
  EXPECT_EQ(schema.item_paths[4].types, (Ids{"integer", "real"}));
  EXPECT_EQ(schema.item_paths[4].commonest,
            (std::vector<std::pair<std::string, std::uint64_t>>{{"4", 2}, {"4.0", 1}}));
  EXPECT_EQ(schema.item_paths[5].present, 1u);
  EXPECT_EQ(schema.item_paths[5].commonest[0].first, "Free");
  const language::SchemaPath& text = schema.review_paths[2];
  EXPECT_EQ(language::to_string(text.path), "text");
  EXPECT_EQ(text.present, 1u);
  EXPECT_EQ(text.distinct, 0u);
  EXPECT_EQ(language::to_string(schema.review_paths.back().path), "user.fans");
}

TEST(Schema, TopicsAreReadWithoutRecordsUnlessLinesHaveThem) {
  unit::DatasetFolder folder, bundle;
  folder.write("items.jsonl", "broken");
  folder.write("judgement_cache.json", R"({"r:b": {}, "r:a": {}, "s:b": {}, "odd": {}})");
  bundle.write("dataset.jsonl",
               R"({"business": {"business_id": "1"}, "reviews": [], "judgements": {"r:c": {}}})");
  const ReadSchemaOptions topics_alone{.reviews = false, .items = false};
  using Topics = std::vector<language::TextCount>;
  EXPECT_EQ(source_at(folder.path())->schema(topics_alone)->topics, (Topics{{"b", 2}, {"a", 1}}));
  EXPECT_EQ(source_at(bundle.path())->schema(topics_alone)->topics, (Topics{{"c", 1}}));
  EXPECT_FALSE(source_at(folder.path())->schema({.reviews = false}));
}

// limit: records
TEST(LoadDataset, HasAsManyRecordsAsTheirNumbersTell) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "1"})"
                              "\n"
                              R"({"business_id": "2"})");
  folder.write("reviews.jsonl", R"({"review_id": "r1", "business_id": "1"})"
                                "\n"
                                R"({"review_id": "r2", "business_id": "1"})"
                                "\n"
                                R"({"review_id": "r3", "business_id": "1"})");
  EXPECT_TRUE(source_at(folder.path())->load({}, {.max_records = 3}));
  const auto reviews = source_at(folder.path())->load({}, {.max_records = 2});
  ASSERT_FALSE(reviews);
  EXPECT_EQ(reviews.error().kind(), base::ErrorKind::Limit);
  EXPECT_EQ(reviews.error().text, "more than 2 reviews");
  EXPECT_EQ(source_at(folder.path())->load({}, {.max_records = 1}).error().text,
            "more than 1 items");
}

// limit: schema-paths
// limit: schema-values
TEST(Schema, IsBounded) {
  unit::DatasetFolder folder;
  std::string item = R"({"business_id": "1")";
  for (int i = 0; i < 20'000; ++i) item += ", \"k" + std::to_string(i) + "\": 1";
  std::string items = item + "}\n";
  for (int i = 0; i < 20'000; ++i)
    items +=
        R"({"business_id": "b)" + std::to_string(i) + R"(", "a": )" + std::to_string(i) + "}\n";
  folder.write("items.jsonl", items);
  const auto paths = source_at(folder.path())->schema()->item_paths;
  EXPECT_EQ(paths.size(), kMaxSchemaPaths);
  const auto most = std::ranges::max(paths, {}, &language::SchemaPath::distinct);
  EXPECT_EQ(most.distinct, language::SchemaPath::kMaxDistinct);
}

}  // namespace
}  // namespace seedc::data
