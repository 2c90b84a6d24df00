// The `emit` and `opt` commands: print a program at a stage of compilation, and run passes over
// IR text.
#include <unistd.h>

#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

const std::map<std::string, Stage> kStages = {
    {"tokens", Stage::Tokens}, {"ast", Stage::Ast},   {"ir", Stage::Ir},   {"opt", Stage::Opt},
    {"plan", Stage::Plan},     {"llvm", Stage::Llvm}, {"asm", Stage::Asm}, {"obj", Stage::Obj}};

struct EmitOptions {
  ProgramOptions program;
  Stage stage = Stage::Opt;
  std::string output = "-";
};

struct OptOptions {
  std::string module;
  std::vector<std::string> passes;  ///< by name, in order; empty: the whole pipeline
  std::string output = "-";
};

int emit_command(const EmitOptions& options) {
  if (options.stage == Stage::Obj && options.output == "-" && is_terminal(STDOUT_FILENO))
    fail_usage("an object file is not for a terminal", "write it to a file with -o FILE");
  const Compiled compiled(options.program);
  write_file(options.output, compiled.program.emit(options.stage, compiled.data, command_call()));
  return compiled.program.has_errors() ? kBadProgram : kDone;
}

int opt_command(const OptOptions& options) {
  const Rewritten optimised = command_session().rewrite(
      program_input(options.module), Rewriting::OptimiseIr, options.passes, {}, command_call());
  print_findings(optimised.program);
  if (!optimised.text) return kBadProgram;
  write_file(options.output, *optimised.text);
  return kDone;
}

}  // namespace

Command add_emit(CLI::App& app) {
  const auto settings = std::make_shared<EmitOptions>();
  EmitOptions& options = *settings;
  CLI::App* command = app.add_subcommand("emit", "print a program at a stage of its compilation");
  add_programs(*command, options.program, "requests and formulas: .req, .json or .jsonl files")
      ->required();
  add_choice(*command, "--stage", options.stage, kStages, "the stage (default: opt)");
  add_output_option(*command, options.output);
  add_names_options(*command, options.program);
  add_compile_options(*command, options.program.compile);
  command->footer(
      "If --data is a snapshot, the plan says for each text pattern whether the word\n"
      "index or a scan answers it, and what either costs.\n"
      "Examples: seedc emit examples/first.req --stage ir\n"
      "          seedc emit examples/first.req --stage plan --data cafes.snapshot");
  return {command, [settings] { return emit_command(*settings); }};
}

Command add_opt(CLI::App& app) {
  const auto settings = std::make_shared<OptOptions>();
  OptOptions& options = *settings;
  CLI::App* command = app.add_subcommand("opt", "run passes over IR text");
  command
      ->add_option("MODULE", options.module,
                   "a file of IR, as `emit --stage ir` prints it; - is standard input")
      ->required()
      ->type_name("");
  const std::vector<std::string> names = passes();
  command
      ->add_option("--pass", options.passes,
                   "a pass to run; may be repeated (default: all, in order)")
      ->check(one_of(names))
      ->type_name(CLI::detail::join(names, "|"))
      ->allow_extra_args(false)
      ->delimiter(',');
  add_output_option(*command, options.output);
  command->footer("Example: seedc emit examples/first.req --stage ir | seedc opt - --pass=flatten");
  return {command, [settings] { return opt_command(*settings); }};
}

}  // namespace seedc::tool
