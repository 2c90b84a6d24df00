// Language models are asked: for the fields of formulas, and to judge classifications.
#include "engine/ask_reviews.h"
#include "engine/judge_brief.h"
#include "engine/report/chat_faults.h"
#include "engine/report/chat_ledger.h"
#include "engine/report/judge_notes.h"
#include "library/calls.h"
#include "library/model.h"
#include "runtime/data/jsonl/line_blocks.h"
#include "runtime/llm/judge_lines.h"

using namespace seedc;
using namespace seedc::library;

namespace {

/// Gives the caller why not every request was answered; throws it if the caller has no place for
/// it.
void give_incompleteness(const llm::ChatTally& tally, std::string_view noun, seedc_error** out) {
  auto error = report::find_incompleteness(tally, noun);
  if (!error) return;
  if (out == nullptr) throw Failed{*std::move(error)};
  *out = new_error(*error);
}

std::string extracted(const Program& program, const Data& data, CallHost& host,
                      const seedc_model_options& model, seedc_error** incomplete) {
  const engine::Compilation& compilation = *program.compilation;
  const check::CheckedFormula& checked = *take(engine::formula_to_extract(compilation));
  const contract::Plan plan = engine::plan_of(compilation, /*keep_names=*/false);
  const contract::Formula& formula = plan.formulas[*checked.compiled];
  data::DataNeeds needs = exec::needs_of(formula.rows);
  needs.texts = true;
  const engine::EvaluateOptions evaluate = evaluate_options(data, host);
  const data::Dataset dataset = take(engine::load_for(contract::Plan(), evaluate, needs));
  const llm::ExtractionQuestion question = engine::question_of(formula, checked.fields);
  const auto session = open_model(model, host);
  const engine::AskedReviews asked =
      engine::ask_reviews(formula, question, dataset, evaluate.threads, *session);
  host.note(
      report::format_asked_reviews(formula, dataset.review_count(), asked.relevant, asked.judged) +
      report::format_chat_ledger(session->tally(), has_prices(model)) +
      report::format_ungrounded(question.fields(), asked.extracted.ungrounded));
  give_incompleteness(asked.tally, formula.rows.judge ? "request" : "review", incomplete);
  return engine::lines_of(asked.extracted);
}

engine::JudgeBriefOptions brief_options(const seedc_judge_options& options) {
  if (options.batch_size == 0 || options.batch_size > (std::uint64_t{1} << 50))
    fail_usage("`batch_size` is how many parts the batch has", "give it");
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

std::string judged(const seedc_judge_options& options, CallHost& host,
                   const seedc_model_options& model, seedc_error** incomplete) {
  const llm::JudgeBrief brief =
      take(engine::read_brief(brief_options(options), engine::disk_files()));
  const std::string file = text_of(options.classifications);
  auto reader = take(data::LineBlockReader::open(file));
  const auto session = open_model(model, host);
  std::string lines;
  report::JudgeNotes notes(file);
  const llm::JudgeLinesSink sink = {
      .write = [&](std::string_view line) -> base::Result<bool> {
        lines += line;
        return true;
      },
      .mistake = [&](std::uint64_t line,
                     const auto& mistake) { host.warn(notes.text_of(line, mistake)); },
      .large_drop = [&](const llm::LargeDrop& drop) { host.warn(notes.text_of(drop)); }};
  session->expect("judging", 0);  // of how many is known only when all are read
  const llm::JudgeLinesOptions how = lines_options(options);
  const llm::JudgeLedger ledger =
      take(llm::judge_lines(reader, brief, how, session->service(), sink));
  host.note(notes.rest() + report::format_judge_ledger(ledger, how.threshold) +
            report::format_chat_ledger(session->tally(), has_prices(model)));
  give_incompleteness(session->tally(), "classification", incomplete);
  return lines;
}

}  // namespace

seedc_error* seedc_extract(const seedc_program* program, const seedc_call* call,
                           const seedc_data* data, const seedc_model_options* model,
                           seedc_text** rows, seedc_error** incomplete) {
  clear(rows);
  clear(incomplete);
  return called_on(program, call, [&](const Program& used, CallHost& host) {
    seedc_text*& text = place_for(rows);
    text = new_text(extracted(used, *the(data), host, known(model), incomplete));
  });
}

seedc_error* seedc_judge(seedc_session* session, const seedc_call* call,
                         const seedc_judge_options* options, const seedc_model_options* model,
                         seedc_text** lines, seedc_error** incomplete) {
  clear(lines);
  clear(incomplete);
  return called_on(session, call, [&](Session&, CallHost& host) {
    seedc_text*& text = place_for(lines);
    text = new_text(judged(known(options), host, known(model), incomplete));
  });
}
