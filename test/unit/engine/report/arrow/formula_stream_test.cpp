// Outputs of formulas as Arrow: types that follow from the program alone, values, batches, and
// arrays that outlive what they came from.
#include "engine/report/arrow/formula_stream.h"

#include <gmock/gmock.h>

#include <array>
#include <thread>

#include "test/unit/engine/report/arrow/arrow_reader.h"
#include "test/unit/engine/report/arrow/arrow_run.h"

namespace seedc::report::arrow {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using unit::rows_of;
using unit::Stream;

/// An output of each type.
constexpr std::string_view kTypes = R"json({"task_name": "types", "compute": [
{"name": "N", "op": "count"},
{"name": "USEFUL", "op": "sum", "expr": "meta.useful"},
{"name": "MEAN", "op": "expr", "expr": "USEFUL / N"},
{"name": "TWICE", "op": "expr", "expr": "context.stars * 2"},
{"name": "MANY", "op": "expr", "expr": "N > 1"},
{"name": "SIZE", "op": "case", "source": "N", "rules": [{"when": "> 1", "then": "large"}, {"when": "> 0", "then": "small"}]},
{"name": "MIXED", "op": "expr", "expr": "default(context.mixed, context.open)"},
{"name": "IDS", "op": "collect", "field": {"id": "meta.review_id", "stars": "meta.stars"}}],
"output": ["N", "USEFUL", "MEAN", "TWICE", "MANY", "SIZE", "MIXED", "IDS"]})json";

constexpr std::string_view kGroups = R"({"task_name": "groups", "compute": [
{"name": "ALL", "op": "count"},
{"name": "G", "op": "group", "by": {"bad": {"meta.stars": {"<=": 2}}, "so\u0000so": {"meta.stars": 3}}, "compute": [
  {"name": "N", "op": "count"}, {"name": "MEAN", "op": "expr", "expr": "1 / N"}]},
{"name": "MOST", "op": "max", "over": "G", "expr": "N"}],
"output": ["ALL", "G", "G.bad.N", "MOST"]})";

class FormulaStream : public testing::Test {
 protected:
  Stream outputs(const std::shared_ptr<const engine::ProgramRun>& run,
                 const FormulaStreamOptions& options = {}) const {
    return Stream(output_stream(run->reports.front(), run->dataset, run, options));
  }
  Stream nulls(const std::shared_ptr<const engine::ProgramRun>& run,
               const FormulaStreamOptions& options = {}) const {
    return Stream(null_stream(run->reports.front(), run->dataset, run, options));
  }
  Stream outputs_of(std::string_view formula) const {
    return outputs(run_.of({{"f.json", formula}}));
  }

  unit::ArrowRun run_;
};

TEST_F(FormulaStream, TypesFollowFromTheProgram) {
  Stream stream = outputs_of(kTypes);
  unit::Schema schema = schema_of(stream);
  EXPECT_EQ(
      unit::text_of(*schema),
      ": +s (business_id: u item, N: l? integer, USEFUL: g? number, MEAN: g? real, TWICE: g? "
      "number, MANY: b? boolean, SIZE: u? string, MIXED: u? json, IDS: +l list (item: u json))");
  EXPECT_EQ(unit::metadata_of(*schema).at("seedc.formula"), "types");
  EXPECT_EQ(unit::text_of(*schema_of(stream)), unit::text_of(*schema)) << "asked again";
}

/// Expressions over a value of the data whose kind is not known, and the types of their columns.
TEST_F(FormulaStream, WhatIsSurelyANumberIsOne) {
  const std::vector<std::pair<std::string, std::string>> expressions = {
      {"context.a", "u? json"},
      {"context.a + context.b", "u? json"},
      {"context.a + 1", "g? number"},
      {"context.a + 'x'", "u? string"},
      {"context.a * context.b", "g? number"},
      {"context.a / 2", "g? real"},
      {"-context.a", "g? number"},
      {"max(context.a, 3)", "g? number"},
      {"max(context.a, 3.5)", "g? real"},
      {"round(context.a)", "l? integer"},
      {"round(context.a, 1)", "g? number"},
      {"context.a if context.b else context.c", "u? json"},
      {"context.a if context.b else 2", "g? number"},
      {"context.a if context.b else 2.5", "g? real"},
      {"context.a * 2 if context.b else -context.c", "g? number"},
      {"default(context.a, 'none')", "u? string"},
      {"default(context.a * 1, context.b)", "g? number"},
      {"default(context.a, context.b)", "u? json"},
      {"context.a == 1", "b? boolean"},
      {"text(context.a)", "u? string"},
      {"days(context.a, context.b)", "l? integer"},
      {"2 if context.b else 2.5", "g? real"},
  };
  std::string steps;
  std::string outputs;
  std::string expected = ": +s (business_id: u item";
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    const std::string name = "E" + std::to_string(i);
    steps += (i == 0 ? "" : ",") + std::string(R"({"name":")") + name +
             R"(","op":"expr","expr":")" + expressions[i].first + R"("})";
    outputs += (i == 0 ? "\"" : ",\"") + name + "\"";
    expected += ", " + name + ": " + expressions[i].second;
  }
  const std::string formula = R"({"compute":[)" + steps + R"(],"output":[)" + outputs + "]}";
  Stream stream = outputs_of(formula);
  EXPECT_EQ(unit::text_of(*schema_of(stream)), expected + ")");
}

TEST_F(FormulaStream, RowsAreTheItems) {
  Stream stream = outputs_of(kTypes);
  EXPECT_THAT(
      rows_of(stream),
      ElementsAre(
          R"({a,2,5.0,2.5,8.0,true,large,"x",[{"id":"r1","stars":5},{"id":"r2","stars":1}]})",
          R"({b,1,0.5,0.5,5.0,false,small,7,[{"id":"r3","stars":2}]})",
          R"({ü,1,1.0,1.0,null,false,small,true,[{"id":"r4","stars":3}]})",
          R"({d,0,0.0,null,null,false,null,null,[]})"));
  EXPECT_TRUE(next_of(stream).is_released()) << "the end stays the end";
}

TEST_F(FormulaStream, GroupsAreStructs) {
  Stream stream = outputs_of(kGroups);
  EXPECT_EQ(
      unit::text_of(*schema_of(stream)),
      ": +s (business_id: u item, ALL: l? integer, G: +s group (bad: +s label (N: l? integer, "
      "MEAN: g? real), so\u2400so: +s label (N: l? integer, MEAN: g? real)), G.bad.N: l? "
      "integer, MOST: l? integer)");
  EXPECT_THAT(rows_of(stream),
              ElementsAre("{a,2,{{1,1.0},{0,null}},1,1}", "{b,1,{{1,1.0},{0,null}},1,1}",
                          "{ü,1,{{0,null},{1,1.0}},0,1}", "{d,0,{{0,null},{0,null}},0,0}"));
}

TEST_F(FormulaStream, ItemsAreInTheOrderAskedFor) {
  const auto run = run_.of({{"f.json", kTypes}}, {.sort = "USEFUL:asc", .top = 3});
  Stream stream = outputs(run);
  std::vector<std::string> ids;
  for (const std::string& row : rows_of(stream)) ids.push_back(row.substr(1, row.find(',') - 1));
  EXPECT_THAT(ids, ElementsAre("d", "b", "ü"));
  Stream causes = nulls(run);
  EXPECT_THAT(rows_of(causes).front(), "{d,MEAN,MEAN,division by zero}");
}

TEST_F(FormulaStream, NullsHaveCauses) {
  const auto run = run_.of({{"f.json", kTypes}});
  for (const std::size_t batch_rows : {1, 2, 100}) {
    Stream stream = nulls(run, {.batch_rows = batch_rows});
    EXPECT_EQ(
        unit::text_of(*schema_of(stream)),
        ": +s (business_id: u item, output: i<u> output, step: i<u>? step, cause: i<u> cause)");
    std::size_t batches = 0;
    EXPECT_THAT(rows_of(stream, &batches),
                ElementsAre("{ü,TWICE,TWICE,missing value}", "{d,MEAN,MEAN,division by zero}",
                            "{d,TWICE,TWICE,wrong kind of value}", "{d,SIZE,SIZE,no rule holds}",
                            "{d,MIXED,MIXED,missing value}"));
    EXPECT_EQ(batches, (5 + batch_rows - 1) / batch_rows);
  }
}

TEST_F(FormulaStream, BatchesAreBounded) {
  const auto run = run_.of({{"f.json", kTypes}});
  Stream whole = outputs(run);
  const std::vector<std::string> rows = rows_of(whole);
  for (std::size_t batch_rows = 1; batch_rows <= 5; ++batch_rows) {
    Stream stream = outputs(run, {.batch_rows = batch_rows});
    std::size_t batches = 0;
    EXPECT_EQ(rows_of(stream, &batches), rows);
    EXPECT_EQ(batches, (4 + batch_rows - 1) / batch_rows);
  }
}

/// Each column in turn is the one whose texts end a batch; those made before it are shortened.
TEST_F(FormulaStream, LongTextsEndABatch) {
  for (const std::string_view formula : {kTypes, kGroups}) {
    const auto run = run_.of({{"f.json", formula}});
    Stream whole = outputs(run);
    const std::vector<std::string> rows = rows_of(whole);
    std::size_t before = rows.size() + 1;
    for (const std::size_t most : {0, 1, 2, 5, 10, 20, 30, 50, 80, 200}) {
      Stream stream = outputs(run, {.batch_text_bytes = most});
      std::size_t batches = 0;
      EXPECT_EQ(rows_of(stream, &batches), rows) << most;
      EXPECT_LE(batches, before) << most;
      before = batches;
    }
    EXPECT_EQ(before, 1U);
  }
}

TEST_F(FormulaStream, OfNoRowsThereIsNoBatch) {
  const auto run = run_.of({{"f.json", kTypes}}, {.top = 0});
  Stream stream = outputs(run);
  EXPECT_THAT(rows_of(stream), IsEmpty());
  Stream causes = nulls(run);
  EXPECT_THAT(rows_of(causes), IsEmpty());
}

/// An array, a child that is moved out of it, and a schema live on alone.
TEST_F(FormulaStream, ArraysOutliveEverything) {
  auto run = run_.of({{"f.json", kTypes}});
  const std::weak_ptr<const engine::ProgramRun> watched = run;
  Stream stream = outputs(run);
  Stream causes = nulls(run);
  run.reset();
  unit::Schema schema = schema_of(stream);
  unit::Schema cause_schema = schema_of(causes);
  unit::Array batch = next_of(stream);
  unit::Array cause_batch = next_of(causes);
  stream.release();
  EXPECT_FALSE(watched.expired());
  causes.release();
  EXPECT_TRUE(watched.expired()) << "the batches have their own memory";
  unit::Array sizes(std::exchange(*batch->children[6], ArrowArray{}));
  unit::Array words(std::exchange(*cause_batch->children[3]->dictionary, ArrowArray{}));
  EXPECT_EQ(unit::value_of(*schema->children[1], *batch->children[1], 0), "2");
  std::thread([&] { batch.release(); }).join();
  cause_batch.release();
  EXPECT_EQ(unit::value_of(*schema->children[6], *sizes, 1), "small");
  EXPECT_EQ(unit::value_of(*cause_schema->children[3]->dictionary, *words, 3), "division by zero");
}

TEST_F(FormulaStream, ErrorsAreCodes) {
  Stream stream = outputs_of(kTypes);
  EXPECT_EQ(stream->get_next(&*stream, nullptr), EINVAL);
  EXPECT_STREQ(stream->get_last_error(&*stream), "the struct to fill is a null pointer");
  EXPECT_EQ(stream->get_schema(&*stream, nullptr), EINVAL);
  EXPECT_EQ(rows_of(stream).size(), 4U) << "nothing was lost";
  EXPECT_EQ(stream->get_last_error(&*stream), nullptr);
}

/// A result that is not what the program says is an error, and never a wrong value.
TEST_F(FormulaStream, AValueOfAnotherKindIsAnError) {
  const auto run = run_.of({{"f.json", kTypes}});
  exec::FormulaResult other = *run->reports.front().result;
  other.outputs[0][2] = language::Cell::of(1.5);
  FormulaReport report = run->reports.front();
  report.result = &other;
  Stream stream(output_stream(report, run->dataset, run, {.batch_rows = 2}));
  EXPECT_EQ(next_of(stream)->length, 2);
  unit::Array batch;
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(stream->get_next(&*stream, &*batch), EIO);
    EXPECT_THAT(stream->get_last_error(&*stream), testing::HasSubstr("of another kind"));
    EXPECT_TRUE(batch.is_released());
  }
}

}  // namespace
}  // namespace seedc::report::arrow
