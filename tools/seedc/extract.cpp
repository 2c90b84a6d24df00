// The `extract` command: a language model fills the fields of a Formula Seed from the relevant
// reviews.
#include <algorithm>
#include <filesystem>

#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/llm_options.h"
#include "tools/seedc/manifest.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

struct ExtractOptions {
  std::string formula;
  ProgramOptions program;  ///< of that formula
  std::string output = "-";
  bool is_dry_run = false;
  UntilOptions until;
  LlmOptions llm;
};

const std::map<std::string, bool> kOrders = {{"gain", false}, {"review", true}};

int dry_run(const ExtractOptions& options, const Compiled& compiled) {
  const ModelOptions model = model_of(options.llm);
  const Estimate estimate =
      compiled.program.estimate(*compiled.data, model, options.until, command_call());
  std::string out = estimate.text + dry_run_note(model);
  if (estimate.is_judged) out += "plus one call to the judge for each review\n";
  return print_result(out);
}

/// Whether some line is more than that a review is open.
bool have_rows(std::string_view lines) {
  while (lines.starts_with(R"({"open":)"))
    lines.remove_prefix(std::min(lines.find('\n'), lines.size() - 1) + 1);
  return !lines.empty();
}

int ask(const ExtractOptions& options, const Compiled& compiled) {
  const Conversation conversation(compiled.session, options.llm);
  OutputFile file(options.output);  // before anything is paid
  const Answers answers =
      compiled.program.extract(*compiled.data, conversation.model(), options.until, command_call());
  const int status = answers.incomplete ? print_error(*answers.incomplete) : kDone;
  std::error_code unknown;
  const bool replaces = options.output != "-" && std::filesystem::exists(options.output, unknown);
  const bool may_be_without_rows = status == kDone || (status == kLimitReached && !replaces);
  if (!may_be_without_rows && !have_rows(answers.lines)) {  // what the file holds is worth more
    if (replaces) tell("no review has a row: `{}` stays as it was\n", options.output);
    return status;
  }
  file.write(answers.lines);
  file.finish();
  return status;
}

int extract_command(ExtractOptions options) {
  options.program.programs = {options.formula};
  const Compiled compiled(options.program);
  if (compiled.program.has_errors()) return kBadProgram;
  compiled.program.check_extract(options.until);
  return options.is_dry_run ? dry_run(options, compiled) : ask(options, compiled);
}

}  // namespace

Command add_extract(CLI::App& app) {
  const auto settings = std::make_shared<ExtractOptions>();
  ExtractOptions& options = *settings;
  CLI::App* command =
      app.add_subcommand("extract", "fill the fields of a Formula Seed with a language model");
  command
      ->add_option("FORMULA", options.formula,
                   "a Formula Seed, or requests that are ranked by one; - is standard input")
      ->required()
      ->type_name("");
  add_data_option(*command, options.program.data);
  add_output_option(*command, options.output);
  add_manifest_options(*command);
  add_set_option(*command, options.program.compile);
  CLI::Option* until =
      command
          ->add_option("--until", options.until.outputs,
                       "ask only until this is settled, whatever other answers would say "
                       "(repeatable): an output at each item, `top 10 by OUTPUT`, or the id of a "
                       "request that is ranked by a formula")
          ->allow_extra_args(false)
          ->type_name("TARGET");
  add_choice(*command, "--order", options.until.in_review_order, kOrders,
             "which reviews `--until` asks about first: those that gain most per token, or in the "
             "order of the data (default: gain)")
      ->needs(until);
  command
      ->add_flag("--dry-run", options.is_dry_run,
                 "only estimate how many calls and tokens it would take")
      ->excludes(command->get_option("--manifest"));
  add_threads_option(*command, options.program.threads);
  add_strict_option(*command, options.program.strict);
  add_compile_options(*command, options.program.compile);
  add_llm_options(*command, options.llm);
  add_vote_options(*command, options.llm);
  command->footer(
      "Answers are stored as they arrive: a run that was stopped continues from there,\n"
      "and nothing is paid for twice.\n"
      "Exit status 4 if the service failed, 5 if a budget was spent; the rows so far\n"
      "are written.\n"
      "Examples: seedc extract examples/cafes/risk.json --data examples/cafes --dry-run\n"
      "          seedc extract examples/cafes/risk.json --data examples/cafes \\\n"
      "            -o rows.jsonl --llm-url http://localhost:8000/v1 \\\n"
      "            --llm-model qwen3 --max-requests 100\n"
      "          seedc extract examples/cafes/risk.json --data examples/cafes \\\n"
      "            --until VERDICT --dry-run\n"
      "          seedc extract examples/cafes/risk.json --data examples/cafes \\\n"
      "            --until \"top 10 by RISK\" --dry-run");
  return {command, [settings] { return extract_command(*settings); }};
}

}  // namespace seedc::tool
