// The `extract` command: a language model fills the fields of a Formula Seed from the relevant
// reviews.
#include <filesystem>

#include "engine/ask_reviews.h"
#include "engine/evaluate.h"
#include "engine/report/chat_ledger.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/llm_options.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

struct ExtractOptions {
  std::string program;
  std::string output = "-";
  bool is_dry_run = false;
  engine::CompileOptions compile = command_compile_options();
  engine::EvaluateOptions evaluate = command_evaluate_options();
  LlmOptions llm;
};

/// The store, if there is one already: a dry run leaves no traces.
base::Result<std::unique_ptr<llm::AnswerStore>> existing_store(const LlmOptions& options) {
  std::error_code unknown;
  const std::string path = store_path(options);
  if (!std::filesystem::exists(path, unknown)) return std::unique_ptr<llm::AnswerStore>();
  return llm::AnswerStore::open(path);
}

int dry_run(const ExtractOptions& options, const contract::Formula& formula,
            const llm::ExtractionQuestion& question, const data::Dataset& dataset) {
  const auto reviews = engine::reviews_to_read(formula.rows, dataset, options.evaluate.threads);
  const auto store = existing_store(options.llm);
  if (!store) return print_error(store.error());
  const llm::ExtractionEstimate estimate =
      llm::estimate_extraction(question, reviews, model_of(options.llm), store->get());
  const std::optional<llm::Prices> prices =
      options.llm.has_prices() ? std::optional(options.llm.prices()) : std::nullopt;
  std::string out =
      report::format_estimate(estimate, reviews.size(), dataset.review_count(), prices);
  if (*store && model_of(options.llm).empty())
    out += "\nstored answers are counted per model: name it with --llm-model";
  if (formula.rows.judge) out += "\nplus one call to the judge for each review";
  return print_result(out + '\n');
}

int ask(const ExtractOptions& options, const contract::Formula& formula,
        const llm::ExtractionQuestion& question, const data::Dataset& dataset) {
  auto file = OutputFile::open(options.output);  // before anything is paid
  if (!file) return print_error(file.error());
  const auto session = open_chat_service(options.llm);
  if (!session) return print_error(session.error());
  const engine::AskedReviews asked =
      engine::ask_reviews(formula, question, dataset, options.evaluate.threads, **session);
  print_stderr(
      report::format_asked_reviews(formula, dataset.review_count(), asked.relevant, asked.judged) +
      report::format_chat_ledger((*session)->tally(), options.llm.has_prices()) +
      report::format_ungrounded(question.fields(), asked.extracted.ungrounded));
  const int status = finish_chat(asked.tally, formula.rows.judge ? "request" : "review");
  const std::string rows = engine::lines_of(asked.extracted);
  if (status != kDone && rows.empty()) return status;  // what the file holds is worth more
  const auto done = file->write(rows).and_then([&](bool) { return file->finish(); });
  return done ? status : print_error(done.error());
}

int extract_command(const ExtractOptions& options) {
  engine::CompileOptions compile = options.compile;
  compile.data = options.evaluate.data;
  const auto compilation = engine::compile_files({options.program}, compile);
  if (!compilation) return print_error(compilation.error());
  print_findings(**compilation);
  if ((*compilation)->diagnostics.has_errors()) return kBadProgram;
  const auto checked = engine::formula_to_extract(**compilation);
  if (!checked) return print_error(checked.error());
  if (!options.is_dry_run) {
    const auto usable = check_llm_options(options.llm);
    if (!usable) return print_error(usable.error());
  }
  const contract::Plan plan = engine::plan_of(**compilation, /*keep_names=*/false);
  const contract::Formula& formula = plan.formulas[*(*checked)->compiled];
  data::DataNeeds needs = exec::needs_of(formula.rows);
  needs.texts = true;
  const auto dataset = engine::load_for(contract::Plan(), options.evaluate, needs);
  if (!dataset) return print_error(dataset.error());
  const llm::ExtractionQuestion question = engine::question_of(formula, (*checked)->fields);
  return options.is_dry_run ? dry_run(options, formula, question, *dataset)
                            : ask(options, formula, question, *dataset);
}

}  // namespace

Command add_extract(CLI::App& app) {
  const auto settings = std::make_shared<ExtractOptions>();
  ExtractOptions& options = *settings;
  CLI::App* command =
      app.add_subcommand("extract", "fill the fields of a Formula Seed with a language model");
  command->add_option("FORMULA", options.program, "a Formula Seed; - is standard input")
      ->required()
      ->type_name("");
  add_data_option(*command, options.evaluate.data);
  add_output_option(*command, options.output);
  add_set_option(*command, options.compile);
  command->add_flag("--dry-run", options.is_dry_run,
                    "only estimate how many calls and tokens it would take");
  add_threads_option(*command, options.evaluate.threads);
  add_strict_option(*command, options.evaluate.strict);
  add_compile_options(*command, options.compile);
  add_llm_options(*command, options.llm);
  command->footer(
      "Answers are stored as they arrive: a run that was stopped continues from there,\n"
      "and nothing is paid for twice.\n"
      "Exit status 4 if the service failed, 5 if a budget was spent; the rows so far\n"
      "are written.\n"
      "Examples: seedc extract examples/cafes/risk.json --data examples/cafes --dry-run\n"
      "          seedc extract examples/cafes/risk.json --data examples/cafes \\\n"
      "            -o rows.jsonl --llm-url http://localhost:8000/v1 \\\n"
      "            --llm-model qwen3 --max-requests 100");
  return {command, [settings] { return extract_command(*settings); }};
}

}  // namespace seedc::tool
