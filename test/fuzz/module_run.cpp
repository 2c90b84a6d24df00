// Binds modules to the golden tests' dataset, with extractions made for whatever fields they have.
#include "test/fuzz/module_run.h"

#include <fmt/format.h>

#include <deque>

#include "compiler/plan/plan_builder.h"
#include "compiler/plan/specialise.h"
#include "engine/backend.h"
#include "runtime/data/snapshot/snapshot.h"
#include "runtime/exec/execute.h"
#include "runtime/exec/formula.h"
#include "runtime/exec/needs.h"
#include "runtime/text/pattern_set.h"
#include "test/differential/harness.h"
#include "test/fuzz/target.h"

namespace seedc::fuzz {
namespace {

/// As a snapshot, which opens at once.
const std::string& dataset_file() {
  static const differential::Folder folder;
  static const std::string file = [] {
    const std::string snapshot = folder.path() / "data.snapshot";
    const std::string data = SEEDC_SOURCE_DIR "/test/golden/Inputs/data";
    require(data::save_snapshot(*data::source_at(data), snapshot).has_value(),
            "the golden tests' dataset loads");
    return snapshot;
  }();
  return file;
}

data::Dataset dataset_for(const data::DataNeeds& needs) {
  return data::source_at(dataset_file())->load(needs).value();
}

// Requests.

using TriValues = std::vector<int>;

TriValues values_of(const contract::Plan& plan, const data::Dataset& dataset,
                    engine::Backend backend) {
  auto kernels = engine::make_kernels(plan, backend, dataset.item_count());
  if (!kernels) return {static_cast<int>(kernels.error().kind())};
  const auto prepared = exec::PreparedRequests::prepare(plan, std::move(*kernels));
  if (!prepared) return {static_cast<int>(prepared.error().kind())};
  const auto run = exec::execute(*prepared, dataset, {.threads = 1});
  if (!run) return {static_cast<int>(run.error().kind())};
  TriValues values;
  for (std::size_t request = 0; request < plan.requests.size(); ++request) {
    for (std::uint32_t item = 0; item < dataset.item_count(); ++item)
      values.push_back(static_cast<int>(run->value(request, item)));
  }
  return values;
}

void check_requests(const contract::Plan& plan, const contract::Plan& optimised) {
  const data::Dataset dataset = dataset_for(exec::needs_of(plan));
  const TriValues expected = values_of(plan, dataset, engine::Backend::Interp);
  const data::Dataset less = dataset_for(exec::needs_of(optimised));
  require(values_of(optimised, less, engine::Backend::Interp) == expected, "passes keep values");
  require(values_of(plan, dataset, engine::Backend::Jit) == expected,
          "native code gives what is interpreted");
}

// Formulas.

std::string value_for(const contract::Field& field, std::uint32_t review) {
  switch (field.type) {
    case contract::FieldType::Enum:
      return field.values.empty()
                 ? "null"
                 : language::to_json(language::Value(field.values[review % field.values.size()]));
    case contract::FieldType::Int:
      return std::to_string(static_cast<int>(review) - 3);
    case contract::FieldType::Float:
      return fmt::format("{:.1f}", 0.5 * review - 1);
    case contract::FieldType::Bool:
      return review % 2 == 0 ? "true" : "false";
    case contract::FieldType::String:
      return fmt::format("\"text {}\"", review % 4);
  }
  return "null";
}

/// Rows for four of five reviews.
data::Extractions extractions_for(const contract::RowSet& rows, const data::Dataset& dataset) {
  if (rows.fields.empty()) return {};
  std::string lines;
  for (std::uint32_t review = 0; review < dataset.review_count(); ++review) {
    if (review % 5 == 4) continue;
    lines += "{\"review_id\":" +
             language::to_json(language::Value(std::string(dataset.review_id(review))));
    for (const contract::Field& field : rows.fields)
      lines +=
          "," + language::to_json(language::Value(field.name)) + ":" + value_for(field, review);
    lines += "}\n";
  }
  auto read = data::parse_extractions("rows", {lines}, rows.fields, {}, dataset, {});
  require(read.has_value(), "rows are read");
  if (rows.judge) read->apply(*rows.judge);
  return std::move(*read);
}

/// Prints a result without addresses.
std::string text_of(const exec::FormulaResult& result) {
  std::string text;
  for (const auto& output : result.outputs) {
    for (const language::Cell& cell : output) {
      if (cell.is_null()) {
        text += fmt::format("null {};", cell.null);
      } else if (cell.kind == language::Kind::Str) {
        text += cell.string() + ';';
      } else if (cell.kind == language::Kind::Json) {
        text += language::to_json(cell.json()) + ';';
      } else {
        text += fmt::format("{} {:x};", static_cast<int>(cell.kind), cell.payload);
      }
    }
  }
  for (const std::uint64_t count : result.left_out) text += fmt::format("{};", count);
  return text;
}

std::string score(const contract::ScoreProgram& program, const exec::BoundFormula& bound,
                  const data::Dataset& dataset, engine::Backend backend) {
  const contract::ScoreProgram* const programs[] = {&program};
  const auto kernels =
      engine::make_score_kernels(programs, backend, dataset.item_count(), dataset.review_count());
  require(kernels.has_value(), "a score program compiles");
  return text_of(
      exec::score_items(program, bound, *kernels->front(), dataset.item_count(), {.threads = 1}));
}

/// The results of a formula, the same for any data and specialised, interpreted and native.
std::string check_formula(const contract::Formula& formula) {
  const data::Dataset dataset = dataset_for(exec::needs_of(formula));
  const data::Extractions extractions = extractions_for(formula.rows, dataset);
  const auto bound = exec::BoundFormula::bind(
      std::make_shared<const exec::PreparedFormula>(formula), dataset, extractions, {.threads = 1});
  const std::string expected = score(formula.program, bound, dataset, engine::Backend::Interp);
  const contract::ScoreProgram special = plan::specialise(formula.program, bound.load_kinds());
  require(score(special, bound, dataset, engine::Backend::Interp) == expected,
          "specialising keeps values");
  require(score(formula.program, bound, dataset, engine::Backend::Jit) == expected &&
              score(special, bound, dataset, engine::Backend::Jit) == expected,
          "native code gives what is interpreted");
  return expected;
}

/// Whether the engines accept all of it: they reject some patterns, and programs that have grown
/// too large.
bool can_run(const contract::Plan& plan) {
  for (const contract::Formula& formula : plan.formulas) {
    if (formula.is_too_large) return false;
  }
  for (const language::Condition& condition : plan.conditions) {
    const language::Pattern* pattern = language::find_field<language::Pattern>(condition).value;
    if (pattern != nullptr && text::engine_refusal(*pattern)) return false;
  }
  return true;
}

}  // namespace

void check_run(const ir::Module& module, const ir::Module& optimised) {
  const contract::Plan plan = plan::make_plan(module);
  const contract::Plan less = plan::make_plan(optimised);
  plan::make_plan(module, plan::named_values(module).values);
  if (!can_run(plan) || !can_run(less)) return;
  check_requests(plan, less);
  for (std::size_t i = 0; i < plan.formulas.size(); ++i) {
    require(check_formula(plan.formulas[i]) == check_formula(less.formulas[i]),
            "passes keep what formulas give");
  }
}

}  // namespace seedc::fuzz
