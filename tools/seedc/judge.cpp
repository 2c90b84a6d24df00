// The `judge` command: a language model rates whether the reasoning behind classifications is
// evidence.
#include <fmt/format.h>

#include "engine/judge_brief.h"
#include "engine/report/chat_faults.h"
#include "engine/report/chat_ledger.h"
#include "engine/report/judge_notes.h"
#include "engine/report/text.h"
#include "runtime/llm/judge_lines.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/llm_options.h"
#include "tools/seedc/output.h"
#include "tools/seedc/terminal_host.h"

namespace seedc::tool {
namespace {

struct JudgeOptions {
  std::string classifications;
  engine::JudgeBriefOptions brief;
  llm::JudgeLinesOptions lines;
  std::string output = "-";
  LlmOptions llm;
};

/// Lines the judge failed on do not fail the command, unless no judge was reached at all, or the
/// user or the budget stopped it.
int finish(const llm::JudgeLedger& ledger, const llm::ChatTally& tally) {
  const bool has_no_judge = tally.requests() > 0 && tally.all_failures() == tally.requests();
  if (has_no_judge && ledger.left == 0) {
    tell("  {}: the results are neutral, not judged\n",
         report::was_reached(tally) ? "no answer from the judge could be used"
                                    : "no judge was reached");
  }
  if (ledger.left > 0 || has_no_judge) return finish_chat(tally, "classification");
  if (const auto fault = report::find_log_fault(tally)) return print_error(*fault);
  if (ledger.mistakes == 0) return kDone;
  return print_error({base::ErrorKind::Data,
                      fmt::format("{} of {} could not be judged", ledger.mistakes,
                                  report::counted(ledger.lines, "line")),
                      "they are in the output with their `error`"});
}

int judge_command(const JudgeOptions& options) {
  const auto brief = engine::read_brief(options.brief, command_files());
  if (!brief) return print_error(brief.error());
  auto reader = data::LineBlockReader::open(options.classifications);
  if (!reader) return print_error(reader.error());
  const auto session = open_chat_service(options.llm);
  if (!session) return print_error(session.error());
  auto output = OutputFile::open(options.output);
  if (!output) return print_error(output.error());

  report::JudgeNotes notes(options.classifications);
  const llm::JudgeLinesSink sink = {
      .write = [&](std::string_view line) { return output->write(line); },
      .mistake = [&](std::uint64_t line,
                     const auto& mistake) { print_stderr(notes.text_of(line, mistake)); },
      .large_drop = [&](const llm::LargeDrop& drop) { print_stderr(notes.text_of(drop)); }};
  (*session)->expect("judging", 0);  // of how many is known only when all are read
  const auto ledger = llm::judge_lines(*reader, *brief, options.lines, (*session)->service(), sink);
  if (!ledger) return print_error(ledger.error());
  if (auto done = output->finish(); !done) return print_error(done.error());
  print_stderr(notes.rest());
  const llm::ChatTally& tally = (*session)->tally();
  tell("{}{}", report::format_judge_ledger(*ledger, options.lines.threshold),
       report::format_chat_ledger(tally, options.llm.has_prices()));
  return finish(*ledger, tally);
}

void add_judge_options(CLI::App& command, JudgeOptions& options) {
  command
      .add_option("CLASSIFICATIONS", options.classifications,
                  "one JSON object per line: value, confidence, reasoning, email_numbers")
      ->required()
      ->type_name("");
  command
      .add_option("--context", options.brief.context,
                  "the batch that was classified; the judge is shown its first 2,000 characters")
      ->required()
      ->type_name("FILE");
  command
      .add_option("--guidelines", options.brief.guidelines, "what counts as evidence, and what not")
      ->required()
      ->type_name("FILE");
  command
      .add_option("--batch-size", options.brief.batch_size,
                  "how many emails the batch has: citing a higher number is a hallucination")
      ->required()
      ->check(between(std::int64_t{1}, std::int64_t{1} << 50))
      ->type_name("N");
  command
      .add_option("--threshold", options.lines.threshold,
                  "block classifications with evidence of lower quality (default: 0.15)")
      ->check(between(0.0, 1.0))
      ->type_name("QUALITY");
  command
      .add_option("--noun", options.brief.noun,
                  "what a part of the batch is called (default: Email); Review: reasoning cites "
                  "`Review 3`, lines have `review_numbers`")
      ->type_name("WORD");
  command.add_flag("--drop-blocked", options.lines.drop_blocked, "leave blocked lines out");
  add_output_option(command, options.output);
}

}  // namespace

Command add_judge(CLI::App& app) {
  const auto settings = std::make_shared<JudgeOptions>();
  JudgeOptions& options = *settings;
  CLI::App* command =
      app.add_subcommand("judge", "judge whether the reasoning behind classifications is evidence");
  add_judge_options(*command, options);
  add_llm_options(*command, options.llm);
  command->remove_option(command->get_option("--concurrency"));
  options.llm.concurrency = llm::kJudgeWorkers;
  command->add_option("--workers", options.llm.concurrency, "judge this many at once (default: 5)")
      ->check(between(1, 256))
      ->type_name("N");
  command->footer(
      "Lines are written in their order, with confidence, original_confidence,\n"
      "evidence_quality, evidence_type, evidence_issue, is_valid and blocked. A judge\n"
      "that fails blocks nothing: the quality is then 0.7, the type `unknown`. An\n"
      "invalid line is written with `error`.\n"
      "Exit status 3 if a line was invalid, 4 if no judge was reached at all, 5 if a\n"
      "budget was spent.\n"
      "Example: seedc judge classifications.jsonl --context emails.txt \\\n"
      "           --guidelines rules.md --batch-size 20 \\\n"
      "           --llm-url http://localhost:8000/v1 --llm-model qwen3");
  return {command, [settings] { return judge_command(*settings); }};
}

}  // namespace seedc::tool
