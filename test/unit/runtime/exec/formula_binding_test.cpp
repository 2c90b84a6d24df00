// Formulas bound to data: which reviews are rows, the values of loads, and the scores of all items.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/data/snapshot/snapshot.h"
#include "runtime/exec/formula.h"
#include "runtime/exec/formula_values.h"
#include "test/unit/dataset_folder.h"

namespace seedc::exec {
namespace {

using testing::ElementsAre;
using Op = contract::ValueTest::Op;
using Source = contract::LoadSpec::Source;
using Use = contract::LoadSpec::Use;

TEST(Year, IsTheFourDigitsThatBeginTheDate) {
  EXPECT_EQ(year_of("2017-09-23 01:18:47"), language::Value(2017));
  EXPECT_EQ(year_of("2017"), language::Value(2017));
  EXPECT_EQ(year_of("0007x"), language::Value(7));
  for (const language::Value& date :
       {language::Value("20170923"), language::Value("201-7"), language::Value(" 2017"),
        language::Value(""), language::Value(2017), language::Value(),
        language::Value(language::List{"2017"})})
    EXPECT_TRUE(year_of(date).is_null());
}

/// Whether `value` passes.
bool passes(Op op, const language::Value& operand, const language::Value& value) {
  return seedc::exec::passes({op, operand}, language::cell_of(value));
}

TEST(ValueTests, CompareNumbersByValue) {
  EXPECT_TRUE(passes(Op::Eq, 4, 4.0));
  EXPECT_TRUE(passes(Op::Lt, 4.5, 4));
  EXPECT_TRUE(passes(Op::Le, 4, 4));
  EXPECT_TRUE(passes(Op::Gt, 3, 3.5));
  EXPECT_FALSE(passes(Op::Ge, 4, 3));
  EXPECT_TRUE(passes(Op::Ne, 4, 5));
  const std::int64_t large = (std::int64_t{1} << 53) + 1;
  EXPECT_FALSE(passes(Op::Eq, large, large - 1));
  EXPECT_TRUE(passes(Op::Eq, 9007199254740992.0, large))
      << "the integer becomes the nearest double";
}

TEST(ValueTests, CompareStringsByCodePointWithCase) {
  EXPECT_TRUE(passes(Op::Eq, "a", "a"));
  EXPECT_FALSE(passes(Op::Eq, "a", "A"));
  EXPECT_TRUE(passes(Op::Lt, "a", "B"));
  EXPECT_TRUE(passes(Op::Gt, "\uFFFD", "\U00010000"));
}

TEST(ValueTests, BooleansHaveNoOrder) {
  EXPECT_TRUE(passes(Op::Eq, true, true));
  EXPECT_TRUE(passes(Op::Ne, true, false));
  EXPECT_FALSE(passes(Op::Le, true, true));
}

TEST(ValueTests, WhatIsMissingOrOfAnotherKindNeverPasses) {
  const std::vector<language::Value> kinds = {1, "1", true};
  for (const language::Value& operand : kinds) {
    for (const language::Value& value :
         {language::Value(1), language::Value("1"), language::Value(true), language::Value(),
          language::Value(language::List{operand}),
          language::Value(language::Dict{{"a", operand}})}) {
      if (value == operand) continue;
      for (const Op op : {Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge})
        EXPECT_FALSE(passes(op, operand, value))
            << language::to_json(operand) << language::to_json(value);
      EXPECT_FALSE(passes(Op::In, language::List{operand}, value));
    }
  }
}

TEST(ValueTests, InHoldsForSomeElement) {
  EXPECT_TRUE(passes(Op::In, language::List{"a", 1}, 1.0));
  EXPECT_FALSE(passes(Op::In, language::List{"a", 1}, true));
  EXPECT_FALSE(passes(Op::In, language::List{}, 1));
}

TEST(LookupTexts, AreStrOfTheValue) {
  EXPECT_EQ(lookup_text_of("Thai"), "Thai");
  EXPECT_EQ(lookup_text_of(4.0), "4.0");
  EXPECT_EQ(lookup_text_of(true), "True");
  EXPECT_EQ(lookup_text_of(language::List{"Thai", 4, {}, language::List{"a"}}),
            "Thai, 4, None, ['a']");
  EXPECT_EQ(lookup_text_of(language::Dict{{"a", true}}), "{'a': True}");
}

/// Two items; a has the reviews a0 to a3, b has b0.
class BindingTest : public testing::Test {
 protected:
  BindingTest() {
    folder_.write("items.jsonl",
                  "{\"business_id\":\"a\",\"categories\":\"Thai, Bars\",\"x\":1}\n"
                  "{\"business_id\":\"b\",\"x\":\"one\"}\n");
    folder_.write(
        "reviews.jsonl",
        "{\"review_id\":\"a0\",\"business_id\":\"a\",\"text\":\"nut\",\"date\":\"2020-1\",\"y\":1}"
        "\n"
        "{\"review_id\":\"b0\",\"business_id\":\"b\",\"text\":\"Nuts\",\"date\":\"2021-1\",\"y\":2}"
        "\n"
        "{\"review_id\":\"a1\",\"business_id\":\"a\",\"text\":\"none\",\"date\":\"no\",\"y\":\"z\"}"
        "\n"
        "{\"review_id\":\"a2\",\"business_id\":\"a\",\"text\":\"a "
        "NUT\",\"date\":\"2022-1\",\"y\":3}\n"
        "{\"review_id\":\"a3\",\"business_id\":\"a\",\"text\":\"nut\",\"date\":\"no\"}\n");
    folder_.write("x.extractions",
                  "{\"review_id\":\"a0\",\"f\":\"m\"}\n{\"review_id\":\"a1\",\"f\":\"m\"}\n"
                  "{\"review_id\":\"a3\",\"f\":\"s\"}\n{\"review_id\":\"b0\"}\n");
    formula_.rows.fields = {{"f", contract::FieldType::Enum, {"m", "s"}}};
  }

  void add_load(Source source, const language::Path& path, Use use = Use::Value,
                contract::ValueTest test = {}) {
    formula_.program.loads.push_back(
        {.source = source, .path = path, .use = use, .test = std::move(test)});
  }

  const BoundFormula& bind() {
    dataset_.emplace(folder_.load(needs_of(formula_)).value());
    extractions_ = data::load_extractions(folder_.file("x.extractions"), formula_.rows.fields, {},
                                          *dataset_, {})
                       .value();
    bound_.emplace(BoundFormula::bind(std::make_shared<const PreparedFormula>(formula_), *dataset_,
                                      extractions_, {}));
    return *bound_;
  }

  /// Of load number `load` the cells of all rows or items, as JSON.
  std::vector<std::string> loaded(std::size_t load) const {
    const contract::ScoreInput input = bound_->input();
    const bool is_per_row = formula_.program.loads[load].source != Source::Item;
    const std::uint32_t count = is_per_row ? input.row_begins[2] : 2;
    std::vector<std::string> out;
    for (std::uint32_t row = 0; row < count; ++row)
      out.push_back(text_of(input.loads[load].cells[input.loads[load].codes[row]]));
    return out;
  }
  static std::string text_of(const language::Cell& cell) {
    if (cell.is_null()) return std::string(language::name_of(language::cause_of(cell.null)));
    if (cell.kind == language::Kind::Str) return cell.string();
    if (cell.kind == language::Kind::Bool) return cell.boolean() ? "true" : "false";
    return cell.kind == language::Kind::Int ? std::to_string(cell.integer())
                                            : language::shortest(cell.real());
  }

  unit::DatasetFolder folder_;
  contract::Formula formula_;
  std::optional<data::Dataset> dataset_;
  data::Extractions extractions_;
  std::optional<BoundFormula> bound_;
};

TEST_F(BindingTest, NeedsAreWhatLoadsAndKeywordsRead) {
  add_load(Source::Field, {"f"});
  add_load(Source::Year, {});
  add_load(Source::Review, {"user", "fans"});
  add_load(Source::Item, {"categories"});
  data::DataNeeds needs = needs_of(formula_);
  EXPECT_THAT(needs.item_paths, ElementsAre(language::Path{"categories"}));
  EXPECT_THAT(needs.review_paths,
              ElementsAre(language::Path{"date"}, language::Path{"user", "fans"}));
  EXPECT_FALSE(needs.texts);
  formula_.rows.keywords = {"nut"};
  EXPECT_TRUE(needs_of(formula_).texts);
}

TEST_F(BindingTest, RowsAreRelevantReviewsWithAnExtraction) {
  formula_.rows.keywords = {"nut"};
  const BoundFormula& bound = bind();
  EXPECT_EQ(bound.rows().reviews, 5U);
  EXPECT_EQ(bound.rows().relevant, 4U);
  EXPECT_EQ(bound.rows().rows, 3U);
  EXPECT_EQ(bound.rows().missing_extractions, 1U);
  EXPECT_EQ(bound.input().row_begins[1], 2U);
  EXPECT_EQ(bound.input().row_begins[2], 3U);
}

TEST_F(BindingTest, WholeWordsLeaveOutParts) {
  formula_.rows.keywords = {"nut"};
  formula_.rows.whole_words = true;
  EXPECT_EQ(bind().rows().relevant, 3U);
}

TEST_F(BindingTest, WithoutKeywordsEveryReviewIsRelevant) {
  EXPECT_EQ(bind().rows().relevant, 5U);
  EXPECT_EQ(bind().rows().rows, 4U);
}

TEST_F(BindingTest, LoadsGiveTheValuesOfRowsAndItems) {
  add_load(Source::Field, {"f"});
  add_load(Source::Year, {});
  add_load(Source::Review, {"y"});
  add_load(Source::Item, {"categories"});
  add_load(Source::Field, {"f"}, Use::Test, {Op::Ne, "m"});
  add_load(Source::Year, {}, Use::Test, {Op::Ge, 2021});
  bind();
  EXPECT_THAT(loaded(0), ElementsAre("m", "m", "s", "missing value"));
  EXPECT_THAT(loaded(1), ElementsAre("2020", "missing value", "missing value", "2021"));
  EXPECT_THAT(loaded(2), ElementsAre("1", "z", "missing value", "2"));
  EXPECT_THAT(loaded(3), ElementsAre("Thai, Bars", "missing value"));
  EXPECT_THAT(loaded(4), ElementsAre("false", "false", "true", "false"));
  EXPECT_THAT(loaded(5), ElementsAre("false", "false", "false", "true"));
}

TEST_F(BindingTest, LookupsAreDoneOnceAValue) {
  formula_.program.tables.push_back(
      {{{"Bars", 2.0}, {"Thai", 3.0}}, contract::LookupMode::SubstringFirst});
  formula_.program.tables.push_back({{{"1", "x"}}, contract::LookupMode::Exact, "other"});
  formula_.program.loads.push_back(
      {.source = Source::Item, .path = {"categories"}, .use = Use::Lookup, .table = 0});
  formula_.program.loads.push_back(
      {.source = Source::Item, .path = {"x"}, .use = Use::Lookup, .table = 1});
  formula_.program.loads.push_back(
      {.source = Source::Item, .path = {"absent"}, .use = Use::Lookup, .table = 1});
  bind();
  EXPECT_THAT(loaded(0), ElementsAre("2.0", "no key of the table"));
  EXPECT_THAT(loaded(1), ElementsAre("x", "other"));
  EXPECT_THAT(loaded(2), ElementsAre("other", "other"));
}

TEST_F(BindingTest, KindsAreThoseOfTheValuesThatOccur) {
  add_load(Source::Review, {"y"});
  add_load(Source::Field, {"f"});
  add_load(Source::Item, {"x"});
  add_load(Source::Review, {"y"}, Use::Test, {Op::Eq, 1});
  const auto kinds = [&] {
    std::vector<std::pair<language::Kind, bool>> found;
    for (const contract::LoadKind& kind : bind().load_kinds())
      found.emplace_back(kind.kind, kind.is_nullable);
    return found;
  };
  using K = std::pair<language::Kind, bool>;
  EXPECT_THAT(kinds(), ElementsAre(K(language::Kind::Any, true), K(language::Kind::Str, true),
                                   K(language::Kind::Any, false), K(language::Kind::Bool, false)));
  formula_.rows.keywords = {"nuts"};
  EXPECT_THAT(kinds(), ElementsAre(K(language::Kind::Int, false), K(language::Kind::Any, true),
                                   K(language::Kind::Any, false), K(language::Kind::Bool, false)))
      << "b0 is the only row";
}

TEST_F(BindingTest, AnItemWithoutRowsHasNone) {
  formula_.rows.keywords = {"nowhere"};
  const BoundFormula& bound = bind();
  EXPECT_EQ(bound.rows().rows, 0U);
  EXPECT_EQ(bound.input().row_begins[2], 0U);
}

/// A dataset of many items, each with up to two reviews, all of other dates; those of one item in a
/// hundred are rare.
class ManyRows : public testing::Test {
 protected:
  static constexpr std::uint32_t kItems = 5000;

  ManyRows() {
    std::string items;
    std::string reviews;
    for (std::uint32_t item = 0; item < kItems; ++item) {
      items += fmt::format("{{\"business_id\":\"i{}\"}}\n", item);
      for (std::uint32_t review = 0; review < review_count(item); ++review)
        reviews += fmt::format(
            R"({{"review_id":"{0}-{1}","business_id":"i{0}","date":"{2}-{0}.{1}","n":{0},"text":"{3}"}})"
            "\n",
            item, review, year_of_item(item), is_rare(item) ? "rare" : "");
    }
    folder_.write("items.jsonl", items);
    folder_.write("reviews.jsonl", reviews);
    for (const Source source : {Source::Year, Source::Review})
      formula_.program.loads.push_back({.source = source, .path = {"n"}});
  }

  static std::uint32_t review_count(std::uint32_t item) { return item % 3; }
  static bool is_rare(std::uint32_t item) { return item % 100 == 1; }
  /// That of one date in seven cannot be read.
  static std::string year_of_item(std::uint32_t item) {
    return item % 7 == 0 ? "in" : std::to_string(1990 + item % 31);
  }

  void expect_values_of_item(const BoundFormula& bound, std::uint32_t item) const {
    const contract::ScoreInput input = bound.input();
    const bool has_rows = formula_.rows.keywords.empty() || is_rare(item);
    ASSERT_EQ(input.row_begins[item + 1] - input.row_begins[item],
              has_rows ? review_count(item) : 0);
    for (std::uint32_t row = input.row_begins[item]; row < input.row_begins[item + 1]; ++row) {
      const auto cell = [&](int load) {
        return input.loads[load].cells[input.loads[load].codes[row]];
      };
      ASSERT_EQ(cell(0).is_null() ? "in" : std::to_string(cell(0).integer()), year_of_item(item));
      ASSERT_EQ(bound.value(0, row), year_of(language::Value(year_of_item(item))));
      ASSERT_EQ(cell(1).integer(), item);
    }
  }

  /// In memory, and in a snapshot.
  void expect_values() const {
    const std::string file = folder_.file("s");
    ASSERT_TRUE(data::save_snapshot(*data::source_at(folder_.path()), file));
    for (const std::string& path : {folder_.path(), file}) {
      const auto dataset = data::source_at(path)->load(needs_of(formula_), {}).value();
      for (const unsigned threads : {1U, 4U}) {
        const auto bound = BoundFormula::bind(std::make_shared<const PreparedFormula>(formula_),
                                              dataset, {}, {.threads = threads});
        for (std::uint32_t item = 0; item < kItems; ++item) expect_values_of_item(bound, item);
      }
    }
  }

  unit::DatasetFolder folder_;
  contract::Formula formula_;
};

TEST_F(ManyRows, HaveTheirValues) { expect_values(); }

TEST_F(ManyRows, HaveTheirValuesWhereFewReviewsAreRows) {
  formula_.rows.keywords = {"rare"};
  expect_values();
}

/// Kernels that return for each item its number of rows, and count that many as left out.
class RowCounter : public ScoreKernels {
 public:
  void run(const contract::ScoreInput& input, std::uint32_t first_item, std::uint32_t item_count,
           language::Cell* const* outputs, std::uint64_t* left_out) const override {
    for (std::uint32_t item = first_item; item < first_item + item_count; ++item) {
      const std::uint32_t rows = input.row_begins[item + 1] - input.row_begins[item];
      outputs[0][item] = language::Cell::of(std::int64_t{rows});
      outputs[1][item] = input.constants[0];
      left_out[language::kNullCauseCount + 1] += rows;
    }
  }
};

TEST(ScoreItems, CoversAllItemsOnAnyNumberOfThreads) {
  constexpr std::uint32_t kItems = 3000;
  unit::DatasetFolder folder;
  std::string items;
  std::string reviews;
  for (std::uint32_t item = 0; item < kItems; ++item) {
    items += fmt::format("{{\"business_id\":\"i{}\"}}\n", item);
    for (std::uint32_t review = 0; review < item % 3; ++review)
      reviews +=
          fmt::format("{{\"review_id\":\"r{}-{}\",\"business_id\":\"i{}\"}}\n", item, review, item);
  }
  folder.write("items.jsonl", items);
  folder.write("reviews.jsonl", reviews);
  contract::Formula formula;
  formula.program.outputs = {0, 1};
  formula.program.ledger_count = 2;
  formula.program.constants = {"constant"};
  formula.program.constant_causes = {language::NullCause::None};
  const data::Dataset dataset = folder.load(needs_of(formula)).value();
  for (const unsigned threads : {1U, 4U}) {
    const auto bound = BoundFormula::bind(std::make_shared<const PreparedFormula>(formula), dataset,
                                          {}, {.threads = threads});
    const FormulaResult result =
        score_items(formula.program, bound, RowCounter(), kItems, {.threads = threads});
    ASSERT_EQ(result.outputs.size(), 2U);
    for (std::uint32_t item = 0; item < kItems; ++item) {
      EXPECT_EQ(result.outputs[0][item].integer(), item % 3);
      EXPECT_EQ(result.outputs[1][item].string(), "constant");
    }
    EXPECT_EQ(result.left_out[language::kNullCauseCount + 1], kItems);
  }
}

}  // namespace
}  // namespace seedc::exec
