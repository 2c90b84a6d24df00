// run and validate: compile, load what the plan needs, execute, score, report.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/llm/ledger.h"
#include "tools/seedc/ask_reviews.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/compile.h"
#include "tools/seedc/evaluate.h"
#include "tools/seedc/formulas.h"
#include "tools/seedc/output.h"
#include "tools/seedc/stream.h"

namespace seedc {
namespace {

const std::map<std::string, Format> kFormats = {{"table", Format::Table},
                                                {"jsonl", Format::Jsonl},
                                                {"json", Format::Json},
                                                {"csv", Format::Csv}};
const std::map<std::string, Backend> kBackends = {
    {"auto", Backend::Auto}, {"jit", Backend::Jit}, {"interp", Backend::Interp}};

/// Options of both commands.
struct RunOptions {
  std::vector<std::string> programs;
  EvaluateOptions evaluate;
  CompileOptions compile;
  Format format = Format::Table;
  bool by_item = false;      ///< as in StreamOptions
  std::string only_request;  ///< run: the one request to run, or empty
  /// Of formulas, as in FormulaRunOptions.
  std::vector<std::string> extractions;
  bool extract = false;  ///< a language model makes them
  LlmOptions llm;
  bool require_extractions = false;
  std::string sort;
  std::optional<std::size_t> top;
};

struct ValidateOptions {
  RunOptions run;
  std::string groundtruth, matrix, conditions;  ///< files to write, or empty
};

/// Everything a report needs. The plan stays where it is: kernels refer to it.
struct Finished {
  std::unique_ptr<Compilation> compilation;
  std::unique_ptr<plan::Plan> plan;
  std::shared_ptr<const Prepared> prepared;
  Dataset dataset;
  RunResult run;
  std::vector<RequestResult> results;  ///< of all requests, also those with errors
  std::deque<ScoredFormula> formulas;
  std::vector<FormulaReport> reports;  ///< of all formulas, the programs' own first
};

std::vector<RequestResult> results_of(const Compilation& compilation, const plan::Plan& plan,
                                      const RunResult& run, const Dataset& dataset) {
  std::vector<RequestResult> results;
  for (const CheckedRequest& request : compilation.requests) {
    if (request.compiled) {
      results.push_back(
          result_of(plan.requests[*request.compiled], *request.compiled, run, dataset));
    } else {
      results.push_back({.id = request.id,
                         .gold = request.gold,
                         .compiled = false,
                         .matches = {},
                         .unknown = 0,
                         .values = {},
                         .status = Status::Error});
    }
  }
  return results;
}

void rank_requests(Finished& finished, std::optional<std::size_t> top) {
  for (std::size_t i = 0; i < finished.results.size(); ++i) {
    const auto compiled = finished.compilation->requests[i].compiled;
    const auto rank = compiled ? finished.plan->requests[*compiled].rank : std::nullopt;
    if (!rank) continue;
    const ScoredFormula& formula = finished.formulas[rank->formula];
    rank_matches(finished.results[i], formula.formula->outputs[rank->output],
                 formula.result.outputs[rank->output], rank->descending, top);
  }
}

FormulaRunOptions formula_options(const RunOptions& options) {
  return {.extractions = options.extractions,
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

/// How many of the plan's formulas are of the programs themselves.
std::size_t own_formulas(const Compilation& compilation) {
  const auto begin = compilation.formulas.begin();
  return static_cast<std::size_t>(
      std::count_if(begin, begin + static_cast<std::ptrdiff_t>(compilation.own_formulas),
                    [](const CheckedFormula& formula) { return formula.compiled.has_value(); }));
}

/// Options of formulas where there is none would have no effect, which is not what was meant.
Result<bool> check_use(const RunOptions& options, const Compilation& compilation) {
  if (!options.sort.empty() && compilation.own_formulas == 0)
    return fail(ErrorKind::Usage, "`--sort` names an output of a formula, and there is no formula",
                "rank a request by one: R1: AND(…) rank by \"FORMULA.json\".NAME");
  if (!options.extractions.empty() && compilation.formulas.empty())
    return fail(ErrorKind::Usage, "`--extractions` is read by formulas, and there is no formula");
  if (!options.extract) return true;
  if (std::ranges::all_of(compilation.formulas, [](const auto& f) { return f.fields.empty(); }))
    return fail(ErrorKind::Usage, "`--extract` fills the fields of formulas, and there are none");
  if (!options.extractions.empty()) {
    return fail(ErrorKind::Usage, "extractions are either read or made, not both",
                "give --extractions or --extract");
  }
  if (auto usable = check_llm_options(options.llm); !usable) {
    Error error = usable.error();
    error.help += "; or give rows with --extractions FILE";
    return tl::unexpected(error);
  }
  return true;
}

/// The rows of a formula as a language model makes them. An error unless every review is answered:
/// scores of some of the rows would not be what was asked for.
Result<Extractions> ask_for(const plan::Plan& plan, std::size_t number, const Dataset& dataset,
                            std::span<const CheckedFormula> formulas, const RunOptions& options,
                            ChatSession& session) {
  const auto checked = std::ranges::find_if(
      formulas, [&](const CheckedFormula& formula) { return formula.compiled == number; });
  const plan::Formula& formula = plan.formulas[number];
  const AskedReviews asked = ask_reviews(formula, question_of(formula, checked->fields), dataset,
                                         options.evaluate.threads, session);
  if (auto error = find_incompleteness(asked.tally, formula.rows.judge ? "request" : "review")) {
    error->help += "; `seedc extract` writes the rows that there are";
    return tl::unexpected(*error);
  }
  return parse_extractions("extracted", {lines_of(asked.extracted)}, formula.rows.fields, {},
                           dataset, formula_options(options).load);
}

/// Scores the formulas and ranks by them.
Result<bool> run_formulas(const RunOptions& options, Finished& finished) {
  if (finished.plan->formulas.empty()) return true;
  FormulaRunOptions own_options = formula_options(options);
  std::unique_ptr<ChatSession> session;
  if (options.extract) {
    auto opened = open_chat_service(options.llm);
    if (!opened) return tl::unexpected(opened.error());
    session = *std::move(opened);
    own_options.extract = [&](std::size_t number, const Dataset& dataset) {
      return ask_for(*finished.plan, number, dataset, finished.compilation->formulas, options,
                     *session);
    };
  }
  auto scored = score_formulas(*finished.prepared, finished.dataset, own_options);
  if (session) tell("{}", format_chat_ledger(session->tally(), options.llm.has_prices()));
  if (!scored) return tl::unexpected(scored.error());
  finished.formulas = std::move(*scored);
  finished.reports = report_formulas(finished.formulas, own_options);
  for (const ScoredFormula& formula : finished.formulas)
    print_absent_values(*formula.formula, finished.dataset, formula.extractions);
  rank_requests(finished, options.top);
  return true;
}

/// What validate has no use for.
void drop_formulas(ir::Module& module) {
  module.formulas.clear();
  for (ir::Request& request : module.requests) request.rank.reset();
}

/// Compiles the programs, of them the one request that is asked for, and tells what is wrong.
Result<std::unique_ptr<Compilation>> compile_programs(const RunOptions& options,
                                                      const CompileOptions& compile) {
  auto compilation = compile_files(options.programs, compile);
  if (!compilation) return compilation;
  print_diagnostics((*compilation)->diagnostics, (*compilation)->sources);
  if (options.only_request.empty()) return compilation;
  return select_request(**compilation, options.only_request).map([&](bool) {
    return std::move(*compilation);
  });
}

/// Compiles and runs requests. Diagnostics and the ledger go to stderr on the way.
Result<Finished> compile_and_run(const RunOptions& options, bool is_validation, bool keep_names) {
  CompileOptions compile = options.compile;
  compile.data = options.evaluate.data;
  auto compilation = compile_programs(options, compile);
  if (!compilation) return tl::unexpected(compilation.error());
  if (is_validation) drop_formulas((*compilation)->module);
  auto plan = std::make_unique<plan::Plan>(plan_of(**compilation, keep_names));
  if (!is_validation) {
    if (auto used = check_use(options, **compilation); !used) return tl::unexpected(used.error());
    const auto checked =
        check_options(*plan, own_formulas(**compilation), formula_options(options));
    if (!checked) return tl::unexpected(checked.error());
  } else if ((*compilation)->requests.empty() && !(*compilation)->formulas.empty()) {
    return fail(ErrorKind::Usage, "there is no request to validate",
                "`seedc run` scores items by formulas");
  }
  auto dataset = load_for(*plan, options.evaluate, {.texts = options.extract});
  if (!dataset) return tl::unexpected(dataset.error());
  auto prepared = Prepared::make(*plan, options.evaluate.backend, dataset->item_count());
  if (!prepared) return tl::unexpected(prepared.error());
  auto run = evaluate(**prepared, *dataset, options.evaluate);
  if (!run) return tl::unexpected(run.error());
  auto results = results_of(**compilation, *plan, *run, *dataset);
  return Finished{std::move(*compilation),
                  std::move(plan),
                  std::move(*prepared),
                  std::move(*dataset),
                  std::move(*run),
                  std::move(results),
                  {},
                  {}};
}

/// Requests first, then the programs' own formulas.
std::string format_all(const Finished& finished, Format format) {
  const auto own = std::span(finished.reports).first(own_formulas(*finished.compilation));
  const std::string requests = finished.results.empty()
                                   ? std::string()
                                   : format_run(finished.results, finished.dataset, format);
  if (own.empty()) return requests;
  const std::string formulas = format_formulas(own, finished.dataset, format);
  if (requests.empty()) return formulas;
  if (format == Format::Jsonl) return requests + formulas;
  if (format != Format::Json) return requests + '\n' + formulas;
  return "{\"requests\":" + requests + ",\"formulas\":" + formulas + "}\n";
}

constexpr std::string_view kStandardInput = "-";

/// What needs all items at once.
Result<bool> check_stream(const RunOptions& options, const Compilation& compilation) {
  const auto refuse = [](std::string_view what) {
    return fail(ErrorKind::Usage,
                fmt::format("{} needs all items, and `--data -` answers each as it comes", what),
                "give the data as a file: a bundle, a folder or a snapshot");
  };
  if (options.format == Format::Json || options.format == Format::Csv) return refuse("this format");
  if (!options.sort.empty() || options.top) return refuse("an order");
  if (options.extract) return refuse("`--extract`");
  const bool is_ranked =
      std::ranges::any_of(compilation.module.requests,
                          [](const ir::Request& request) { return request.rank.has_value(); });
  if (is_ranked) return refuse("a ranking");
  return true;
}

/// Compiles, and answers the items on standard input.
Result<std::unique_ptr<Compilation>> compile_and_stream(const RunOptions& options) {
  if (std::ranges::find(options.programs, kStandardInput) != options.programs.end())
    return fail(ErrorKind::Usage, "standard input is the data", "name a program file");
  auto compilation = compile_programs(options, options.compile);
  if (!compilation) return compilation;
  const plan::Plan plan = plan_of(**compilation, /*keep_names=*/false);
  const FormulaRunOptions formulas = formula_options(options);
  return check_use(options, **compilation)
      .and_then([&](bool) { return check_stream(options, **compilation); })
      .and_then([&](bool) { return check_options(plan, own_formulas(**compilation), formulas); })
      .and_then([&](bool) {
        return run_stream(**compilation, plan, {options.evaluate, formulas, options.by_item});
      })
      .map([&](bool) { return std::move(*compilation); });
}

int stream_command(const RunOptions& options) {
  const auto compilation = compile_and_stream(options);
  if (!compilation) return print_error(compilation.error());
  return (*compilation)->diagnostics.has_errors() ? kBadProgram : kDone;
}

int run_command(const RunOptions& options) {
  if (options.evaluate.data == kStandardInput) return stream_command(options);
  if (options.by_item || !options.compile.schema.empty())
    return print_error({ErrorKind::Usage,
                        fmt::format("`{}` is for a bundle on standard input",
                                    options.by_item ? "--by-item" : "--schema"),
                        "give it with --data -"});
  auto finished = compile_and_run(options, /*is_validation=*/false, /*keep_names=*/false);
  if (!finished) return print_error(finished.error());
  if (auto done = run_formulas(options, *finished); !done) return print_error(done.error());
  if (auto done = write_stdout(format_all(*finished, options.format)); !done)
    return print_error(done.error());
  for (const FormulaReport& report : finished->reports)
    print_formula_ledger(*report.formula, FormulaLedger::of(report));
  return finished->compilation->diagnostics.has_errors() ? kBadProgram : kDone;
}

int validate_command(const ValidateOptions& options) {
  const auto finished =
      compile_and_run(options.run, /*is_validation=*/true, !options.conditions.empty());
  if (!finished) return print_error(finished.error());
  const auto& [compilation, plan, prepared, dataset, run, results, formulas, reports] = *finished;
  const auto write = [](const std::string& path, const auto& text) -> Result<bool> {
    return path.empty() ? Result<bool>(true) : write_file(path, text());
  };
  for (const auto& done :
       {write(options.groundtruth, [&] { return format_groundtruth(results, dataset); }),
        write(options.matrix, [&] { return format_matrix(results, dataset); }),
        write(options.conditions, [&] { return format_conditions(*plan, run, dataset); }),
        write_stdout(format_validation(results, dataset, options.run.format,
                                       shows_colour(STDOUT_FILENO)))}) {
    if (!done) return print_error(done.error());
  }
  if (compilation->diagnostics.has_errors() || results.empty()) return kBadProgram;
  const bool all_ok = std::all_of(results.begin(), results.end(),
                                  [](const auto& r) { return r.status == Status::Ok; });
  return all_ok ? kDone : kNo;
}

void add_run_options(CLI::App& command, RunOptions& options) {
  add_choice(command, "--format", options.format, kFormats,
             "how to print the results (default: table)");
  add_choice(command, "--backend", options.evaluate.backend, kBackends,
             "who evaluates (default: auto)");
  add_threads_option(command, options.evaluate.threads);
  command.add_flag("--strict", options.evaluate.strict, "a broken record of the data is an error");
  add_compile_options(command, options.compile);
}

/// What only formulas have.
void add_formula_options(CLI::App& command, RunOptions& options) {
  command
      .add_option("--extractions", options.extractions,
                  "what was extracted of the reviews, one JSON object a line; once for all "
                  "formulas, or once for each")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command.add_flag("--extract", options.extract, "a language model makes them, as `extract` does");
  command.add_flag("--require-extractions", options.require_extractions,
                   "a relevant review without an extraction is an error");
  command
      .add_option("--sort", options.sort,
                  "items by this output, the highest first (NAME:asc: the lowest)")
      ->type_name("NAME");
  command.add_option("--top", options.top, "only the first K items")
      ->check(between(1, 1'000'000'000))
      ->type_name("K");
  command.add_flag("--all", options.compile.formulas.all_steps,
                   "every step of a formula, not only its output");
  add_llm_options(command, options.llm);
}

}  // namespace

Command add_run(CLI::App& app) {
  const auto settings = std::make_shared<RunOptions>();
  RunOptions& options = *settings;
  CLI::App* command =
      app.add_subcommand("run", "which items satisfy each request, and how formulas score them");
  command
      ->add_option("PROGRAM", options.programs,
                   "requests and formulas: .req, .json or .jsonl files; - is standard input")
      ->required()
      ->type_name("");
  command->add_option("--request", options.only_request, "only the request of this id")
      ->type_name("ID");
  add_data_or_stream_option(*command, options.evaluate.data);
  add_run_options(*command, options);
  command
      ->add_option("--schema", options.compile.schema,
                   "with --data -: what names are read by, as `schema --format json` prints it")
      ->type_name("FILE");
  command->add_flag("--by-item", options.by_item,
                    "with --data -: what each request is at each item, as it comes");
  add_formula_options(*command, options);
  command->footer(
      "Examples: seedc run examples/first.req --data examples/cafes\n"
      "          seedc run examples/cafes/risk.json --data examples/cafes \\\n"
      "            --extractions examples/cafes/risk.extractions.jsonl \\\n"
      "            --sort RISK --top 5");
  return {command, [settings] { return run_command(*settings); }};
}

Command add_validate(CLI::App& app) {
  const auto settings = std::make_shared<ValidateOptions>();
  ValidateOptions& options = *settings;
  CLI::App* command =
      app.add_subcommand("validate", "whether each request has its gold item as the one match");
  command->add_option("REQUESTS", options.run.programs, "requests: .req, .json or .jsonl files")
      ->required()
      ->type_name("");
  add_data_option(*command, options.run.evaluate.data);
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
      "Example: seedc validate examples/cafes/requests.jsonl --data examples/cafes \\\n"
      "           --matrix matrix.json");
  return {command, [settings] { return validate_command(*settings); }};
}

}  // namespace seedc
