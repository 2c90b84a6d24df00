// The `emit` and `opt` commands: print a program at a stage of compilation, and run passes over
// IR text.
#include "engine/emit.h"

#include "engine/notation.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

const std::map<std::string, engine::EmitStage> kStages = {
    {"tokens", engine::EmitStage::Tokens}, {"ast", engine::EmitStage::Ast},
    {"ir", engine::EmitStage::Ir},         {"opt", engine::EmitStage::Opt},
    {"plan", engine::EmitStage::Plan},     {"llvm", engine::EmitStage::Llvm},
    {"asm", engine::EmitStage::Asm},       {"obj", engine::EmitStage::Obj}};

struct EmitOptions {
  std::vector<std::string> programs;
  engine::CompileOptions compile = command_compile_options();
  engine::EmitStage stage = engine::EmitStage::Opt;
  std::string output = "-";
};

struct OptOptions {
  std::string module;
  std::vector<std::string> passes;  ///< by name, in order; empty: the whole pipeline
  std::string output = "-";
};

int emit_command(const EmitOptions& options) {
  const auto compilation = engine::compile_files(options.programs, options.compile);
  if (!compilation) return print_error(compilation.error());
  print_findings(**compilation);
  const auto text = engine::emit(**compilation, options.stage,
                                 {.data = options.compile.data, .host = &terminal_host()});
  if (!text) return print_error(text.error());
  if (auto done = write_file(options.output, *text); !done) return print_error(done.error());
  return (*compilation)->diagnostics.has_errors() ? kBadProgram : kDone;
}

int opt_command(const OptOptions& options) {
  const auto rewritten =
      engine::run_passes(options.module, options.passes, command_compile_options());
  if (!rewritten) return print_error(rewritten.error());
  print_findings(*rewritten->compilation);
  if (!rewritten->text) return kBadProgram;
  const auto done = write_file(options.output, *rewritten->text);
  return done ? kDone : print_error(done.error());
}

}  // namespace

Command add_emit(CLI::App& app) {
  const auto settings = std::make_shared<EmitOptions>();
  EmitOptions& options = *settings;
  CLI::App* command = app.add_subcommand("emit", "print a program at a stage of its compilation");
  add_programs(*command, options.programs, "requests and formulas: .req, .json or .jsonl files")
      ->required();
  add_choice(*command, "--stage", options.stage, kStages, "the stage (default: opt)");
  add_output_option(*command, options.output);
  add_names_options(*command, options.compile.data, options.compile.schema);
  add_compile_options(*command, options.compile);
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
  const std::vector<std::string> names = engine::pass_names();
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
