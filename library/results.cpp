// Programs made ready, run, and their results.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "engine/ask_reviews.h"
#include "engine/ci_cases.h"
#include "engine/findings.h"
#include "engine/lint/lint_data.h"
#include "engine/report/chat_ledger.h"
#include "engine/report/data_findings.h"
#include "engine/report/formula_ledger.h"
#include "engine/report/load_report.h"
#include "engine/report/output_names.h"
#include "engine/report/requests.h"
#include "library/arrow.h"
#include "library/calls.h"
#include "library/model.h"
#include "library/run_options.h"
#include "runtime/base/nearest.h"
#include "runtime/data/arrow/arrow_source.h"
#include "runtime/data/extractions/extractions.h"

using namespace seedc;
using namespace seedc::library;

namespace {

/// Whether the caller has the member that begins there.
bool has_room_for(const seedc_request_result* out, std::size_t member) {
  return out != nullptr && out->size > member;
}

engine::Backend backend_of(std::int32_t backend) {
  switch (backend) {
    case SEEDC_BACKEND_AUTO:
      return engine::Backend::Auto;
    case SEEDC_BACKEND_JIT:
      return engine::Backend::Jit;
    case SEEDC_BACKEND_INTERP:
      return engine::Backend::Interp;
    default:
      fail_call<base::ErrorCode::NoSuchConstant>("they are SEEDC_BACKEND_AUTO and so on",
                                                 "backend");
  }
}

/// For how many items kernels are chosen; 0 if only data can tell.
std::uint64_t items_of(const Program& program, const seedc_prepare_options& options) {
  return options.items != 0 ? options.items : program.compilation->names->schema().items;
}

/// What `run` and the findings of results read beyond what the program needs.
data::DataNeeds more_needs(const Program& program, const seedc_run_options& options) {
  data::DataNeeds needs = lint::needs_of_lint(program.compilation->module);
  needs.texts = needs.texts || options.model != nullptr;
  return needs;
}

using Extract = decltype(engine::FormulaRunOptions::extract);

std::set<std::string> fields_of(const contract::Plan& plan) {
  std::set<std::string> fields;
  for (const contract::Formula& formula : plan.formulas) {
    for (const contract::Field& field : formula.rows.fields) fields.insert(field.name);
  }
  return fields;
}

/// Gives the formulas what is extracted in lines of memory.
Extract extract_from(std::string_view lines, const contract::Plan& plan,
                     const data::LoadOptions& load) {
  return [=, &plan](std::size_t number, const data::Dataset& dataset) {
    return data::parse_extractions("extractions", {lines}, plan.formulas[number].rows.fields,
                                   fields_of(plan), dataset, load);
  };
}

/// The same for a table.
Extract extract_from(const std::shared_ptr<const data::arrow::Table>& table,
                     const contract::Plan& plan, const data::LoadOptions& load) {
  return [=, &plan](std::size_t number, const data::Dataset& dataset) {
    return data::arrow::load_extractions(*table, plan.formulas[number].rows.fields, fields_of(plan),
                                         dataset, load);
  };
}

engine::FormulaRunOptions formula_options(const seedc_run_options& options, GivenStream& table,
                                          const Prepared& prepared, const Data& data,
                                          const engine::Host& host) {
  const contract::Plan& plan = *prepared.plan;
  const std::string_view lines = view_of(options.extraction_lines);
  const int ways = ways_to_extractions(options, table);
  engine::FormulaRunOptions formulas = formula_options(
      options, ways > 0, *prepared.program->compilation, data.strict, *data.session);
  if (ways > 1) fail_call<base::ErrorCode::ExtractionsGivenTwice>("give one of them");
  if (lines.data() != nullptr) formulas.extract = extract_from(lines, plan, formulas.load);
  if (table.is_given())
    formulas.extract = extract_from(table.read("extractions", host.call()), plan, formulas.load);
  formulas.are_extracted = formulas.extract != nullptr || options.model != nullptr;
  return formulas;
}

/// What only the data shows; the program's names may be read for it.
std::vector<std::size_t> find_in_data(const Program& program, const engine::ProgramRun& run,
                                      engine::Host& host, diag::Diagnostics& found) {
  const std::scoped_lock lock(program.mutex);
  const ForwardingHost::Scope scope(program.host, host);
  return lint::lint_data(*program.compilation, run.dataset.for_call(host.call()), run.run, found);
}

base::Result<void> scored(engine::ProgramRun& run, const Program& program,
                          const engine::FormulaRunOptions& formulas, engine::Host& host) {
  if (run.plan->formulas.empty()) return {};
  engine::Stage stage(host, "score formulas");
  auto done = engine::run_formulas(run, *program.compilation, formulas);
  std::uint64_t rows = 0;
  for (const report::FormulaReport& report : run.reports) rows += report.rows.rows;
  stage.did(rows, "row");
  return done;
}

/// Scores the formulas, for whose fields a model may be asked, and ranks by them.
void score(engine::ProgramRun& run, const Program& program, engine::FormulaRunOptions formulas,
           const engine::EvaluateOptions& evaluate, const seedc_model_options* model,
           CallHost& host) {
  std::unique_ptr<engine::ChatSession> session;
  if (model != nullptr && !run.plan->formulas.empty()) {
    session = open_model(known(model), host);
    formulas.extract = [&](std::size_t number, const data::Dataset& dataset) {
      return engine::extract_rows(*program.compilation, *run.plan, number, dataset, evaluate,
                                  *session, [&](std::string_view text) { host.note(text); });
    };
  }
  auto done = scored(run, program, formulas, host);
  if (session)
    host.note(report::format_chat_ledger(session->tally(), prices_of(known(model)).has_value()));
  for (const engine::ScoredFormula& formula : run.formulas)
    host.bound(*formula.formula, run.dataset, formula.extractions);
  take(std::move(done));
}

engine::ProgramRun run_of(const Prepared& prepared, const Data& data,
                          const seedc_run_options& options, GivenStream& table, CallHost& host) {
  const Program& program = *prepared.program;
  const engine::Compilation& compilation = *program.compilation;
  const engine::FormulaRunOptions formulas = formula_options(options, table, prepared, data, host);
  take(engine::check_options(*prepared.plan, engine::own_compiled_formulas(compilation), formulas));
  if (options.model != nullptr) check_model(known(options.model));
  engine::EvaluateOptions evaluate = evaluate_options(data, host);
  evaluate.backend = prepared.backend;
  engine::ProgramRun run = take(engine::run_requests(compilation, prepared.plan, prepared.made(),
                                                     evaluate, more_needs(program, options)));
  prepared.keep(run.prepared);
  if (compilation.diagnostics.has_warnings_as_errors()) {
    diag::Diagnostics found = compilation.diagnostics.for_same_programs();
    engine::refuse_requests(run, compilation, find_in_data(program, run, host, found));
  }
  score(run, program, formulas, evaluate, options.model, host);
  run.dataset = run.dataset.for_call({});  // results outlive the call
  return run;
}

std::int32_t status_of(const report::RequestResult& result) {
  if (!result.gold && result.status != report::Status::Error) return SEEDC_STATUS_NONE;
  switch (result.status) {
    case report::Status::Ok:
      return SEEDC_STATUS_OK;
    case report::Status::NoMatch:
      return SEEDC_STATUS_NO_MATCH;
    case report::Status::MultiMatch:
      return SEEDC_STATUS_MULTI_MATCH;
    case report::Status::GoldNotMatch:
      return SEEDC_STATUS_GOLD_NOT_MATCH;
    case report::Status::Error:
      return SEEDC_STATUS_ERROR;
  }
  return SEEDC_STATUS_ERROR;
}

report::Format format_of(std::int32_t format, std::string_view others = {}) {
  switch (format) {
    case SEEDC_TEXT:
    case SEEDC_COLOURED:
      return report::Format::Table;
    case SEEDC_JSON:
      return report::Format::Json;
    case SEEDC_JSONL:
      return report::Format::Jsonl;
    case SEEDC_CSV:
      return report::Format::Csv;
    default:
      fail_call<base::ErrorCode::NoSuchConstant>(
          fmt::format("the formats are SEEDC_TEXT, SEEDC_COLOURED, SEEDC_JSON, SEEDC_JSONL{} and "
                      "SEEDC_CSV",
                      others),
          "format of results");
  }
}

std::string ledger_of(const engine::ProgramRun& run, base::SettingNames names) {
  std::string text;
  for (const report::FormulaReport& report : run.reports) {
    const report::FormulaLedger ledger = report::FormulaLedger::of(report);
    if (ledger.extractions) text += report::format_extraction_faults(*ledger.extractions);
    text += report::format_ledger(*report.formula, ledger, names);
  }
  return text;
}

std::string ledger_json_of(const engine::ProgramRun& run) {
  std::string text = "[";
  for (const report::FormulaReport& report : run.reports) {
    text += text.size() > 1 ? ",{\"formula\":" : "{\"formula\":";
    language::append_json_string(text, report.formula->name);
    text +=
        ",\"ledger\":" + report::ledger_json(*report.formula, report::FormulaLedger::of(report)) +
        "}";
  }
  return text + "]\n";
}

std::string faults_of(const engine::ProgramRun& run) {
  std::string text;
  for (const report::FormulaReport& report : run.reports) {
    if (report.extractions != nullptr)
      text += report::format_extraction_faults(*report.extractions);
  }
  return text;
}

/// The program's own formulas.
std::span<const contract::Formula> formulas_of(const Prepared& prepared) {
  return std::span(prepared.plan->formulas)
      .first(engine::own_compiled_formulas(*prepared.program->compilation));
}

/// That formulas have them.
std::vector<std::string> columns_of(const Prepared& prepared,
                                    const seedc_results_options& options) {
  std::vector<std::string> columns = texts_of(options.columns, options.column_count);
  std::vector<std::string> outputs;
  for (const contract::Formula& formula : formulas_of(prepared))
    std::ranges::move(report::output_names(formula), std::back_inserter(outputs));
  for (const std::string& column : columns) {
    if (std::ranges::find(outputs, column) == outputs.end())
      throw Failed{base::not_found("output", column, outputs)};
  }
  return columns;
}

/// The number of the one table that is asked for; std::nullopt for all of them, which CSV cannot be
/// unless there is one.
std::optional<std::size_t> table_of(const engine::ProgramRun& run, report::Format format,
                                    const seedc_results_options& options) {
  const std::size_t count = engine::tables_of(run).count();
  if (options.table > count) fail_call<base::ErrorCode::NoSuchNumber>({}, "table");
  if (options.table > 0) return options.table - 1;
  if (format == report::Format::Csv && count > 1)
    fail_call<base::ErrorCode::NoSuchFormat>(
        fmt::format("CSV is one table, and these results have {}: ask for each by its number "
                    "(`table`)",
                    count),
        "CSV");
  return std::nullopt;
}

/// The findings of the program, and what only the run showed.
std::string findings_json(const Results& results, engine::Host& host) {
  const engine::Compilation& compilation = *results.prepared->program->compilation;
  diag::Diagnostics later = compilation.diagnostics.for_same_programs();
  find_in_data(*results.prepared->program, results.run, host, later);
  const auto of = [&](const diag::Diagnostics& findings, bool are_errors) {
    return engine::finding_objects(compilation, findings, are_errors);
  };
  return engine::json_list("errors", {of(compilation.diagnostics, /*are_errors=*/true),
                                      of(later, /*are_errors=*/true)}) +
         ',' +
         engine::json_list("diagnostics", {report::json_objects(engine::data_findings(results.run)),
                                           of(compilation.diagnostics, /*are_errors=*/false),
                                           of(later, /*are_errors=*/false)});
}

std::string run_text(const Results& results, std::int32_t format,
                     const seedc_results_options& options, engine::Host& host) {
  const report::Format chosen = format_of(format);
  std::string text =
      engine::format_program_run(results.run, chosen,
                                 {.tables = {.layout = session_of(results).layout(format),
                                             .columns = columns_of(*results.prepared, options)},
                                  .long_rows = options.long_rows != 0,
                                  .only = table_of(results.run, chosen, options)});
  if (chosen != report::Format::Json) return text;
  return '{' + text + ',' + findings_json(results, host) + "}\n";
}

std::string validation_text(const Results& results, std::int32_t format,
                            const seedc_results_options& options, engine::Host& host) {
  const engine::ProgramRun& run = results.run;
  const bool failed_only = options.failed_only != 0;
  if (format == SEEDC_JUNIT || format == SEEDC_GITHUB) {
    const auto cases =
        engine::cases_of_requests(*results.prepared->program->compilation, run, failed_only);
    return format == SEEDC_JUNIT ? report::junit("seedc validate", cases) : report::github(cases);
  }
  const report::Format chosen = format_of(format, ", SEEDC_JUNIT, SEEDC_GITHUB");
  std::string text = report::format_validation(run.results, run.dataset, chosen, failed_only,
                                               session_of(results).layout(format));
  if (format != SEEDC_JSON) return text;
  return '{' + engine::json_list("requests", {text}) + ',' + engine::json_list("formulas", {}) +
         ',' + findings_json(results, host) + "}\n";
}

std::string text_of_results(const Results& results, std::int32_t what, std::int32_t format,
                            const seedc_results_options& options, engine::Host& host) {
  const engine::ProgramRun& run = results.run;
  switch (what) {
    case SEEDC_RESULTS_RUN:
      return run_text(results, format, options, host);
    case SEEDC_RESULTS_VALIDATION:
      return validation_text(results, format, options, host);
    case SEEDC_RESULTS_GROUNDTRUTH:
      return report::format_groundtruth(run.results, run.dataset);
    case SEEDC_RESULTS_MATRIX:
      return report::format_matrix(run.results, run.dataset);
    case SEEDC_RESULTS_CONDITIONS:
      return report::format_conditions(*run.plan, run.run, run.dataset);
    case SEEDC_RESULTS_LEDGER:
      return is_json(format) ? ledger_json_of(run) : ledger_of(run, session_of(results).names());
    case SEEDC_RESULTS_FAULTS:
      return faults_of(run);
    default:
      fail_call<base::ErrorCode::NoSuchConstant>("they are SEEDC_RESULTS_RUN and so on",
                                                 "text of results");
  }
}

std::shared_ptr<const contract::Plan> planned(const Program& program, bool keeps_names,
                                              engine::Host& host) {
  engine::Stage stage(host, "plan");
  auto plan = std::make_shared<const contract::Plan>(
      engine::plan_of(*program.compilation, keeps_names, host.call()));
  stage.did(plan->conditions.size(), "condition");
  return plan;
}

}  // namespace

seedc_error* seedc_prepare(const seedc_program* program, const seedc_call* call,
                           const seedc_prepare_options* options, seedc_prepared** out) {
  clear(out);
  return called_on(program, call, [&](const Program& used, engine::Host& host) {
    seedc_prepared*& prepared = place_for(out);
    const seedc_prepare_options chosen = known(options);
    const engine::Backend backend = backend_of(chosen.backend);
    if (used.refusal) throw Failed{*used.refusal};
    auto made = std::make_shared<Prepared>(the(program),
                                           planned(used, chosen.conditions != 0, host), backend);
    const std::uint64_t items = items_of(used, chosen);
    if (items != 0 || backend != engine::Backend::Auto) {
      engine::Stage stage(host, "prepare");
      stage.did(made->plan->conditions.size(), "condition");
      made->keep(take(engine::Prepared::make(*made->plan, backend, items, host.call())));
    }
    prepared = new seedc_prepared(std::move(made));
  });
}

seedc_str seedc_prepared_formula_name(const seedc_prepared* prepared, std::size_t formula) {
  const auto* found = find(prepared);
  if (found == nullptr || formula >= formulas_of(**found).size()) return {};
  return str_of(formulas_of(**found)[formula].name);
}

std::size_t seedc_prepared_output_count(const seedc_prepared* prepared, std::size_t formula) {
  const auto* found = find(prepared);
  const auto formulas =
      found == nullptr ? std::span<const contract::Formula>() : formulas_of(**found);
  return formula < formulas.size() ? formulas[formula].outputs.size() : 0;
}

seedc_str seedc_prepared_output(const seedc_prepared* prepared, std::size_t formula,
                                std::size_t number) {
  if (number >= seedc_prepared_output_count(prepared, formula)) return {};
  return str_of(report::output_name(formulas_of(**find(prepared))[formula], number));
}

void seedc_prepared_release(seedc_prepared* prepared) {
  if (find(prepared) != nullptr) delete prepared;
}

seedc_error* seedc_run(const seedc_prepared* prepared, const seedc_call* call,
                       const seedc_data* data, const seedc_run_options* options,
                       seedc_results** out) {
  clear(out);
  return guarded([&] {
    const seedc_run_options chosen = known(options);
    GivenStream table(chosen.extraction_table);
    call_on(prepared, call, [&](const Prepared& used, CallHost& host) {
      seedc_results*& results = place_for(out);
      engine::ProgramRun run = run_of(used, *the(data), chosen, table, host);
      results = new seedc_results(std::make_shared<Results>(the(prepared), std::move(run)));
    });
  });
}

void seedc_results_release(seedc_results* results) {
  if (find(results) != nullptr) delete results;
}

std::uint32_t seedc_results_item_count(const seedc_results* results) {
  const auto* found = find(results);
  return found == nullptr ? 0 : (*found)->run.dataset.item_count();
}

seedc_str seedc_results_item_id(const seedc_results* results, std::uint32_t item) {
  if (item >= seedc_results_item_count(results)) return {};
  return str_of((*find(results))->run.dataset.item_id(item));
}

seedc_error* seedc_results_item_name(const seedc_results* results, std::uint32_t item,
                                     seedc_text** out) {
  clear(out);
  return guarded([&] {
    seedc_text*& name = place_for(out);
    const data::Dataset& dataset = the(results)->run.dataset;
    if (item >= dataset.item_count()) fail_call<base::ErrorCode::NoSuchNumber>({}, "item");
    name = new_text(report::item_name(item, dataset));
  });
}

std::size_t seedc_results_request_count(const seedc_results* results) {
  const auto* found = find(results);
  return found == nullptr ? 0 : (*found)->run.results.size();
}

seedc_error* seedc_results_request(const seedc_results* results, std::size_t number,
                                   seedc_request_result* out) {
  return guarded([&] {
    const std::vector<report::RequestResult>& all = the(results)->run.results;
    if (number >= all.size()) fail_call<base::ErrorCode::NoSuchNumber>({}, "request");
    const report::RequestResult& result = all[number];
    seedc_request_result shown{};
    shown.id = str_of(result.id);
    if (result.gold) shown.gold = str_of(*result.gold);
    shown.status = status_of(result);
    if (has_room_for(out, offsetof(seedc_request_result, matches))) {
      const std::span<const std::uint32_t> matches = the(results)->matches.of(result);
      shown.matches = matches.data();
      shown.match_count = matches.size();
    }
    shown.left_out = result.ranking ? result.ranking->left_out : 0;
    shown.unknown = result.unknown;
    if (has_room_for(out, offsetof(seedc_request_result, values))) {
      const std::span<const std::int8_t> values = the(results)->values.of(result);
      shown.values = values.empty() ? nullptr : values.data();
    }
    shown.value_count = result.values.size();
    give(shown, out);
  });
}

std::size_t seedc_results_formula_count(const seedc_results* results) {
  const auto* found = find(results);
  if (found == nullptr) return 0;
  const engine::ProgramRun& run = (*found)->run;
  return std::min(run.own_formulas, run.reports.size());
}

seedc_error* seedc_results_incomplete(const seedc_results* results, seedc_error** incomplete) {
  clear(incomplete);
  return guarded([&] {
    const Results& used = *the(results);
    const base::SettingNames names = session_of(used).names();
    give_incompleteness(engine::find_open_outputs(used.run, names), names, incomplete);
  });
}

seedc_error* seedc_results_findings(const seedc_results* results, const seedc_call* call,
                                    std::int32_t format, seedc_text** out) {
  clear(out);
  return called_on(results, call, [&](const Results& used, engine::Host& host) {
    seedc_text*& text = place_for(out);
    const Program& program = *used.prepared->program;
    const engine::Compilation& compilation = *program.compilation;
    diag::Diagnostics found = compilation.diagnostics.for_same_programs();
    find_in_data(program, used.run, host, found);
    text = new_text(
        is_json(format)
            ? engine::run_findings_json(compilation, found, engine::data_findings(used.run))
            : engine::run_findings_text(compilation, found,
                                        findings_layout(*program.session, format)));
  });
}

seedc_error* seedc_results_text(const seedc_results* results, std::int32_t what,
                                std::int32_t format, seedc_text** out) {
  return seedc_results_format(results, nullptr, what, format, nullptr, out);
}

seedc_error* seedc_results_format(const seedc_results* results, const seedc_call* call,
                                  std::int32_t what, std::int32_t format,
                                  const seedc_results_options* options, seedc_text** out) {
  clear(out);
  return called_on(results, call, [&](const Results& used, engine::Host& host) {
    seedc_text*& text = place_for(out);
    engine::Stage stage(host, "format the results");
    std::string formatted = text_of_results(used, what, format, known(options), host);
    stage.did(formatted.size(), "byte");
    text = new_text(std::move(formatted));
  });
}
