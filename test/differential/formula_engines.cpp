// Compiles once, then runs {raw interp, optimised interp, optimised jit} x {any data, this data} x
// {1, 2 threads}. Making native code takes most of the time: none is made of the raw module, and it
// is made beside the rest.
#include "test/differential/formula_engines.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>

#include "compiler/ir/text.h"
#include "compiler/opt/passes.h"
#include "compiler/plan/plan_builder.h"
#include "compiler/plan/specialise.h"
#include "engine/backend.h"
#include "engine/evaluate.h"
#include "engine/explain/formula_facts.h"
#include "engine/explain/formula_outline.h"
#include "engine/lint/lint_formula_values.h"
#include "engine/lint/read_bounds.h"
#include "engine/program.h"
#include "engine/report/arrow/formula_stream.h"
#include "engine/report/formula_explain.h"
#include "engine/report/requests.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/schema.h"
#include "runtime/data/snapshot/snapshot.h"
#include "runtime/exec/formula.h"
#include "test/differential/engines.h"
#include "test/differential/grown_snapshot.h"
#include "test/differential/random_dataset.h"

namespace seedc::differential {
namespace {

namespace fs = std::filesystem;

using AllFormulaValues = std::vector<FormulaEngineValues>;
using Programs = std::vector<const contract::ScoreProgram*>;

std::string text_of_program(const std::vector<std::string>& texts) {
  std::string program;
  for (const std::string& text : texts) program += text + '\n';
  return program;
}

/// Prints a module that was printed and read.
std::string reprinted(const std::string& printed) {
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  const ir::Module module = ir::read(sources, sources.add("printed.ir", printed), diagnostics);
  return diagnostics.has_errors() ? diag::render_text(diagnostics, sources, /*colour=*/false)
                                  : ir::print(module);
}

data::DataNeeds needs_of_all(const std::vector<contract::Formula>& formulas) {
  data::DataNeeds all;
  all.item_paths.push_back(report::name_path());
  for (const contract::Formula& formula : formulas) {
    const data::DataNeeds needs = exec::needs_of(formula);
    all.item_paths.insert(all.item_paths.end(), needs.item_paths.begin(), needs.item_paths.end());
    all.review_paths.insert(all.review_paths.end(), needs.review_paths.begin(),
                            needs.review_paths.end());
    all.texts = all.texts || needs.texts;
    all.names = all.names || needs.names;
  }
  return all;
}

plain::Scalar scalar_of(const language::Cell& cell, const std::vector<std::string>& steps) {
  if (cell.is_null()) {
    return plain::Null{language::cause_of(cell.null), language::is_of_step(cell.null)
                                                          ? steps.at(language::step_of(cell.null))
                                                          : ""};
  }
  if (cell.kind == language::Kind::Bool) return cell.boolean();
  if (cell.kind == language::Kind::Int) return cell.integer();
  if (cell.kind == language::Kind::Real) return cell.real();
  return cell.string();
}

/// As the plain evaluator has it, to the bit: integers and reals apart.
plain::Json json_of(const language::Value& value) {
  if (const auto* boolean = value.as<bool>()) return *boolean;
  if (const auto* integer = value.as<std::int64_t>()) return *integer;
  if (const auto* real = value.as<double>()) return *real;
  if (const auto* text = value.as<std::string>()) return *text;
  if (const auto* list = value.as<language::List>()) {
    plain::Json json = plain::Json::array();
    for (const language::Value& element : *list) json.push_back(json_of(element));
    return json;
  }
  if (value.is_null()) return nullptr;
  plain::Json json = plain::Json::object();
  for (const auto& [key, member] : *value.as<language::Dict>()) json[key] = json_of(member);
  return json;
}

void add_counts(const exec::ListLedger& ledger, plain::ListCounts& counts) {
  counts.beyond_limit += ledger.beyond_limit;
  for (std::size_t cause = 0; cause < language::kNullCauseCount; ++cause) {
    if (ledger.nulls[cause] > 0)
      counts.nulls[static_cast<language::NullCause>(cause)] += ledger.nulls[cause];
  }
}

plain::FormulaValues values_of(const exec::FormulaResult& result, const contract::Formula& formula,
                               const exec::RowLedger& rows, std::uint32_t item_count) {
  plain::FormulaValues values;
  values.rows = {rows.reviews,    rows.relevant,
                 rows.rows,       rows.missing_extractions,
                 rows.not_judged, rows.judged_inappropriate,
                 rows.filtered};
  values.defaulted = rows.defaulted;
  values.items.resize(item_count);
  values.lists.resize(item_count);
  for (std::size_t k = 0; k < formula.outputs.size(); ++k) {
    for (std::uint32_t item = 0; item < item_count; ++item) {
      const language::Cell& cell = result.outputs[k][item];
      if (cell.kind == language::Kind::Json && !cell.is_null()) {
        values.lists[item][formula.outputs[k]] = json_of(cell.json());
      } else {
        values.items[item][formula.outputs[k]] = scalar_of(cell, formula.steps);
      }
    }
  }
  for (std::size_t list = 0; list < formula.lists.size(); ++list)
    add_counts(result.list_ledgers[list],
               values.ledger.lists[formula.steps.at(formula.lists[list].step)]);
  for (const std::string& step : formula.steps) values.ledger.left_out[step];  // none is forgotten
  for (std::size_t ledger = 0; ledger < formula.ledgers.size(); ++ledger) {
    for (const std::uint32_t step : formula.ledgers[ledger].steps) {
      plain::LeftOut& left_out = values.ledger.left_out[formula.steps.at(step)];
      for (std::size_t cause = 0; cause < language::kNullCauseCount; ++cause) {
        const std::uint64_t count = result.left_out[ledger * language::kNullCauseCount + cause];
        if (count > 0) left_out[static_cast<language::NullCause>(cause)] = count;
      }
    }
  }
  return values;
}

/// The formulas of a module, bound to a dataset.
struct BoundModule {
  std::vector<contract::Formula> formulas;
  std::optional<data::Dataset> dataset;
  std::deque<data::Extractions> extractions;
  std::vector<exec::BoundFormula> bound;
};

/// What finds the keywords of all formulas that have any; std::nullopt if one cannot be searched.
std::optional<std::vector<language::RequiredLiterals>> searches_of_all(
    const std::vector<contract::Formula>& formulas) {
  std::vector<language::RequiredLiterals> searches;
  for (const contract::Formula& formula : formulas) {
    if (formula.rows.keywords.empty()) continue;
    const auto search = exec::search_of(formula.rows);
    if (!search) return std::nullopt;
    searches.push_back(*search);
  }
  return searches;
}

/// Binds the formulas to the data, which is the folder's or a snapshot of it. Texts of the folder
/// are only searched where that is possible, unless they are read afterwards.
base::Result<void> bind(BoundModule& all, const fs::path& folder, const fs::path& data,
                        engine::TextUse use = engine::TextUse::Searched) {
  data::DataNeeds needs = needs_of_all(all.formulas);
  if (use == engine::TextUse::Searched) needs.searches = searches_of_all(all.formulas);
  auto dataset = data::source_at(data.string())->load(needs);
  if (!dataset) return tl::unexpected(dataset.error());
  all.dataset = std::move(*dataset);
  const fs::path file = folder / "extractions.jsonl";
  for (const contract::Formula& formula : all.formulas) {
    data::Extractions& extractions = all.extractions.emplace_back();
    if (fs::exists(file)) {
      auto read = data::load_extractions(file.string(), formula.rows.fields, {}, *all.dataset, {});
      if (!read) return tl::unexpected(read.error());
      extractions = std::move(*read);
      if (formula.rows.judge) extractions.apply(*formula.rows.judge);
    }
    all.bound.push_back(
        exec::BoundFormula::bind(std::make_shared<const exec::PreparedFormula>(formula),
                                 *all.dataset, extractions, {.threads = 2}));
  }
  return {};
}

base::Result<BoundModule> bind(const ir::Module& module, const fs::path& folder,
                               const fs::path& data) {
  BoundModule all{.formulas = plan::make_plan(module).formulas};
  if (auto bound = bind(all, folder, data); !bound) return tl::unexpected(bound.error());
  return all;
}

/// Pulls all batches of a stream; how many rows they have.
base::Result<std::uint64_t> count_rows(ArrowArrayStream stream) {
  std::uint64_t rows = 0;
  ArrowArray batch{};
  int status = 0;
  while ((status = stream.get_next(&stream, &batch)) == 0 && batch.release != nullptr) {
    rows += static_cast<std::uint64_t>(batch.length);
    batch.release(&batch);
  }
  base::Result<std::uint64_t> result = rows;
  if (status != 0)
    result = base::fail<base::ErrorCode::InternalException>(stream.get_last_error(&stream));
  stream.release(&stream);
  return result;
}

/// Hands the results out as Arrow, which fails if a value is not of the type that the formula says.
base::Result<void> check_columns(const contract::Formula& formula,
                                 const exec::FormulaResult& result, const data::Dataset& dataset) {
  const report::FormulaReport report{.formula = &formula, .result = &result};
  std::uint64_t nulls = 0;
  for (const std::vector<language::Cell>& output : result.outputs)
    nulls += static_cast<std::uint64_t>(std::ranges::count_if(output, &language::Cell::is_null));
  constexpr std::size_t kFewRows = 7;
  const auto items =
      count_rows(report::arrow::output_stream(report, dataset, nullptr, {.batch_rows = kFewRows}));
  const auto causes =
      count_rows(report::arrow::null_stream(report, dataset, nullptr, {.batch_rows = kFewRows}));
  if (!items) return tl::unexpected(items.error());
  if (!causes) return tl::unexpected(causes.error());
  if (*items == dataset.item_count() && *causes == nulls) return {};
  return base::fail<base::ErrorCode::InternalException>(
      fmt::format("{} rows and {} nulls as Arrow, of {} items and {} nulls", *items, *causes,
                  dataset.item_count(), nulls));
}

base::Result<void> run_programs(const BoundModule& module, const Programs& programs,
                                engine::Backend backend, const std::string& name,
                                AllFormulaValues& all) {
  const std::uint32_t item_count = module.dataset->item_count();
  const auto kernels =
      engine::make_score_kernels(programs, backend, item_count, module.dataset->review_count());
  if (!kernels) return tl::unexpected(kernels.error());
  for (const unsigned threads : {1U, 2U}) {
    FormulaEngineValues& engine = all.emplace_back();
    engine.engine = fmt::format("{}, threads {}", name, threads);
    for (std::size_t i = 0; i < programs.size(); ++i) {
      const auto result = exec::score_items(*programs[i], module.bound[i], *(*kernels)[i],
                                            item_count, {.threads = threads});
      if (auto fits = check_columns(module.formulas[i], result, *module.dataset); !fits)
        return fits;
      engine.formulas.push_back(
          values_of(result, module.formulas[i], module.bound[i].rows(), item_count));
    }
  }
  return {};
}

base::Result<void> run_module(const BoundModule& module, engine::Backend backend,
                              const std::string& name, AllFormulaValues& all) {
  Programs general;
  Programs special;
  std::deque<contract::ScoreProgram> specialised;
  for (std::size_t i = 0; i < module.formulas.size(); ++i) {
    general.push_back(&module.formulas[i].program);
    special.push_back(
        &specialised.emplace_back(plan::specialise(*general.back(), module.bound[i].load_kinds())));
  }
  return run_programs(module, general, backend, name + " for any data", all).and_then([&] {
    return run_programs(module, special, backend, name + " for this data", all);
  });
}

/// Explains the steps of a formula at one item; adds to the rows and ledgers.
void add_explained(const explain::FormulaExplanation& explanation, std::uint32_t item,
                   plain::FormulaValues& values) {
  const explain::FormulaOutline& outline = explanation.outline();
  for (const explain::StepOutline& step : outline.steps) {
    if (step.value != contract::kNoOperand) {
      values.items[item][step.name] =
          scalar_of(explanation.trace().value(step.value), outline.formula.steps);
    }
    if (const auto* list = std::get_if<explain::ListOutline>(&step.body)) {
      const exec::ItemList made = explanation.list_of(*list);
      values.lists[item][step.name] = json_of(made.values);
      add_counts(made.ledger, values.ledger.lists[step.name]);
    }
    const auto* body = std::get_if<explain::RowsOutline>(&step.body);
    if (body == nullptr || !body->summand) continue;
    plain::LeftOut& left_out = values.ledger.left_out[step.name];
    for (const explain::RowFate& fate : explanation.rows_of(step).left_out) {
      const bool is_missing = fate.null == language::null_of(language::NullCause::Missing);
      const bool is_counted =
          step.operation == "sum" ? !language::is_of_step(fate.null) : !is_missing;
      if (is_counted) ++left_out[language::cause_of(fate.null)];
    }
  }
  const explain::ItemReviews& reviews = explanation.reviews();
  values.rows.reviews += reviews.reviews;
  values.rows.relevant += reviews.relevant;
  values.rows.rows += reviews.rows.size();
  values.rows.missing_extractions += reviews.missing_extractions.size();
  values.rows.not_judged += reviews.not_judged.size();
  values.rows.judged_inappropriate += reviews.judged_inappropriate.size();
  values.rows.filtered += reviews.filtered.size();
}

/// Whether an explanation can be written, and is refused where it is too long.
// limit: explanation-size
base::Result<void> check_texts(const explain::FormulaExplanation& explanation) {
  const auto json = report::explanation_json(explanation, "");
  if (!json || !nlohmann::json::accept(*json))
    return base::fail<base::ErrorCode::InternalException>("no explanation");
  if (report::explanation_json(explanation, "", 1) && !explanation.outline().steps.empty())
    return base::fail<base::ErrorCode::InternalException>("an explanation without end");
  const auto text = report::explanation_text(explanation, "", /*all=*/false);
  return text ? base::Result<void>() : tl::unexpected(text.error());
}

/// Whether a step is what it may be. Nulls have no cause there.
base::Result<void> check_bounds(const explain::FormulaExplanation& explanation,
                                const check::FormulaValues& checked,
                                const bounds::IrBounds& bounds) {
  for (const explain::StepOutline& step : explanation.outline().steps) {
    if (step.value == contract::kNoOperand || bounds.gave_up()) continue;
    const auto at = std::ranges::find(checked.steps, step.name, &check::FormulaValues::Step::name);
    const bounds::Bound* seen = at == checked.steps.end() ? nullptr : bounds.seen(at->value);
    if (seen == nullptr) continue;
    const language::Cell cell = explanation.trace().value(step.value);
    const bool is_within = cell.is_null()
                               ? std::ranges::any_of(seen->values(), &language::Cell::is_null)
                               : seen->contains(cell);
    if (!is_within)
      return base::fail<base::ErrorCode::InternalException>(
          fmt::format("step `{}` is out of its bounds: {}", step.name,
                      language::to_json(language::value_of(cell))));
  }
  return {};
}

/// All steps of all formulas as they are explained.
base::Result<FormulaEngineValues> explain_all(const engine::Compilation& compilation,
                                              const fs::path& folder) {
  BoundModule all;
  std::vector<explain::FormulaOutline> outlines;
  for (std::size_t i = 0; i < compilation.formulas.size(); ++i) {
    outlines.push_back(explain::outline_of(compilation.programs.front().formulas[i],
                                           compilation.formulas[i], compilation.module,
                                           compilation.sources));
    all.formulas.push_back(outlines.back().formula);
  }
  if (auto bound = bind(all, folder, dataset_in(folder), engine::TextUse::Read); !bound)
    return tl::unexpected(bound.error());
  FormulaEngineValues engine{.engine = "explained", .formulas = {}};
  const auto schema = data::read_schema(dataset_in(folder).string());
  if (!schema) return tl::unexpected(schema.error());
  const lint::FormulaNumbers numbers = lint::number_formulas(compilation);
  const bounds::IrBounds of_any_data = lint::bounds_of_formulas(compilation, numbers, {});
  const bounds::IrBounds of_its_kinds = lint::bounds_of_formulas(
      compilation, numbers, lint::read_bounds(compilation.module, &*schema));
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    plain::FormulaValues& values = engine.formulas.emplace_back();
    values.items.resize(all.dataset->item_count());
    values.lists.resize(all.dataset->item_count());
    for (std::uint32_t item = 0; item < all.dataset->item_count(); ++item) {
      const auto explanation = explain::FormulaExplanation::make(
          outlines[i], all.bound[i], *all.dataset, all.extractions[i], item);
      if (!explanation) return tl::unexpected(explanation.error());
      for (const bounds::IrBounds* bounds : {&of_any_data, &of_its_kinds}) {
        const auto bounded = check_bounds(*explanation, compilation.formulas[i].values, *bounds);
        if (!bounded) return tl::unexpected(bounded.error());
      }
      add_explained(*explanation, item, values);
      const auto written = item == 0 ? check_texts(*explanation) : base::Result<void>();
      if (!written) return tl::unexpected(written.error());
    }
  }
  return engine;
}

}  // namespace

base::Result<AllFormulaValues> run_formula_engines(const fs::path& folder,
                                                   const std::vector<std::string>& texts) {
  const fs::path file = folder / "formulas.jsonl";
  std::ofstream(file) << text_of_program(texts);
  const auto compilation = compiled_file(file.string());
  if (!compilation) return tl::unexpected(compilation.error());
  const ir::Module& module = (*compilation)->module;
  if (const std::string printed = ir::print(module); reprinted(printed) != printed)
    return base::fail<base::ErrorCode::InternalException>("read back, the module is another one: " +
                                                          reprinted(printed));
  const fs::path snapshot = folder / "all.snapshot";
  static unsigned round = 0;
  const auto saved = save_snapshot_of(folder, snapshot, {}, ++round);
  if (!saved) return tl::unexpected(saved.error());
  const auto raw = bind(module, folder, dataset_in(folder));
  if (!raw) return tl::unexpected(raw.error());
  const auto optimised = bind(opt::optimise(module), folder, dataset_in(folder));
  if (!optimised) return tl::unexpected(optimised.error());
  const auto mapped = bind(opt::optimise(module), folder, snapshot);
  if (!mapped) return tl::unexpected(mapped.error());
  AllFormulaValues native;
  auto native_run = std::async(std::launch::async, [&] {
    return run_module(*optimised, engine::Backend::Jit, "optimised jit", native);
  });
  AllFormulaValues all;
  const auto run =
      run_module(*raw, engine::Backend::Interp, "raw interp", all)
          .and_then([&] {
            return run_module(*optimised, engine::Backend::Interp, "optimised interp", all);
          })
          .and_then(
              [&] { return run_module(*mapped, engine::Backend::Interp, "snapshot interp", all); });
  const auto joined = native_run.get().and_then([&] { return run; });
  if (!joined) return tl::unexpected(joined.error());
  all.insert(all.end(), native.begin(), native.end());
  auto explained = explain_all(**compilation, folder);
  if (!explained) return tl::unexpected(explained.error());
  all.push_back(std::move(*explained));
  return all;
}

std::vector<ast::Formula> parse_formulas(const std::vector<std::string>& texts) {
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  const source::FileId file = sources.add("formulas.jsonl", text_of_program(texts));
  return parse::parse_json_program(sources, file, diagnostics).formulas;
}

}  // namespace seedc::differential
