// The plain reading of lists against values worked out by hand.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "test/differential/formula_engines.h"
#include "test/differential/plain/formula.h"

namespace seedc::differential {
namespace {

using language::NullCause;
using plain::Json;
using plain::LeftOut;

const Json kListRows = Json::parse(R"json([
  {"review_id": "r1", "sure": true, "sure.quote": "so sure"},
  {"review_id": "r2", "sure": false},
  {"review_id": "r3", "sure": true, "sure.quote": 5},
  {"review_id": "r4"},
  {"review_id": "r5", "sure": true}])json");

/// One item of five reviews.
plain::FormulaWorld list_world() {
  const Json values = Json::parse(R"json([2, "10", [1, "a"], null, 10])json");
  plain::Records records;
  records.items.push_back({{"business_id", "i1"}});
  for (std::size_t i = 0; i < kListRows.size(); ++i) {
    records.reviews.push_back({{"review_id", kListRows[i]["review_id"]},
                               {"business_id", "i1"},
                               {"value", values[i]},
                               {"date", "2020-01-0" + std::to_string(i + 1)}});
  }
  return {plain::world_of(records), std::vector<Json>(kListRows.begin(), kListRows.end())};
}

plain::FormulaValues evaluate(const std::string& list) {
  const Json formula = Json::parse(R"json({"task_name": "lists",
    "extract": {"fields": [{"name": "sure", "type": "bool"}]},
    "compute": [
      {"name": "SURE", "op": "define_filter", "extraction": {"sure": true}},
      {"name": "HALF", "op": "define_value", "expr": "meta.value / 2"},)json" +
                                   list + R"json(], "output": ["X"]})json");
  return plain::evaluate_formula(parse_formulas({formula.dump()}).at(0), list_world());
}

std::string list_of(const std::string& options) {
  return evaluate(R"json({"name": "X", "op": "collect", )json" + options + "}")
      .lists.at(0)
      .at("X")
      .dump();
}

TEST(PlainLists, HaveRowsInReviewOrderOrInAnother) {
  const std::string ids = R"json("field": "meta.review_id")json";
  EXPECT_EQ(list_of(ids), R"json(["r1","r2","r3","r4","r5"])json");
  EXPECT_EQ(list_of(ids + R"json(, "order_by": "meta.value")json"),
            R"json(["r1","r5","r2","r3","r4"])json");
  EXPECT_EQ(list_of(ids + R"json(, "order_by": "meta.value desc")json"),
            R"json(["r5","r1","r2","r3","r4"])json");
  EXPECT_EQ(list_of(ids + R"json(, "order_by": "meta.date desc", "limit": 2)json"),
            R"json(["r5","r4"])json");
  EXPECT_EQ(list_of(ids + R"json(, "order_by": "$HALF desc", "where": {"$SURE": true})json"),
            R"json(["r5","r1","r3"])json");
}

TEST(PlainLists, HaveValuesAsTheyAreRead) {
  EXPECT_EQ(list_of(R"json("field": "meta.value")json"), R"json([2,"10",[1,"a"],10])json");
  EXPECT_EQ(list_of(R"json("field": "extraction.sure.quote")json"), R"json(["so sure"])json");
  EXPECT_EQ(list_of(R"json("field": "$HALF")json"), R"json([1.0,5.0])json");
  EXPECT_EQ(
      list_of(
          R"json("field": {"v": "meta.value", "h": "$HALF", "s": "$SURE", "y": "meta.year"}, "limit": 3)json"),
      R"json([{"v":2,"h":1.0,"s":true,"y":2020},{"v":"10","h":null,"s":false,"y":2020},)json"
      R"json({"v":[1,"a"],"h":null,"s":true,"y":2020}])json");
  EXPECT_EQ(list_of(R"json("field": "meta.nope")json"), "[]");
}

TEST(PlainLists, CountWhatTheyLeaveOut) {
  const auto counts = [](const std::string& options) {
    const std::string step = R"json({"name": "X", "op": "collect", )json";
    return evaluate(step + options + "}").ledger.lists.at("X");
  };
  EXPECT_EQ(counts(R"json("field": "meta.value", "limit": 3)json").beyond_limit, 1U);
  const auto half = counts(R"json("field": {"h": "$HALF"}, "order_by": "$HALF", "limit": 1)json");
  EXPECT_EQ(half.beyond_limit, 4U);
  EXPECT_EQ(half.nulls, (LeftOut{{NullCause::WrongKind, 2}}));
}

}  // namespace
}  // namespace seedc::differential
