// The `judge` command: a language model rates whether the reasoning behind classifications is
// evidence.
#include "tools/seedc/commands.h"
#include "tools/seedc/llm_options.h"
#include "tools/seedc/manifest.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

constexpr std::uint32_t kJudgeWorkers = 5;

struct JudgeCommand {
  JudgeOptions judge;
  std::optional<double> threshold;
  std::string output = "-";
  bool is_dry_run = false;
  LlmOptions llm;
};

int judge_command(JudgeCommand options) {
  const Session session = command_session();
  session.check_judge(options.judge);
  if (options.is_dry_run) {
    const ModelOptions model = model_of(options.llm);
    return print_result(session.estimate_judging(options.judge, model, command_call()) +
                        dry_run_note(model));
  }
  const Conversation conversation(session, options.llm);
  OutputFile output(options.output);
  options.judge.threshold = options.threshold == 0 ? -1 : options.threshold.value_or(0);
  options.judge.write = [&](std::string_view lines) { output.write(lines); };
  const Answers answers = session.judge(options.judge, conversation.model(), command_call());
  output.finish();
  return answers.incomplete ? print_error(*answers.incomplete) : kDone;
}

void add_judge_options(CLI::App& command, JudgeCommand& options) {
  command
      .add_option("CLASSIFICATIONS", options.judge.classifications,
                  "one JSON object per line: value, confidence, reasoning, email_numbers")
      ->required()
      ->type_name("");
  command
      .add_option("--context", options.judge.context,
                  "the batch that was classified; the judge is shown its first 2,000 characters")
      ->required()
      ->type_name("FILE");
  command
      .add_option("--guidelines", options.judge.guidelines, "what counts as evidence, and what not")
      ->required()
      ->type_name("FILE");
  command
      .add_option("--batch-size", options.judge.batch_size,
                  "how many emails the batch has: citing a higher number is a hallucination")
      ->required()
      ->check(between(std::uint64_t{1}, std::uint64_t{1} << 50))
      ->type_name("N");
  command
      .add_option("--threshold", options.threshold,
                  "block classifications with evidence of lower quality (default: 0.15)")
      ->check(between(0.0, 1.0))
      ->type_name("QUALITY");
  command
      .add_option("--noun", options.judge.noun,
                  "what a part of the batch is called (default: Email); Review: reasoning cites "
                  "`Review 3`, lines have `review_numbers`")
      ->type_name("WORD");
  command.add_flag("--drop-blocked", options.judge.drop_blocked, "leave blocked lines out");
  add_output_option(command, options.output);
  add_manifest_options(command);
  command
      .add_flag("--dry-run", options.is_dry_run,
                "only estimate how many calls and tokens it would take")
      ->excludes(command.get_option("--manifest"));
}

}  // namespace

Command add_judge(CLI::App& app) {
  const auto settings = std::make_shared<JudgeCommand>();
  JudgeCommand& options = *settings;
  CLI::App* command =
      app.add_subcommand("judge", "judge whether the reasoning behind classifications is evidence");
  add_judge_options(*command, options);
  add_llm_options(*command, options.llm);
  command->remove_option(command->get_option("--concurrency"));
  options.llm.concurrency = kJudgeWorkers;
  command->add_option("--workers", options.llm.concurrency, "judge this many at once (default: 5)")
      ->check(between(1, 256))
      ->type_name("N");
  command->footer(
      "Lines are written in their order, with confidence, original_confidence,\n"
      "evidence_quality, evidence_type, evidence_issue, is_valid and blocked. A judge\n"
      "that fails blocks nothing: the quality is then 0.7, the type `unknown`. An\n"
      "invalid line is written with `error`.\n"
      "Exit status 3 if a line was invalid, 4 if no judge was reached at all or it was\n"
      "given up, 5 if a budget was spent.\n"
      "Example: seedc judge classifications.jsonl --context emails.txt \\\n"
      "           --guidelines rules.md --batch-size 20 \\\n"
      "           --llm-url http://localhost:8000/v1 --llm-model qwen3");
  return {command, [settings] { return judge_command(*settings); }};
}

}  // namespace seedc::tool
