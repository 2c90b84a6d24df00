// The plain reading of groups against values worked out by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "test/differential/formula_engines.h"
#include "test/differential/plain/formula.h"

namespace seedc::differential {
namespace {

using language::NullCause;
using plain::Json;
using plain::LeftOut;
using plain::Null;
using plain::Scalar;

constexpr const char* kFields = R"json({"fields": [
  {"name": "severity", "type": "enum", "values": {"none": "", "mild": "", "severe": ""}},
  {"name": "sure", "type": "bool"}]})json";

const Json kRows = Json::parse(R"json([
  {"review_id": "r1", "severity": "mild", "sure": true},
  {"review_id": "r2", "severity": "severe", "sure": false},
  {"review_id": "r3", "severity": "mild"},
  {"review_id": "r4", "sure": true},
  {"review_id": "r5", "severity": "severe", "sure": true}])json");

/// One item, and its five reviews with 5, 1, 4, 3 and 2 stars.
plain::FormulaWorld world() {
  plain::Records records;
  records.items.push_back({{"business_id", "i1"}, {"k", 2}});
  const int stars[] = {5, 1, 4, 3, 2};
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    records.reviews.push_back(
        {{"review_id", kRows[i]["review_id"]}, {"business_id", "i1"}, {"stars", stars[i]}});
  }
  return {plain::world_of(records), std::vector<Json>(kRows.begin(), kRows.end())};
}

plain::FormulaValues evaluate(const char* steps, const Json& output) {
  const Json formula = {{"task_name", "groups"},
                        {"extract", Json::parse(kFields)},
                        {"compute", Json::parse(steps)},
                        {"output", output}};
  return plain::evaluate_formula(parse_formulas({formula.dump()}).at(0), world());
}

void expect(const plain::FormulaValues& values, const std::map<std::string, Scalar>& expected) {
  ASSERT_EQ(values.items.size(), 1U);
  for (const auto& [name, value] : expected) {
    ASSERT_TRUE(values.items[0].contains(name)) << name;
    EXPECT_EQ(values.items[0].at(name), value) << name;
  }
}

std::int64_t operator""_int(unsigned long long value) { return static_cast<std::int64_t>(value); }

TEST(PlainGroups, HaveAGroupForEachDeclaredValue) {
  const auto values = evaluate(
      R"json([{"name": "G", "op": "group", "by": "extraction.severity",
           "where": {"meta.stars": {">=": 2}},
           "compute": [{"name": "N", "op": "count"},
                       {"name": "S", "op": "sum", "expr": "meta.stars"},
                       {"name": "AVG", "op": "expr", "expr": "S / N"}]},
          {"name": "BEST", "op": "argmax", "over": "G", "expr": "AVG"},
          {"name": "ALL", "op": "sum", "over": "G", "expr": "N"},
          {"name": "FEW", "op": "count", "over": "G", "where": "AVG < 3"},
          {"name": "TOP", "op": "max", "over": "G", "expr": "AVG", "where": "N > 2", "default": 7},
          {"name": "NO", "op": "min", "over": "G", "expr": "AVG", "where": "N > 2"},
          {"name": "X", "op": "expr", "expr": "G.mild.N + G['severe'].S"}])json",
      Json::array({"G", "G['mild'].N", "BEST", "X"}));
  expect(values, {{"G.none.N", 0_int},
                  {"G.none.S", 0_int},
                  {"G.none.AVG", Null{NullCause::DivisionByZero, "G.none.AVG"}},
                  {"G.mild.AVG", 4.5},
                  {"G.severe.AVG", 2.0},
                  {"G['mild'].N", 2_int},
                  {"BEST", std::string("mild")},
                  {"ALL", 3_int},
                  {"FEW", 1_int},
                  {"TOP", 7.0},
                  {"NO", Null{NullCause::NoGroup, "NO"}},
                  {"X", 4_int}});
  EXPECT_EQ(values.ledger.left_out.at("BEST"), (LeftOut{{NullCause::DivisionByZero, 1}}));
  EXPECT_EQ(values.ledger.left_out.at("FEW"), (LeftOut{{NullCause::DivisionByZero, 1}}));
  EXPECT_EQ(values.ledger.left_out.at("TOP"), LeftOut{});  // its condition comes first
}

TEST(PlainGroups, NamesInsideHideThoseOutside) {
  const auto values = evaluate(
      R"json([{"name": "F", "op": "define_filter", "meta": {"stars": {">=": 4}}},
          {"name": "E", "op": "define_filter", "where": {"$F": true}},
          {"name": "N", "op": "count"},
          {"name": "G", "op": "group",
           "by": {"very mild": {"extraction.sure": true}, "it's": {"$E": true}},
           "compute": [{"name": "A", "op": "expr", "expr": "N"},
                       {"name": "N", "op": "count", "where": {"$E": true}},
                       {"name": "F", "op": "define_filter", "meta": {"stars": {"<": 4}}},
                       {"name": "B", "op": "count", "where": {"$E": true}},
                       {"name": "C", "op": "count", "where": {"$F": true}},
                       {"name": "M", "op": "expr", "expr": "N * 10"}]},
          {"name": "D", "op": "count", "where": {"$F": true}},
          {"name": "T", "op": "sum", "over": "G", "expr": "N"},
          {"name": "U", "op": "expr", "expr": "N"},
          {"name": "V", "op": "expr", "expr": "G['it\\'s'].N"}])json",
      Json::array({"G"}));
  expect(values, {{"G['very mild'].A", 5_int},
                  {"G['very mild'].N", 1_int},
                  {"G['it\\'s'].N", 2_int},
                  {"G['very mild'].B", 1_int},
                  {"G['it\\'s'].B", 2_int},
                  {"G['very mild'].C", 2_int},
                  {"G['it\\'s'].C", 0_int},
                  {"G['very mild'].M", 10_int},
                  {"D", 2_int},
                  {"T", 3_int},
                  {"U", 5_int},
                  {"V", 2_int}});
}

TEST(PlainGroups, NullsGoByTheStepWhereTheyArose) {
  const auto values = evaluate(
      R"json([{"name": "Z", "op": "expr", "expr": "1 / (context.k - 2)"},
          {"name": "G", "op": "group", "by": "extraction.sure",
           "compute": [{"name": "N", "op": "count"},
                       {"name": "O", "op": "expr", "expr": "N + Z"},
                       {"name": "L", "op": "expr", "expr": "log(N - 1)"}]},
          {"name": "P", "op": "sum", "over": "G", "expr": "L"},
          {"name": "Q", "op": "max", "over": "G", "expr": "O"},
          {"name": "R", "op": "sum", "over": "G", "expr": "L + G.false.L", "where": "N > 1"},
          {"name": "W", "op": "argmax", "over": "G", "expr": "context.nope"},
          {"name": "H", "op": "group", "by": {"x": {"extraction.sure": true}},
           "compute": [{"name": "I", "op": "sum", "over": "G", "expr": "N"}]},
          {"name": "K", "op": "lookup", "source": "G['true'].N", "table": {"3": "three"}}])json",
      Json::array({"K"}));
  expect(values, {{"G.false.L", Null{NullCause::LogOfNonPositive, "G.false.L"}},
                  {"P", std::log(2.0)},
                  {"Q", Null{NullCause::DivisionByZero, "Z"}},
                  {"R", Null{NullCause::LogOfNonPositive, "G.false.L"}},
                  {"W", Null{NullCause::NoGroup, "W"}},
                  {"H.x.I", 4_int},
                  {"K", std::string("three")}});
  EXPECT_EQ(values.ledger.left_out.at("P"), (LeftOut{{NullCause::LogOfNonPositive, 1}}));
  EXPECT_EQ(values.ledger.left_out.at("Q"), LeftOut{});
  EXPECT_EQ(values.ledger.left_out.at("W"), (LeftOut{{NullCause::Missing, 2}}));
}

TEST(PlainGroups, LabelsOfExpressionsAreThoseThatHaveANumber) {
  const auto values = evaluate(
      R"json([{"name": "Z", "op": "expr", "expr": "1 / (context.k - 2)"},
          {"name": "A", "op": "argmax",
           "of": {"a": "Z", "b": {"expr": "9", "where": "False"}, "c": "2", "d": "2.0"}},
          {"name": "B", "op": "argmin", "of": {"a": "Z"}},
          {"name": "C", "op": "argmin", "of": {"a": "Z"}, "default": "none"}])json",
      Json::array({"A"}));
  expect(
      values,
      {{"A", std::string("c")}, {"B", Null{NullCause::NoGroup, "B"}}, {"C", std::string("none")}});
  EXPECT_EQ(values.ledger.left_out.at("A"), LeftOut{});
}

}  // namespace
}  // namespace seedc::differential
