// Language models are asked: for the fields of formulas, and to judge classifications.
#include <fmt/format.h>

#include <filesystem>

#include "engine/ask_reviews.h"
#include "engine/judge_brief.h"
#include "engine/report/chat_faults.h"
#include "engine/report/chat_ledger.h"
#include "engine/report/judge_notes.h"
#include "engine/report/text.h"
#include "engine/until/until.h"
#include "library/calls.h"
#include "library/model.h"
#include "runtime/data/jsonl/line_blocks.h"
#include "runtime/llm/judge_lines.h"

using namespace seedc;
using namespace seedc::library;

namespace {

/// Which reviews a model is asked about: all relevant ones, or those that something needs.
struct Until {
  std::vector<std::string> targets;
  engine::UntilOptions::Order order = engine::UntilOptions::Order::Gain;
};

Until until_of(const seedc_until_options& given) {
  Until until{.targets = texts_of(given.outputs, given.output_count)};
  if (given.order != SEEDC_ORDER_GAIN && given.order != SEEDC_ORDER_REVIEW)
    fail_call<base::ErrorCode::NoSuchConstant>("they are SEEDC_ORDER_GAIN and SEEDC_ORDER_REVIEW",
                                               "order");
  if (given.order == SEEDC_ORDER_REVIEW) until.order = engine::UntilOptions::Order::Review;
  return until;
}

/// What a model is asked for, and the data that it is asked about.
struct Question {
  contract::Plan plan;
  std::size_t number = 0;
  engine::UntilOptions until;  ///< without targets: about all relevant reviews
  llm::ExtractionQuestion text;
  data::Dataset dataset;

  const contract::Formula& formula() const { return plan.formulas[number]; }
};

/// `check` is called before the data is read.
template <class Check>
Question question_of(const Program& program, const Data& data, const Until& until, CallHost& host,
                     const Check& check) {
  const engine::Compilation& compilation = *program.compilation;
  contract::Plan plan = engine::plan_of(compilation, /*keep_names=*/false, host.call());
  engine::ToExtract wanted = take(engine::find_to_extract(compilation, plan, until.targets));
  check();
  const engine::EvaluateOptions evaluate = evaluate_options(data, host);
  llm::ExtractionQuestion text =
      engine::question_of(plan.formulas[wanted.formula], wanted.checked->fields);
  data::Dataset dataset =
      take(engine::load_for(contract::Plan(), evaluate, engine::needs_of(wanted, plan)));
  take(engine::find_matches(wanted.targets, plan, dataset, evaluate));
  return {.plan = std::move(plan),
          .number = wanted.formula,
          .until = {.targets = std::move(wanted.targets),
                    .order = until.order,
                    .threads = evaluate.threads},
          .text = std::move(text),
          .dataset = std::move(dataset)};
}

/// Fails unless the program can be asked about, with these targets.
void check_extract(const Program& program, const Until& until, CallHost& host) {
  const engine::Compilation& compilation = *program.compilation;
  const contract::Plan plan = engine::plan_of(compilation, /*keep_names=*/false, host.call());
  take(engine::find_to_extract(compilation, plan, until.targets));
}

engine::AskedReviews asked_of(const Question& question, engine::ChatSession& session) {
  return question.until.targets.empty()
             ? engine::ask_reviews(question.formula(), question.text, question.dataset,
                                   question.until.threads, session)
             : engine::ask_until(question.formula(), question.text, question.dataset,
                                 question.until, session);
}

std::string extracted(const Program& program, const Data& data, CallHost& host,
                      const seedc_model_options& model, const Until& until,
                      seedc_error** incomplete) {
  const Question question = question_of(program, data, until, host, [&] { check_model(model); });
  const contract::Formula& formula = question.formula();
  const auto session = open_model(model, host);
  engine::Stage stage(host, "ask the model");
  const engine::AskedReviews asked = asked_of(question, *session);
  stage.did(session->tally().requests(), "request");
  host.note(report::format_asked_reviews(formula, question.dataset.review_count(), asked.relevant,
                                         asked.judged) +
            (asked.rounds ? report::format_rounds(*asked.rounds) : "") +
            report::format_chat_ledger(asked.all, prices_of(model).has_value()) +
            report::format_dropped(question.text.fields(), asked.rows));
  give_incompleteness(
      report::find_incompleteness(asked.tally, engine::noun_of_requests(formula, session->votes()),
                                  host.setting_names()),
      host.setting_names(), incomplete);
  return engine::lines_of(asked.rows);
}

/// The store, if there is one already: an estimate leaves no traces.
std::unique_ptr<llm::AnswerStore> existing_store(const std::string& path) {
  std::error_code unknown;
  if (path.empty() || !std::filesystem::exists(path, unknown)) return nullptr;
  return take(llm::AnswerStore::open(path));
}

void give_calls(const llm::CallEstimate& estimate, seedc_estimate& out) {
  out.stored = estimate.stored;
  out.repeated = estimate.repeated;
  out.calls = estimate.calls;
  out.prompt_tokens = static_cast<std::uint64_t>(estimate.usage.prompt_tokens);
  out.completion_tokens = static_cast<std::uint64_t>(estimate.usage.completion_tokens);
}

/// Of so many requests, those that cost something.
std::uint64_t calls_beyond(const llm::CallEstimate& estimate, std::uint64_t requests) {
  return requests - std::min(requests, estimate.stored + estimate.repeated);
}

/// Of asking about all relevant reviews.
std::string estimated_whole(const Question& question, const llm::AskedModel& asked,
                            const llm::VoteRules& votes, const std::optional<llm::Prices>& prices,
                            seedc_estimate& out) {
  const auto reviews =
      engine::reviews_to_read(question.formula().rows, question.dataset, question.until.threads);
  const llm::CallEstimate estimate =
      llm::estimate_extraction(question.text, reviews, asked, llm::opinions_of(votes));
  out.relevant = reviews.size();
  give_calls(estimate, out);
  out.least_calls = votes.is_vote()
                        ? calls_beyond(estimate, reviews.size() * llm::fewest_opinions(votes))
                        : out.calls;
  const std::string text =
      report::format_estimate(estimate, out.relevant, out.reviews, prices) + '\n';
  if (!votes.is_vote()) return text;
  return text + report::format_vote_estimate(votes.voters.size(), out.least_calls, out.calls);
}

/// Of asking until outputs are settled.
std::string estimated_until(const Question& question, const std::vector<std::string>& targets,
                            const llm::AskedModel& asked, const llm::VoteRules& votes,
                            const std::optional<llm::Prices>& prices, seedc_estimate& out) {
  const engine::UntilEstimate estimate = engine::estimate_until(
      question.formula(), question.text, question.dataset, question.until, asked, votes);
  out.relevant = estimate.relevant;
  out.not_needed = estimate.not_needed;
  give_calls(estimate.most, out);
  out.least_calls = calls_beyond(estimate.most, estimate.least * llm::fewest_opinions(votes));
  return report::format_estimate(estimate.most, out.relevant, out.reviews, prices) + '\n' +
         report::format_until_estimate({.items = estimate.items,
                                        .settled = estimate.settled,
                                        .not_needed = estimate.not_needed,
                                        .least_calls = out.least_calls,
                                        .most_calls = out.calls},
                                       targets);
}

std::string estimated(const Program& program, const Data& data, CallHost& host,
                      const seedc_model_options& model, const Until& until, seedc_estimate& out) {
  const Question question = question_of(program, data, until, host, [] {});
  const auto store = existing_store(path_of(model.store));
  const llm::AskedModel asked{text_of(model.name), choice_of(model), store.get()};
  const auto prices = prices_of(model);
  out.reviews = question.dataset.review_count();
  out.is_judged = question.formula().rows.judge ? 1 : 0;
  const llm::VoteRules votes = votes_of(model);
  const std::string text =
      until.targets.empty() ? estimated_whole(question, asked, votes, prices, out)
                            : estimated_until(question, until.targets, asked, votes, prices, out);
  if (out.is_judged == 0) return text;
  return text + report::format_judging_estimate(out.relevant - out.not_needed);
}

engine::JudgeBriefOptions brief_options(const seedc_judge_options& options) {
  if (options.batch_size == 0 || options.batch_size > (std::uint64_t{1} << 50))
    fail_call<base::ErrorCode::NoBatchSize>("give it");
  engine::JudgeBriefOptions brief{.context = path_of(options.context),
                                  .guidelines = path_of(options.guidelines),
                                  .batch_size = static_cast<std::int64_t>(options.batch_size)};
  if (options.noun.size > 0) brief.noun = text_of(options.noun);
  return brief;
}

llm::JudgeLinesOptions lines_options(const seedc_judge_options& options) {
  llm::JudgeLinesOptions lines;
  const double threshold = number_of(options.threshold, "threshold", 1);
  if (threshold != 0) lines.threshold = std::max(threshold, 0.0);
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
  llm::JudgeLinesOptions how;
  llm::JudgeBrief brief;
  data::LineBlockReader reader;
};

Judging begin_judging(const seedc_judge_options& options, CallHost& host) {
  const llm::JudgeLinesOptions how = lines_options(options);
  llm::JudgeBrief brief = take(engine::read_brief(brief_options(options), engine::disk_files()));
  return {how, std::move(brief),
          take(data::LineBlockReader::open(path_of(options.classifications), host.call()))};
}

std::string judged(const seedc_judge_options& options, Judging& judging, CallHost& host,
                   const seedc_model_options& model, seedc_error** incomplete) {
  const auto session = open_model(model, host);
  std::string lines;
  report::JudgeNotes notes(text_of(options.classifications));
  session->expect("judging", 0);  // of how many is known only when all are read
  engine::Stage stage(host, "ask the model");
  const llm::JudgeLedger ledger =
      take(llm::judge_lines(judging.reader, judging.brief, judging.how, session->service(),
                            sink_of(options, notes, host, lines)));
  const llm::ChatTally& tally = session->tally();
  stage.did(tally.requests(), "request");
  host.note(notes.rest() + report::format_judge_ledger(ledger, judging.how.threshold) +
            report::format_chat_ledger(tally, prices_of(model).has_value()));
  give_incompleteness(incompleteness(ledger, tally, host), host.setting_names(), incomplete);
  return lines;
}

/// Judges with nobody.
std::string judging_estimated(const seedc_judge_options& options, CallHost& host,
                              const seedc_model_options& model) {
  Judging judging = begin_judging(options, host);
  const auto store = existing_store(path_of(model.store));
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
      take(llm::judge_lines(judging.reader, judging.brief, judging.how, service, sink));
  host.note(notes.rest());
  const auto prices = prices_of(model);
  return report::format_judge_estimate(service.estimate(), ledger, prices) + '\n';
}

}  // namespace

seedc_error* seedc_extract(const seedc_program* program, const seedc_call* call,
                           const seedc_data* data, const seedc_model_options* model,
                           seedc_text** rows, seedc_error** incomplete) {
  return seedc_extract_until(program, call, data, model, nullptr, rows, incomplete);
}

seedc_error* seedc_extract_until(const seedc_program* program, const seedc_call* call,
                                 const seedc_data* data, const seedc_model_options* model,
                                 const seedc_until_options* until, seedc_text** rows,
                                 seedc_error** incomplete) {
  clear(rows);
  clear(incomplete);
  return called_on(program, call, [&](const Program& used, CallHost& host) {
    const Until chosen = until_of(known(until));
    if (model == nullptr) {
      check_extract(used, chosen, host);
      return;
    }
    seedc_text*& text = place_for(rows);
    text = new_text(extracted(used, *the(data), host, known(model), chosen, incomplete));
  });
}

seedc_error* seedc_extract_estimate(const seedc_program* program, const seedc_call* call,
                                    const seedc_data* data, const seedc_model_options* model,
                                    seedc_estimate* estimate, seedc_text** text) {
  return seedc_extract_until_estimate(program, call, data, model, nullptr, estimate, text);
}

seedc_error* seedc_extract_until_estimate(const seedc_program* program, const seedc_call* call,
                                          const seedc_data* data, const seedc_model_options* model,
                                          const seedc_until_options* until,
                                          seedc_estimate* estimate, seedc_text** text) {
  clear(text);
  return called_on(program, call, [&](const Program& used, CallHost& host) {
    seedc_estimate made{};
    std::string shown =
        estimated(used, *the(data), host, known(model), until_of(known(until)), made);
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
    Judging judging = begin_judging(chosen, host);
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
