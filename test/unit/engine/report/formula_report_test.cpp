// Results of formulas in the formats for people and machines, and the ledger.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/report/data_findings.h"
#include "engine/report/formulas.h"
#include "test/unit/dataset_folder.h"

namespace seedc::report {
namespace {

using Fault = data::ExtractionReport::Fault;

/// Four items with the outputs COUNT, SCORE and VERDICT.
class FormulaReportTest : public testing::Test {
 protected:
  FormulaReportTest() {
    folder_.write("items.jsonl",
                  "{\"business_id\":\"a\",\"name\":\"Ann's\"}\n{\"business_id\":\"b\"}\n"
                  "{\"business_id\":\"c,\\\"\",\"name\":\"Cara\"}\n{\"business_id\":\"d\"}\n");
    data::DataNeeds needs;
    needs.item_paths = {name_path()};
    dataset_.emplace(folder_.load(needs).value());
    formula_.name = "G1";
    formula_.steps = {"COUNT", "SCORE", "VERDICT"};
    formula_.outputs = formula_.steps;
    for (const std::string& step : formula_.steps) formula_.output_keys.push_back({step});
    formula_.ledgers = {{.steps = {1}}};
    const auto whole = [](std::int64_t value) { return language::Cell::of(value); };
    const language::Cell division = language::Cell::none(
        language::in_step(language::null_of(language::NullCause::DivisionByZero), 1));
    result_.outputs = {{whole(3), whole(0), whole(-12), whole(3)},
                       {language::Cell::of(2.25), division, language::Cell::of(1.0 / 3),
                        language::Cell::of(100.0)},
                       {language::Cell::of(&low_), division, language::Cell::of(&quoted_),
                        language::Cell::of(true)}};
    result_.left_out.resize(language::kNullCauseCount);
    report_ = {.formula = &formula_, .result = &result_, .rows = {9, 9, 9, 0}};
  }

  std::string format(Format format) {
    return format_formulas(std::span(&report_, 1), *dataset_, format);
  }
  void order_by(std::size_t output, bool descending) {
    report_.order.key = {.output = output, .descending = descending};
  }
  /// The first words of the lines of a CSV file, without its header.
  std::string items_in_order() {
    std::string ids;
    std::istringstream lines(format(Format::Csv));
    std::string line;
    for (std::getline(lines, line); std::getline(lines, line);)
      ids += line.find('c') == 1 ? 'c' : line[0];
    return ids;
  }

  const std::string low_ = "Low Risk";
  const std::string quoted_ = "so \"high\",\nthat";
  unit::DatasetFolder folder_;
  std::optional<data::Dataset> dataset_;
  contract::Formula formula_;
  exec::FormulaResult result_;
  FormulaReport report_{};
};

TEST_F(FormulaReportTest, JsonlIsALineAnItem) {
  EXPECT_EQ(format(Format::Jsonl),
            R"({"business_id":"a","outputs":{"COUNT":3,"SCORE":2.25,"VERDICT":"Low Risk"}})"
            "\n"
            R"({"business_id":"b","outputs":{"COUNT":0,"SCORE":null,"VERDICT":null}})"
            "\n"
            R"({"business_id":"c,\"","outputs":{"COUNT":-12,"SCORE":0.3333333333333333,)"
            R"("VERDICT":"so \"high\",\nthat"}})"
            "\n"
            R"({"business_id":"d","outputs":{"COUNT":3,"SCORE":100.0,"VERDICT":true}})"
            "\n");
}

TEST_F(FormulaReportTest, CsvHasEmptyCellsForNull) {
  EXPECT_EQ(format(Format::Csv),
            "business_id,COUNT,SCORE,VERDICT\n"
            "a,3,2.25,Low Risk\n"
            "b,0,,\n"
            "\"c,\"\"\",-12,0.3333333333333333,\"so \"\"high\"\",\nthat\"\n"
            "d,3,100.0,true\n");
}

TEST_F(FormulaReportTest, JsonHasTheLedger) {
  report_.order.top = 1;
  EXPECT_EQ(format(Format::Json),
            R"({"name":"G1","items":[)"
            "\n"
            R"({"business_id":"a","outputs":{"COUNT":3,"SCORE":2.25,"VERDICT":"Low Risk"}})"
            "\n"
            R"(],"ledger":{"reviews":9,"relevant":9,"rows":9,"missing_extractions":0,)"
            R"("rows_left_out":[],"null_outputs":[)"
            R"({"output":"SCORE","step":"SCORE","cause":"division by zero","items":1},)"
            R"({"output":"VERDICT","step":"SCORE","cause":"division by zero","items":1}]}})");
}

TEST(FormulaReports, ManyItemsAreInOrder) {
  constexpr int kItems = 1500;
  unit::DatasetFolder folder;
  std::string items;
  std::string jsonl;
  std::string json;
  std::string csv = "business_id,A.x,A.y.z,B\n";
  contract::Formula formula{.outputs = {"A.x", "A.y.z", "B"},
                            .output_keys = {{"A", "x"}, {"A", "y", "z"}, {"B"}}};
  exec::FormulaResult result{.outputs = std::vector<std::vector<language::Cell>>(3)};
  for (int item = 0; item < kItems; ++item) {
    items += fmt::format("{{\"business_id\":\"{}\"}}\n", item);
    const std::string object = fmt::format(
        R"({{"business_id":"{0}","outputs":{{"A":{{"x":{0},"y":{{"z":{0}.0}}}},"B":true}}}})",
        item);
    jsonl += object + "\n";
    json += object + (item + 1 < kItems ? ",\n" : "\n");
    csv += fmt::format("{0},{0},{0}.0,true\n", item);
    result.outputs[0].push_back(language::Cell::of(std::int64_t{item}));
    result.outputs[1].push_back(language::Cell::of(static_cast<double>(item)));
    result.outputs[2].push_back(language::Cell::of(true));
  }
  folder.write("items.jsonl", items);
  const data::Dataset dataset = folder.load().value();
  const FormulaReport report{.formula = &formula, .result = &result};
  const auto format = [&](Format of) { return format_formulas({&report, 1}, dataset, of); };
  EXPECT_EQ(format(Format::Jsonl), jsonl);
  EXPECT_EQ(format(Format::Csv), csv);
  EXPECT_NE(format(Format::Json).find("[\n" + json + "]"), std::string::npos);
}

TEST_F(FormulaReportTest, SeveralFormulasAreToldApart) {
  const std::vector<FormulaReport> reports = {report_, report_};
  const auto all = [&](Format format) { return format_formulas(reports, *dataset_, format); };
  EXPECT_TRUE(all(Format::Jsonl).starts_with(R"({"formula":"G1","business_id":"a","outputs")"));
  EXPECT_TRUE(all(Format::Json).starts_with("{\"name\":\"G1\""));
  EXPECT_NE(all(Format::Json).find("},\n{\"name\":\"G1\""), std::string::npos);
}

TEST_F(FormulaReportTest, TheTableRoundsAndAligns) {
  EXPECT_EQ(format(Format::Table),
            "G1: 4 items\n"
            "item  COUNT     SCORE  VERDICT          name\n"
            "a         3    2.2500  Low Risk         Ann's\n"
            "b         0      null  null\n"
            "c,\"     -12    0.3333  so \"high\",\uFFFDthat  Cara\n"
            "d         3  100.0000  true\n");
}

TEST_F(FormulaReportTest, OrderPutsNullsLastAndKeepsTies) {
  order_by(1, /*descending=*/true);
  EXPECT_EQ(format(Format::Table).substr(0, 37), "G1: 4 items by SCORE, highest first\ni");
  order_by(1, /*descending=*/false);
  report_.order.top = 2;
  EXPECT_EQ(format(Format::Table).substr(0, 40), "G1: 2 of 4 items by SCORE, lowest first\n");
}

TEST_F(FormulaReportTest, EveryFormatIsOrdered) {
  result_.outputs[2][2] = language::Cell::of(&low_);
  order_by(1, /*descending=*/true);
  EXPECT_EQ(items_in_order(), "dacb");
  order_by(1, /*descending=*/false);
  EXPECT_EQ(items_in_order(), "cadb");
  order_by(0, /*descending=*/true);
  EXPECT_EQ(items_in_order(), "adbc");
  order_by(2, /*descending=*/false);
  EXPECT_EQ(items_in_order(), "acdb") << "strings before booleans";
  report_.order.top = 100;
  EXPECT_EQ(items_in_order(), "acdb");
  report_.order.top = 0;
  EXPECT_EQ(items_in_order(), "");
}

TEST_F(FormulaReportTest, IntegersAndRealsAreOrderedExactly) {
  const std::int64_t large = (std::int64_t{1} << 53) + 1;
  result_.outputs[1] = {language::Cell::of(9007199254740992.0), language::Cell::of(large),
                        language::Cell::of(large - 2), language::Cell::of(9007199254740994.0)};
  order_by(1, /*descending=*/true);
  result_.outputs[2] = result_.outputs[1];
  EXPECT_EQ(items_in_order(), "dbac");
}

TEST_F(FormulaReportTest, OfManyOutputsTheLastAndTheOrderingOneAreShown) {
  for (int k = 0; k < 20; ++k) {
    const std::string name = fmt::format("MORE_{}", k);
    formula_.outputs.insert(formula_.outputs.begin() + 1, name);
    formula_.output_keys.insert(formula_.output_keys.begin() + 1, {name});
    result_.outputs.insert(result_.outputs.begin() + 1, result_.outputs[0]);
  }
  order_by(0, /*descending=*/true);
  const std::string table = format(Format::Table);
  std::istringstream lines(table);
  std::string title;
  std::string head;
  std::getline(lines, title);
  std::getline(lines, head);
  EXPECT_TRUE(head.starts_with("item  COUNT  MORE_")) << head;
  EXPECT_TRUE(head.ends_with("SCORE  VERDICT          name")) << head;
  EXPECT_LE(head.size(), 80U);
  EXPECT_NE(table.find(" outputs not shown: MORE_19, "), std::string::npos) << table;
}

TEST_F(FormulaReportTest, ALongTableIsCut) {
  std::string items;
  for (int item = 0; item < 60; ++item) items += fmt::format("{{\"business_id\":\"i{}\"}}\n", item);
  folder_.write("items.jsonl", items);
  data::DataNeeds needs;
  needs.item_paths = {name_path()};
  dataset_.emplace(folder_.load(needs).value());
  for (std::vector<language::Cell>& output : result_.outputs)
    output.assign(60, language::Cell::of(1e-9));
  EXPECT_NE(format(Format::Table).find("and 10 more\n"), std::string::npos);
  EXPECT_NE(format(Format::Table).find("  1e-09\n"), std::string::npos);
  report_.order.top = 55;
  EXPECT_EQ(format(Format::Table).find("more"), std::string::npos);
}

TEST_F(FormulaReportTest, TheLedgerIsShortWhereAllIsWell) {
  for (std::vector<language::Cell>& output : result_.outputs)
    output.assign(4, language::Cell::of(true));
  EXPECT_EQ(format_ledger(*report_.formula, FormulaLedger::of(report_)),
            "G1: 9 reviews = 9 rows\n");
}

TEST_F(FormulaReportTest, TheLedgerTellsWhereEverythingWent) {
  data::ExtractionReport extractions;
  extractions.file = "x.jsonl";
  extractions.rows = 20;
  extractions.used = 14;
  extractions.counts = {{Fault::BrokenLine, 1},      {Fault::UnknownReview, 2},
                        {Fault::DuplicateReview, 3}, {Fault::UnknownField, 1},
                        {Fault::WrongType, 4},       {Fault::Undeclared, 5}};
  report_.extractions = &extractions;
  report_.rows = {.reviews = 20, .relevant = 12, .rows = 9, .missing_extractions = 3};
  result_.left_out[static_cast<std::size_t>(language::NullCause::Missing)] = 2;
  EXPECT_EQ(format_ledger(*report_.formula, FormulaLedger::of(report_)),
            "G1: 20 reviews = 9 rows + 8 not relevant + 3 without an extraction\n"
            "  x.jsonl: 20 rows = 14 used + 1 broken + 2 of unknown reviews + 3 repeated\n"
            "  9 values read as missing: 4 of the wrong type, 5 undeclared\n"
            "  1 value of fields that are not declared, left out\n"
            "  SCORE: 2 rows left out, missing value\n"
            "  SCORE: null at 1 item, division by zero\n"
            "  VERDICT: null at 1 item, division by zero in SCORE\n");
}

TEST(ExtractionFaults, AreShownWithTheirPlaces) {
  data::ExtractionReport report;
  report.file = "x.jsonl";
  report.counts = {{Fault::BrokenLine, 7}, {Fault::WrongType, 1}};
  for (std::uint64_t line = 1; line <= 7; ++line)
    report.notes.push_back({Fault::BrokenLine, line, "not valid JSON"});
  report.notes.push_back({Fault::WrongType, 9, "`f` is \"\x1b[31m\", not an integer"});
  EXPECT_EQ(format_extraction_faults(report),
            "x.jsonl:1: warning: not valid JSON, left out\n"
            "x.jsonl:2: warning: not valid JSON, left out\n"
            "x.jsonl:3: warning: not valid JSON, left out\n"
            "x.jsonl:4: warning: not valid JSON, left out\n"
            "x.jsonl:5: warning: not valid JSON, left out\n"
            "x.jsonl:9: warning: `f` is \"\uFFFD[31m\", not an integer, read as missing\n"
            "and 2 more like these\n");
  EXPECT_EQ(format_extraction_faults({}), "");
}

}  // namespace
}  // namespace seedc::report
