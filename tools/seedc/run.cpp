// The `run` command: finds the items that satisfy each request, and scores items by formulas.
#include "tools/seedc/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/base/nearest.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/manifest.h"
#include "tools/seedc/output.h"
#include "tools/seedc/run_output.h"
#include "tools/seedc/session.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

const std::map<std::string, Format> kFormats = {{"table", Format::Text},
                                                {"jsonl", Format::Jsonl},
                                                {"json", Format::Json},
                                                {"csv", Format::Csv}};
const std::map<std::string, Format> kValidationFormats = {
    {"table", Format::Text}, {"jsonl", Format::Jsonl}, {"json", Format::Json},
    {"csv", Format::Csv},    {"junit", Format::Junit}, {"github", Format::Github}};
const std::map<std::string, Backend> kBackends = {
    {"auto", Backend::Auto}, {"jit", Backend::Jit}, {"interp", Backend::Interp}};

/// A model for `--extract`, if it can be asked.
void open_conversation(const RunCommand& options, const Session& session,
                       std::optional<Conversation>& conversation) {
  try {
    conversation.emplace(session, options.llm);
  } catch (const Error& error) {
    throw Error(error.kind(), error.message(),
                error.help() + "; or give rows with --extractions FILE");
  }
}

/// Before a run, which may take long.
void check_columns(const RunCommand& options, const Prepared& prepared) {
  if (options.columns.empty()) return;
  std::vector<std::string> outputs;
  for (std::size_t i = 0; i < prepared.formula_names().size(); ++i) {
    for (std::string& output : prepared.outputs(i)) outputs.push_back(std::move(output));
  }
  for (const std::string& column : options.columns) {
    if (std::ranges::find(outputs, column) != outputs.end()) continue;
    const base::Error error = base::not_found("output", column, outputs);
    fail_usage(error.text, error.help);
  }
}

/// Says that outputs are not settled, if they are not.
int status_with(bool has_errors, const std::optional<Error>& incomplete) {
  const int status = incomplete ? print_error(*incomplete) : kDone;
  return has_errors ? kBadProgram : status;
}

int dataset_command(const RunCommand& options) {
  use_width_of(options.output);
  const Compiled compiled(options.program);
  check_formula_options(options, compiled.program);
  RunOptions run = options.run;
  std::optional<Conversation> conversation;
  if (options.extract) {
    open_conversation(options, compiled.session, conversation);
    run.model = conversation->model();
  }
  const Prepared prepared = compiled.program.prepare({.backend = options.backend}, command_call());
  check_columns(options, prepared);
  RunOutput output(options, !compiled.program.request_ids().empty(), prepared);
  const Results results = prepared.run(*compiled.data, run, command_call());
  print_stderr(results.findings_text(text_format(STDERR_FILENO), command_call()));
  output.write(results);
  write_page(options.page, options.program, options.run.extractions, results, *compiled.data);
  // The ledger begins with the faults, which are no notes.
  if (view().quiet) print_stderr(results.extraction_faults());
  print_note(results.ledger());
  return status_with(compiled.program.has_errors() || has_errors(results), results.incomplete());
}

/// Rejects what needs all items at once, in the words of the command line.
void check_stream(const RunCommand& options) {
  const auto refuse = [](std::string_view what) {
    fail_usage(fmt::format("{} needs all items, and `--data -` answers each as it comes", what),
               "give the data as a file: a bundle, a folder or a snapshot");
  };
  if (options.is_format_given && options.format != Format::Jsonl) refuse("this format");
  if (!options.run.sort.empty() || options.run.top != 0) refuse("an order");
  if (!options.columns.empty()) refuse("a table (`--columns`)");
  if (options.extract) refuse("`--extract`");
  if (!options.page.file.empty()) refuse("`--report`");
  if (manifest_record() != nullptr) refuse("`--manifest`");
}

/// Answers the items on standard input as they arrive.
int stream_command(RunCommand options) {
  const std::vector<std::string>& programs = options.program.programs;
  if (std::ranges::find(programs, "-") != programs.end())
    fail_usage("standard input is the data", "name a program file");
  options.program.data = {};
  options.program.is_of_stream = true;
  const Compiled compiled(options.program);
  check_formula_options(options, compiled.program);
  check_stream(options);
  OutputFile output(options.output);
  const StreamFindings findings =
      compiled.program.prepare({.backend = options.backend}, command_call())
          .run_stream(
              {.file = STDIN_FILENO, .name = kNameOfStdin, .strict = options.program.strict},
              {.write = [&](std::string_view lines) { output.write(lines); },
               .by_item = options.by_item,
               .findings_format = text_format(STDERR_FILENO)},
              options.run, command_call());
  output.finish();
  print_stderr(findings.text);
  return status_with(compiled.program.has_errors() || findings.errors > 0, findings.incomplete);
}

int run_command(const RunCommand& options) {
  const bool is_stream = options.program.data.path == "-";
  if (is_stream && options.program.data.is_cached)
    fail_usage("`--cached` keeps a snapshot of files, and `--data -` is a stream");
  if (is_stream) return stream_command(options);
  if (options.by_item || !options.program.schema.empty())
    fail_usage(fmt::format("`{}` is for a bundle on standard input",
                           options.by_item ? "--by-item" : "--schema"),
               "give it with --data -");
  return dataset_command(options);
}

/// The options for formulas.
void add_formula_options(CLI::App& command, RunCommand& options) {
  add_extractions_option(
      command, options.run.extractions,
      "what was extracted from the reviews, one JSON object per line; one file for all "
      "formulas, or one for each");
  command.add_flag("--extract", options.extract,
                   "have a language model make the extractions, as `extract` does");
  add_set_option(command, options.program.compile);
  command.add_flag("--require-extractions", options.run.require_extractions,
                   "a relevant review without an extraction is an error");
  command
      .add_option("--sort", options.run.sort,
                  "order items by this output, highest first (NAME:asc: lowest first)")
      ->type_name("NAME");
  command
      .add_option("--columns", options.columns,
                  "of formulas show these outputs only, in this order (table, csv)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME,...");
  command.add_option("--top", options.run.top, "list only the first K items")
      ->check(between(1, 1'000'000'000))
      ->type_name("K");
  command.add_flag("--all", options.program.compile.all_steps,
                   "print every step of a formula, not only its outputs");
  add_llm_options(command, options.llm);
  add_vote_options(command, options.llm);
}

/// Rejects what would change nothing, as no formula scores items.
void check_of_formulas(const RunCommand& options, const Program& program) {
  if (program.scoring_count() > 0 || program.has_errors()) return;
  if (options.run.top != 0)
    fail_usage("`--top` lists the first items by a formula, and there is no formula",
               "all matches are in --format jsonl");
  if (options.program.compile.all_steps)
    fail_usage("`--all` prints the steps of formulas, and there is no formula");
  if (options.run.require_extractions)
    fail_usage("`--require-extractions` is for formulas, and there is no formula");
}

}  // namespace

void add_run_options(CLI::App& command, RunCommand& options, bool validates) {
  add_choice(command, "--format", options.format, validates ? kValidationFormats : kFormats,
             "how to print the results (default: table)");
  add_wide_option(command);
  add_output_option(command, options.output);
  add_manifest_options(command);
  add_page_file(command, options.page);
  add_choice(command, "--backend", options.backend, kBackends,
             "evaluation backend (default: auto)");
  add_threads_option(command, options.program.threads);
  add_strict_option(command, options.program.strict);
  add_compile_options(command, options.program.compile);
}

Format format_on(const RunCommand& options) {
  const bool is_on_stdout = options.format == Format::Text && options.output == "-";
  return is_on_stdout ? text_format(STDOUT_FILENO) : options.format;
}

void check_formula_options(const RunCommand& options, const Program& program) {
  if (!options.columns.empty() && program.formula_names().empty())
    fail_usage("`--columns` names outputs of formulas, and there is no formula");
  if (view().wide && options.format != Format::Text)
    fail_usage("`--wide` is for tables: other formats cut nothing off");
  if (options.long_rows && options.format != Format::Csv)
    fail_usage("`--long` is for CSV", "choose --format csv; JSON and --matrix have all items");
  if (!options.columns.empty() && options.format != Format::Text && options.format != Format::Csv)
    fail_usage("`--columns` is for tables and CSV: lines of JSON have all outputs",
               "choose --format table or csv, or those of each line");
  if (!options.run.sort.empty() && program.formula_names().empty())
    fail_usage("`--sort` names an output of a formula, and there is no formula",
               "rank a request by one: R1: AND(…) rank by \"FORMULA.json\".NAME");
  check_of_formulas(options, program);
  const bool has_extractions = !options.run.extractions.empty();
  if (has_extractions && program.scoring_count() == 0)
    fail_usage("`--extractions` is read by formulas, and there is no formula");
  if (!options.extract) return;
  if (program.field_count() == 0)
    fail_usage("`--extract` fills the fields of formulas, and there are none");
  if (has_extractions)
    fail_usage("extractions are either read or made, not both", "give --extractions or --extract");
}

bool has_errors(const Results& results) {
  const std::vector<Status> statuses = results.statuses();
  return std::ranges::find(statuses, Status::Error) != statuses.end();
}

Command add_run(CLI::App& app) {
  const auto settings = std::make_shared<RunCommand>();
  RunCommand& options = *settings;
  CLI::App* command = app.add_subcommand(
      "run", "find the items that satisfy each request, and score items by formulas");
  add_programs(*command, options.program,
               "requests and formulas: .req, .json or .jsonl files; - is standard input")
      ->required();
  add_request_option(*command, options.program.compile.request);
  command
      ->add_option(
          "--data", options.program.data.path,
          "the dataset: a folder, a bundle, a snapshot, or a file of Parquet or DuckDB (or "
          "SEEDC_DATA); - is a bundle on standard input; files may be compressed by gzip or zstd")
      ->required()
      ->check(dataset_name())
      ->type_name("PATH");
  add_cached_option(*command, options.program.data);
  add_run_options(*command, options, /*validates=*/false);
  command->get_option("--output")
      ->description(
          "the file to write (default: standard output); for CSV of several tables a folder, which "
          "gets a file for each");
  command->add_flag("--long", options.long_rows,
                    "CSV of requests: a row per request and item, not per match");
  command
      ->add_option(
          "--schema", options.program.schema,
          "with --data -: the schema in which names are looked up, as `schema --format json` "
          "prints it")
      ->type_name("FILE");
  command->add_flag("--by-item", options.by_item,
                    "with --data -: print the values of all requests at each item as it arrives");
  add_formula_options(*command, options);
  command->footer(
      "Examples: seedc run examples/first.req --data examples/cafes\n"
      "          seedc run -e 'AND(byob, no_tv)' --data examples/cafes\n"
      "          seedc run examples/cafes/risk.json --data examples/cafes \\\n"
      "            --extractions examples/cafes/risk.extractions.jsonl \\\n"
      "            --sort RISK --top 5");
  return {command, [settings, command] {
            settings->is_format_given = command->count("--format") > 0;
            return run_command(*settings);
          }};
}

}  // namespace seedc::tool
