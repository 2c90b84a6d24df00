// Language models are asked: for the fields of formulas, and to judge classifications.
#include <fmt/format.h>

#include <filesystem>

#include "engine/ask_reviews.h"
#include "engine/judge_brief.h"
#include "engine/report/chat_faults.h"
#include "engine/report/chat_ledger.h"
#include "engine/report/judge_notes.h"
#include "engine/report/text.h"
#include "library/calls.h"
#include "library/model.h"
#include "runtime/data/jsonl/line_blocks.h"
#include "runtime/llm/judge_lines.h"

using namespace seedc;
using namespace seedc::library;

namespace {

/// Gives it to the caller; throws it if the caller has no place for it.
void give_incompleteness(std::optional<base::Error> error, const engine::Host& host,
                         seedc_error** out) {
  if (!error) return;
  if (out == nullptr) throw Failed{*std::move(error)};
  *out = new_error(*error, host.setting_names());
}

/// What a model is asked for, and the data that it is asked about.
struct Question {
  contract::Plan plan;
  const contract::Formula* formula = nullptr;
  engine::EvaluateOptions evaluate;
  llm::ExtractionQuestion text;
  data::Dataset dataset;
};

/// `check` is called before the data is read.
template <class Check>
Question question_of(const Program& program, const Data& data, CallHost& host, const Check& check) {
  const engine::Compilation& compilation = *program.compilation;
  const check::CheckedFormula& checked = *take(engine::formula_to_extract(compilation));
  check();
  contract::Plan plan = engine::plan_of(compilation, /*keep_names=*/false, host.call());
  const contract::Formula& formula = plan.formulas[*checked.compiled];
  data::DataNeeds needs = exec::needs_of(formula.rows);
  needs.texts = true;
  const engine::EvaluateOptions evaluate = evaluate_options(data, host);
  llm::ExtractionQuestion text = engine::question_of(formula, checked.fields);
  data::Dataset dataset = take(engine::load_for(contract::Plan(), evaluate, needs));
  return {std::move(plan), &formula, evaluate, std::move(text), std::move(dataset)};
}

std::string extracted(const Program& program, const Data& data, CallHost& host,
                      const seedc_model_options& model, seedc_error** incomplete) {
  const Question question = question_of(program, data, host, [&] { check_model(model); });
  const contract::Formula& formula = *question.formula;
  const auto session = open_model(model, host);
  engine::Stage stage(host, "ask the model");
  const engine::AskedReviews asked = engine::ask_reviews(formula, question.text, question.dataset,
                                                         question.evaluate.threads, *session);
  stage.did(session->tally().requests(), "request");
  host.note(report::format_asked_reviews(formula, question.dataset.review_count(), asked.relevant,
                                         asked.judged) +
            report::format_chat_ledger(session->tally(), has_prices(model)) +
            report::format_ungrounded(question.text.fields(), asked.extracted.ungrounded));
  give_incompleteness(
      report::find_incompleteness(asked.tally, formula.rows.judge ? "request" : "review",
                                  host.setting_names()),
      host, incomplete);
  return engine::lines_of(asked.extracted);
}

/// The store, if there is one already: an estimate leaves no traces.
std::unique_ptr<llm::AnswerStore> existing_store(const std::string& path) {
  std::error_code unknown;
  if (path.empty() || !std::filesystem::exists(path, unknown)) return nullptr;
  return take(llm::AnswerStore::open(path));
}

std::string estimated(const Program& program, const Data& data, CallHost& host,
                      const seedc_model_options& model, seedc_estimate& out) {
  const Question question = question_of(program, data, host, [] {});
  const auto reviews =
      engine::reviews_to_read(question.formula->rows, question.dataset, question.evaluate.threads);
  const auto store = existing_store(text_of(model.store));
  const llm::CallEstimate estimate = llm::estimate_extraction(
      question.text, reviews, {text_of(model.name), choice_of(model), store.get()});
  out.reviews = question.dataset.review_count();
  out.relevant = reviews.size();
  out.stored = estimate.stored;
  out.repeated = estimate.repeated;
  out.calls = estimate.calls;
  out.prompt_tokens = static_cast<std::uint64_t>(estimate.usage.prompt_tokens);
  out.completion_tokens = static_cast<std::uint64_t>(estimate.usage.completion_tokens);
  out.is_judged = question.formula->rows.judge ? 1 : 0;
  const auto prices = has_prices(model) ? std::optional(prices_of(model)) : std::nullopt;
  return report::format_estimate(estimate, out.relevant, out.reviews, prices) + '\n';
}

engine::JudgeBriefOptions brief_options(const seedc_judge_options& options) {
  if (options.batch_size == 0 || options.batch_size > (std::uint64_t{1} << 50))
    fail_call<base::ErrorCode::NoBatchSize>("give it");
  engine::JudgeBriefOptions brief{.context = text_of(options.context),
                                  .guidelines = text_of(options.guidelines),
                                  .batch_size = static_cast<std::int64_t>(options.batch_size)};
  if (options.noun.size > 0) brief.noun = text_of(options.noun);
  return brief;
}

llm::JudgeLinesOptions lines_options(const seedc_judge_options& options) {
  llm::JudgeLinesOptions lines;
  if (options.threshold != 0) lines.threshold = std::clamp(options.threshold, 0.0, 1.0);
  lines.drop_blocked = options.drop_blocked != 0;
  return lines;
}

/// Why not every line was judged. Lines on which the judge failed are neutral, which is no failure
/// unless no judge was reached at all.
std::optional<base::Error> incompleteness(const llm::JudgeLedger& ledger,
                                          const llm::ChatTally& tally, CallHost& host) {
  const bool has_no_judge = tally.requests() > 0 && tally.all_failures() == tally.requests();
  const bool was_stopped = tally.failures(llm::ChatFailureKind::Budget) > 0 ||
                           tally.failures(llm::ChatFailureKind::Cancelled) > 0;
  if (has_no_judge && !was_stopped) {
    host.note(fmt::format("  {}: the results are neutral, not judged",
                          report::was_reached(tally) ? "no answer from the judge could be used"
                                                     : "no judge was reached"));
  }
  if (ledger.left > 0 || has_no_judge)
    return report::find_incompleteness(tally, "classification", host.setting_names());
  if (auto fault = report::find_log_fault(tally)) return fault;
  if (ledger.mistakes == 0) return std::nullopt;
  return base::error<base::ErrorCode::NotJudged>(ledger.mistakes,
                                                 report::counted(ledger.lines, "line"))
      .with_help("they are in the output with their `error`");
}

/// Takes lines for the caller: passes them on, or collects them.
llm::JudgeLinesSink sink_of(const seedc_judge_options& options, report::JudgeNotes& notes,
                            CallHost& host, std::string& lines) {
  return {.write = [&](std::string_view line) -> base::Result<bool> {
            if (options.write == nullptr) {
              lines += line;
            } else if (options.write(options.write_context, str_of(line)) != 0) {
              return base::fail<base::ErrorCode::RefusedLines>();
            }
            return true;
          },
          .mistake = [&](std::uint64_t line,
                         const auto& mistake) { host.warn(notes.text_of(line, mistake)); },
          .large_drop = [&](const llm::LargeDrop& drop) { host.warn(notes.text_of(drop)); }};
}

/// What is read for it.
struct Judging {
  llm::JudgeBrief brief;
  data::LineBlockReader reader;
};

Judging begin_judging(const seedc_judge_options& options) {
  llm::JudgeBrief brief = take(engine::read_brief(brief_options(options), engine::disk_files()));
  return {std::move(brief), take(data::LineBlockReader::open(text_of(options.classifications)))};
}

std::string judged(const seedc_judge_options& options, Judging& judging, CallHost& host,
                   const seedc_model_options& model, seedc_error** incomplete) {
  const auto session = open_model(model, host);
  std::string lines;
  report::JudgeNotes notes(text_of(options.classifications));
  session->expect("judging", 0);  // of how many is known only when all are read
  const llm::JudgeLinesOptions how = lines_options(options);
  engine::Stage stage(host, "ask the model");
  const llm::JudgeLedger ledger =
      take(llm::judge_lines(judging.reader, judging.brief, how, session->service(),
                            sink_of(options, notes, host, lines)));
  const llm::ChatTally& tally = session->tally();
  stage.did(tally.requests(), "request");
  host.note(notes.rest() + report::format_judge_ledger(ledger, how.threshold) +
            report::format_chat_ledger(tally, has_prices(model)));
  give_incompleteness(incompleteness(ledger, tally, host), host, incomplete);
  return lines;
}

/// Judges with nobody.
std::string judging_estimated(const seedc_judge_options& options, CallHost& host,
                              const seedc_model_options& model) {
  Judging judging = begin_judging(options);
  const auto store = existing_store(text_of(model.store));
  llm::EstimatingService service({text_of(model.name), choice_of(model), store.get()},
                                 llm::kUsualJudgeTokens);
  report::JudgeNotes notes(text_of(options.classifications));
  const llm::JudgeLinesSink sink = {
      .write = [](std::string_view) { return base::Result<bool>(true); },
      .mistake = [&](std::uint64_t line,
                     const auto& mistake) { host.warn(notes.text_of(line, mistake)); },
      .large_drop = [](const llm::LargeDrop&) {}};
  engine::Stage stage(host, "ask the model");
  const llm::JudgeLedger ledger =
      take(llm::judge_lines(judging.reader, judging.brief, lines_options(options), service, sink));
  host.note(notes.rest());
  const auto prices = has_prices(model) ? std::optional(prices_of(model)) : std::nullopt;
  return report::format_judge_estimate(service.estimate(), ledger, prices) + '\n';
}

}  // namespace

seedc_error* seedc_extract(const seedc_program* program, const seedc_call* call,
                           const seedc_data* data, const seedc_model_options* model,
                           seedc_text** rows, seedc_error** incomplete) {
  clear(rows);
  clear(incomplete);
  return called_on(program, call, [&](const Program& used, CallHost& host) {
    if (model == nullptr) {
      take(engine::formula_to_extract(*used.compilation));
      return;
    }
    seedc_text*& text = place_for(rows);
    text = new_text(extracted(used, *the(data), host, known(model), incomplete));
  });
}

seedc_error* seedc_extract_estimate(const seedc_program* program, const seedc_call* call,
                                    const seedc_data* data, const seedc_model_options* model,
                                    seedc_estimate* estimate, seedc_text** text) {
  clear(text);
  return called_on(program, call, [&](const Program& used, CallHost& host) {
    seedc_estimate made{};
    std::string shown = estimated(used, *the(data), host, known(model), made);
    if (text != nullptr) *text = new_text(std::move(shown));
    if (estimate != nullptr) give(made, estimate);
  });
}

seedc_error* seedc_model_check(const seedc_session* session, const seedc_model_options* model) {
  return called_on(session, nullptr, [&](Session&, CallHost&) { check_model(known(model)); });
}

seedc_error* seedc_judge(seedc_session* session, const seedc_call* call,
                         const seedc_judge_options* options, const seedc_model_options* model,
                         seedc_text** lines, seedc_error** incomplete) {
  clear(lines);
  clear(incomplete);
  return called_on(session, call, [&](Session&, CallHost& host) {
    seedc_text*& text = place_for(lines);
    const seedc_judge_options chosen = known(options);
    Judging judging = begin_judging(chosen);
    if (model == nullptr) return;
    std::string judgements = judged(chosen, judging, host, known(model), incomplete);
    if (chosen.write == nullptr) text = new_text(std::move(judgements));
  });
}

seedc_error* seedc_judge_estimate(seedc_session* session, const seedc_call* call,
                                  const seedc_judge_options* options,
                                  const seedc_model_options* model, seedc_text** text) {
  clear(text);
  return called_on(session, call, [&](Session&, CallHost& host) {
    place_for(text) = new_text(judging_estimated(known(options), host, known(model)));
  });
}
