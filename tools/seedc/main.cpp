// The command line of seedc.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <iostream>
#include <map>

#include "compiler/opt/passes.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc {
namespace {

const std::map<std::string, Format> kFormats = {{"table", Format::Table},
                                                {"jsonl", Format::Jsonl},
                                                {"json", Format::Json},
                                                {"csv", Format::Csv}};
const std::map<std::string, Format> kSchemaFormats = {{"table", Format::Table},
                                                      {"json", Format::Json}};
const std::map<std::string, Backend> kBackends = {
    {"auto", Backend::Auto}, {"jit", Backend::Jit}, {"interp", Backend::Interp}};
const std::map<std::string, EmitStage> kStages = {
    {"tokens", EmitStage::Tokens}, {"ast", EmitStage::Ast},   {"ir", EmitStage::Ir},
    {"opt", EmitStage::Opt},       {"plan", EmitStage::Plan}, {"llvm", EmitStage::Llvm},
    {"asm", EmitStage::Asm},       {"obj", EmitStage::Obj}};

/// An option whose value is one of a table's words.
template <class Enum>
void add_choice(CLI::App& command, const std::string& name, Enum& value,
                const std::map<std::string, Enum>& words, const std::string& help) {
  std::vector<std::string> names;
  for (const auto& [word, meaning] : words) names.push_back(word);
  command
      .add_option_function<std::string>(
          name, [&value, &words](const std::string& word) { value = words.at(word); }, help)
      ->check(CLI::IsMember(names).description(""))
      ->type_name(CLI::detail::join(names, "|"));
}

std::vector<std::string> warning_codes() {
  std::vector<std::string> codes;
  for (const DiagInfo& row : diagnostic_table()) {
    if (row.severity == Severity::Warning) codes.emplace_back(row.code);
  }
  return codes;
}

/// Takes one word behind -W.
void add_warning_word(WarningOptions& options, const std::string& word) {
  if (word == "error") {
    options.warnings_are_errors = true;
    return;
  }
  if (!word.starts_with("no-"))
    throw CLI::ValidationError("-W" + word, "write -Werror or -Wno-CODE");
  const std::string code = word.substr(3);
  const std::vector<std::string> codes = warning_codes();
  if (std::find(codes.begin(), codes.end(), code) == codes.end()) {
    const std::string near = nearest(code, codes);
    throw CLI::ValidationError(
        "-W" + word, "no such warning" + (near.empty() ? "" : "; did you mean -Wno-" + near + "?"));
  }
  options.silenced.insert(code);
}

/// -Werror and -Wno-CODE, as compilers have them.
void add_warning_options(CLI::App& command, WarningOptions& options) {
  command
      .add_option_function<std::vector<std::string>>(
          "-W",
          [&options](const std::vector<std::string>& words) {
            for (const std::string& word : words) add_warning_word(options, word);
          },
          "-Werror: warnings are errors; -Wno-CODE: without that warning")
      ->type_name("WORD")
      ->allow_extra_args(false);
}

void add_run_options(CLI::App& command, RunOptions& options) {
  command.add_option("--data", options.data, "the dataset: a folder or a bundle")
      ->required()
      ->type_name("PATH");
  add_choice(command, "--format", options.format, kFormats,
             "how to print the results (default: table)");
  add_choice(command, "--backend", options.backend, kBackends, "who evaluates (default: auto)");
  command.add_option("--threads", options.threads, "how many threads (default: as many as cores)")
      ->check(CLI::Range(1, 1024).description(""))
      ->type_name("N");
  command.add_flag("--strict", options.strict, "a broken record of the data is an error");
  add_warning_options(command, options.compile.warnings);
}

/// What only formulas have.
void add_formula_options(CLI::App& command, RunOptions& options) {
  command
      .add_option("--extractions", options.extractions,
                  "what was extracted of the reviews, one JSON object a line; once for all "
                  "formulas, or once for each")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command.add_flag("--require-extractions", options.require_extractions,
                   "a relevant review without an extraction is an error");
  command
      .add_option("--sort", options.sort,
                  "items by this output, the highest first (NAME:asc: the lowest)")
      ->type_name("NAME");
  command.add_option("--top", options.top, "only the first K items")
      ->check(CLI::Range(1, 1'000'000'000).description(""))
      ->type_name("K");
  command.add_flag("--all", options.compile.formulas.all_steps,
                   "every step of a formula, not only its output");
}

CLI::App* add_run(CLI::App& app, RunOptions& options) {
  CLI::App* command =
      app.add_subcommand("run", "which items satisfy each request, and how formulas score them");
  command
      ->add_option("PROGRAM", options.programs,
                   "requests and formulas: .req, .json or .jsonl files; - is standard input")
      ->required()
      ->type_name("");
  command->add_option("--request", options.only_request, "only the request of this id")
      ->type_name("ID");
  add_run_options(*command, options);
  add_formula_options(*command, options);
  command->footer(
      "Examples: seedc run examples/first.req --data examples/cafes\n"
      "          seedc run examples/cafes/risk.json --data examples/cafes \\\n"
      "            --extractions examples/cafes/risk.extractions.jsonl --sort RISK --top 5");
  return command;
}

CLI::App* add_validate(CLI::App& app, ValidateOptions& options) {
  CLI::App* command =
      app.add_subcommand("validate", "whether each request has its gold item as the one match");
  command->add_option("REQUESTS", options.run.programs, "requests: .req, .json or .jsonl files")
      ->required()
      ->type_name("");
  add_run_options(*command, options.run);
  command
      ->add_option("--groundtruth", options.groundtruth, "write one line a request with its status")
      ->type_name("FILE");
  command->add_option("--matrix", options.matrix, "write the value of every request at every item")
      ->type_name("FILE");
  command
      ->add_option("--conditions", options.conditions,
                   "write the value of every named condition at every item")
      ->type_name("FILE");
  command->footer(
      "Exit status 0 if all are ok, 1 if not, 2 if a request is wrong.\n"
      "Example: seedc validate examples/cafes/requests.jsonl --data examples/cafes --matrix "
      "matrix.json");
  return command;
}

CLI::App* add_emit(CLI::App& app, EmitOptions& options) {
  CLI::App* command =
      app.add_subcommand("emit", "what a program becomes at each stage of compilation");
  command
      ->add_option("PROGRAM", options.programs,
                   "requests and formulas: .req, .json or .jsonl files")
      ->required()
      ->type_name("");
  add_choice(*command, "--stage", options.stage, kStages, "the stage (default: opt)");
  command->add_option("-o,--output", options.output, "the file to write (default: standard output)")
      ->type_name("FILE");
  add_warning_options(*command, options.compile.warnings);
  command->footer("Example: seedc emit examples/first.req --stage ir");
  return command;
}

CLI::App* add_opt(CLI::App& app, OptOptions& options) {
  CLI::App* command = app.add_subcommand("opt", "run passes over IR text");
  command
      ->add_option("MODULE", options.module,
                   "a file of IR, as `emit --stage ir` prints it; - is standard input")
      ->required()
      ->type_name("");
  std::vector<std::string> names;
  for (const opt::Pass& pass : opt::all_passes()) names.emplace_back(pass.name);
  command
      ->add_option("--pass", options.passes,
                   "a pass to run; may be repeated (default: all, in order)")
      ->check(CLI::IsMember(names).description(""))
      ->type_name(CLI::detail::join(names, "|"))
      ->allow_extra_args(false)
      ->delimiter(',');
  command->add_option("-o,--output", options.output, "the file to write (default: standard output)")
      ->type_name("FILE");
  command->footer("Example: seedc emit examples/first.req --stage ir | seedc opt - --pass=flatten");
  return command;
}

CLI::App* add_schema(CLI::App& app, SchemaOptions& options) {
  CLI::App* command = app.add_subcommand(
      "schema", "the paths of a dataset, with types and values; or the language of formulas");
  CLI::Option* data =
      command->add_option("DATA", options.data, "a folder or a bundle")->type_name("");
  command
      ->add_flag("--formula", options.of_formulas,
                 "the JSON Schema of Formula Seeds, for language models and editors")
      ->excludes(data);
  add_choice(*command, "--format", options.format, kSchemaFormats,
             "how to print it (default: table)");
  command->footer(
      "Examples: seedc schema examples/cafes\n"
      "          seedc schema --formula > formula.schema.json");
  return command;
}

/// CLI11's own statuses are many; a wrong use has one.
int usage_status(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);
  return print_error(
      {ErrorKind::Usage, error.what(), "see `seedc --help`, or --help after a command"});
}

/// A first word that is no command, named with the nearest one.
std::optional<Error> unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return std::nullopt;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return std::nullopt;
  const std::string near = nearest(argv[1], names);
  return Error{ErrorKind::Usage, "no command `" + std::string(argv[1]) + "`",
               near.empty() ? "the commands are " + CLI::detail::join(names, ", ")
                            : "did you mean `" + near + "`?"};
}

int main_of(int argc, char** argv) {
  CLI::App app(
      "seedc compiles evidence requests and Formula Seeds, and runs them on reviewed items.",
      "seedc");
  app.require_subcommand(1);
  app.set_version_flag("--version", "seedc " SEEDC_VERSION);
  app.footer("Each command has --help with an example.");
  RunOptions run;
  ValidateOptions validate;
  EmitOptions emit;
  OptOptions opt;
  SchemaOptions schema;
  const std::pair<CLI::App*, std::function<int()>> commands[] = {
      {add_run(app, run), [&] { return run_command(run); }},
      {add_validate(app, validate), [&] { return validate_command(validate); }},
      {add_emit(app, emit), [&] { return emit_command(emit); }},
      {add_opt(app, opt), [&] { return opt_command(opt); }},
      {add_schema(app, schema), [&] { return schema_command(schema); }},
  };
  if (const auto error = unknown_command(app, argc, argv)) return print_error(*error);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return usage_status(app, error);
  }
  for (const auto& [command, action] : commands) {
    if (command->parsed()) return action();
  }
  return kBadProgram;
}

}  // namespace
}  // namespace seedc

int main(int argc, char** argv) {
  std::signal(SIGPIPE,
              SIG_IGN);  // a reader that went away is an error of writing, not a silent end
  try {
    return seedc::main_of(argc, argv);
  } catch (const std::bad_alloc&) {
    return seedc::print_error({seedc::ErrorKind::Limit, "out of memory", {}});
  } catch (const std::exception& error) {
    std::cerr << "seedc: internal error: " << error.what()
              << "\n  help: this is a bug in seedc; please report the command\n";
    return 70;
  }
}
