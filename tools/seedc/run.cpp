// The `run` command: finds the items that satisfy each request, and scores items by formulas.
#include "engine/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "engine/ask_reviews.h"
#include "engine/lint/lint_data.h"
#include "engine/report/chat_ledger.h"
#include "engine/stream.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"
#include "tools/seedc/run_options.h"
#include "tools/seedc/setting_names.h"

namespace seedc::tool {
namespace {

engine::FormulaRunOptions formula_options(const RunOptions& options) {
  return {.extractions = options.extractions,
          .names = setting_name,
          .are_extracted = options.extract,
          .extract = {},
          .require_extractions = options.require_extractions,
          .sort = options.sort,
          .top = options.top,
          .load = {.strict = options.evaluate.strict,
                   .threads = options.evaluate.threads,
                   .progress = {}},
          .execute = {.threads = options.evaluate.threads, .progress = {}}};
}

/// Rejects options of formulas if there is no formula: they would have no effect.
base::Result<bool> check_use(const RunOptions& options, const engine::Compilation& compilation) {
  if (!options.sort.empty() && compilation.own_formulas == 0)
    return base::fail(base::ErrorKind::Usage,
                      "`--sort` names an output of a formula, and there is no formula",
                      "rank a request by one: R1: AND(…) rank by \"FORMULA.json\".NAME");
  if (!options.extractions.empty() && compilation.formulas.empty())
    return base::fail(base::ErrorKind::Usage,
                      "`--extractions` is read by formulas, and there is no formula");
  if (!options.extract) return true;
  if (std::ranges::all_of(compilation.formulas, [](const auto& f) { return f.fields.empty(); }))
    return base::fail(base::ErrorKind::Usage,
                      "`--extract` fills the fields of formulas, and there are none");
  if (!options.extractions.empty()) {
    return base::fail(base::ErrorKind::Usage, "extractions are either read or made, not both",
                      "give --extractions or --extract");
  }
  if (auto usable = check_llm_options(options.llm); !usable) {
    base::Error error = usable.error();
    error.help += "; or give rows with --extractions FILE";
    return tl::unexpected(error);
  }
  return true;
}

/// Scores the formulas and ranks by them.
base::Result<void> score(const RunOptions& options, const engine::Compilation& compilation,
                         engine::ProgramRun& run) {
  engine::FormulaRunOptions formulas = formula_options(options);
  std::unique_ptr<engine::ChatSession> session;
  if (options.extract && !run.plan->formulas.empty()) {
    auto opened = open_chat_service(options.llm);
    if (!opened) return tl::unexpected(opened.error());
    session = *std::move(opened);
    formulas.extract = [&](std::size_t number, const data::Dataset& dataset) {
      return engine::extract_rows(compilation, *run.plan, number, dataset, options.evaluate,
                                  *session, print_stderr);
    };
  }
  auto done = engine::run_formulas(run, compilation, formulas);
  if (session) print_stderr(report::format_chat_ledger(session->tally(), options.llm.has_prices()));
  for (const engine::ScoredFormula& formula : run.formulas)
    terminal_host().bound(*formula.formula, run.dataset, formula.extractions);
  return done;
}

constexpr std::string_view kStandardInput = "-";

/// Rejects what needs all items at once.
base::Result<bool> check_stream(const RunOptions& options, const engine::Compilation& compilation) {
  const auto refuse = [](std::string_view what) {
    return base::fail(
        base::ErrorKind::Usage,
        fmt::format("{} needs all items, and `--data -` answers each as it comes", what),
        "give the data as a file: a bundle, a folder or a snapshot");
  };
  if (options.format == report::Format::Json || options.format == report::Format::Csv)
    return refuse("this format");
  if (!options.sort.empty() || options.top) return refuse("an order");
  if (options.extract) return refuse("`--extract`");
  const bool is_ranked =
      std::ranges::any_of(compilation.module.requests,
                          [](const ir::Request& request) { return request.rank.has_value(); });
  if (is_ranked) return refuse("a ranking");
  return true;
}

/// Compiles, and answers the items on standard input.
base::Result<int> compile_and_stream(const RunOptions& options) {
  if (std::ranges::find(options.programs, kStandardInput) != options.programs.end())
    return base::fail(base::ErrorKind::Usage, "standard input is the data", "name a program file");
  auto compilation = compile_programs(options, options.compile);
  if (!compilation) return tl::unexpected(compilation.error());
  lint::StreamLint findings(**compilation, options.compile.warnings);
  const contract::Plan plan = engine::plan_of(**compilation, /*keep_names=*/false);
  const engine::FormulaRunOptions formulas = formula_options(options);
  return check_use(options, **compilation)
      .and_then([&](bool) { return check_stream(options, **compilation); })
      .and_then([&](bool) {
        return engine::check_options(plan, engine::own_compiled_formulas(**compilation), formulas);
      })
      .and_then([&](bool) {
        return engine::Prepared::make(plan, options.evaluate.backend, engine::kTypicalPiece,
                                      terminal_host().call());
      })
      .and_then([&](const std::shared_ptr<const engine::Prepared>& prepared) {
        engine::StreamRun stream(
            prepared,
            {.evaluate = options.evaluate,
             .formulas = formulas,
             .extraction_lines = {},
             .open = data::open_bundle({.file = STDIN_FILENO, .read = {}, .name = "<stdin>"}),
             .more = needs_of_findings(**compilation),
             .look = [&](const data::Dataset& piece) { findings.add(piece); }});
        return engine::write_lines(
            **compilation, stream,
            {.by_item = options.by_item,
             .refuse = [&](const exec::TextLedger& texts) { return findings.finish(texts); },
             .write = write_stdout});
      })
      .map([&]() {
        print_findings(**compilation, findings.diagnostics());
        const bool is_clean =
            !(*compilation)->diagnostics.has_errors() && !findings.diagnostics().has_errors();
        return is_clean ? kDone : kBadProgram;
      });
}

int stream_command(const RunOptions& options) {
  const auto status = compile_and_stream(options);
  return status ? *status : print_error(status.error());
}

int dataset_command(const RunOptions& options) {
  engine::CompileOptions compile = options.compile;
  compile.data = options.evaluate.data;
  const auto compilation = compile_programs(options, compile);
  if (!compilation) return print_error(compilation.error());
  contract::Plan plan = engine::plan_of(**compilation, /*keep_names=*/false);
  const auto usable = check_use(options, **compilation).and_then([&](bool) {
    return engine::check_options(plan, engine::own_compiled_formulas(**compilation),
                                 formula_options(options));
  });
  if (!usable) return print_error(usable.error());
  data::DataNeeds needs = needs_of_findings(**compilation);
  needs.texts = options.extract;
  auto run = engine::run_requests(**compilation, std::move(plan), options.evaluate, needs);
  if (!run) return print_error(run.error());
  const bool is_clean = report_findings(**compilation, options.compile.warnings, *run);
  if (auto done = score(options, **compilation, *run); !done) return print_error(done.error());
  if (auto done = write_stdout(engine::format_program_run(*run, options.format, setting_name));
      !done)
    return print_error(done.error());
  for (const report::FormulaReport& report : run->reports)
    terminal_host().scored(*report.formula, report::FormulaLedger::of(report));
  return (*compilation)->diagnostics.has_errors() || !is_clean ? kBadProgram : kDone;
}

int run_command(const RunOptions& options) {
  if (!options.evaluate.data) return stream_command(options);
  if (options.by_item || !options.compile.schema.empty())
    return print_error({base::ErrorKind::Usage,
                        fmt::format("`{}` is for a bundle on standard input",
                                    options.by_item ? "--by-item" : "--schema"),
                        "give it with --data -"});
  return dataset_command(options);
}

/// The options for formulas.
void add_formula_options(CLI::App& command, RunOptions& options) {
  add_extractions_option(
      command, options.extractions,
      "what was extracted from the reviews, one JSON object per line; one file for all "
      "formulas, or one for each");
  command.add_flag("--extract", options.extract,
                   "have a language model make the extractions, as `extract` does");
  add_set_option(command, options.compile);
  command.add_flag("--require-extractions", options.require_extractions,
                   "a relevant review without an extraction is an error");
  command
      .add_option("--sort", options.sort,
                  "order items by this output, highest first (NAME:asc: lowest first)")
      ->type_name("NAME");
  command.add_option("--top", options.top, "list only the first K items")
      ->check(between(1, 1'000'000'000))
      ->type_name("K");
  command.add_flag("--all", options.compile.formulas.all_steps,
                   "print every step of a formula, not only its outputs");
  add_llm_options(command, options.llm);
}

}  // namespace

Command add_run(CLI::App& app) {
  const auto settings = std::make_shared<RunOptions>();
  RunOptions& options = *settings;
  CLI::App* command = app.add_subcommand(
      "run", "find the items that satisfy each request, and score items by formulas");
  add_programs(*command, options.programs,
               "requests and formulas: .req, .json or .jsonl files; - is standard input")
      ->required();
  add_request_option(*command, options.only_request);
  add_data_or_stream_option(*command, options.evaluate.data);
  add_run_options(*command, options);
  command
      ->add_option(
          "--schema", options.compile.schema,
          "with --data -: the schema in which names are looked up, as `schema --format json` "
          "prints it")
      ->type_name("FILE");
  command->add_flag("--by-item", options.by_item,
                    "with --data -: print the values of all requests at each item as it arrives");
  add_formula_options(*command, options);
  command->footer(
      "Examples: seedc run examples/first.req --data examples/cafes\n"
      "          seedc run examples/cafes/risk.json --data examples/cafes \\\n"
      "            --extractions examples/cafes/risk.extractions.jsonl \\\n"
      "            --sort RISK --top 5");
  return {command, [settings] { return run_command(*settings); }};
}

}  // namespace seedc::tool
