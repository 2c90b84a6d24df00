// Runs, explains and plans one request or one formula.
#include "engine/lsp/commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <type_traits>

#include "engine/emit.h"
#include "engine/explain_program.h"
#include "engine/report/cells.h"
#include "engine/run.h"
#include "engine/why.h"
#include "engine/why_formula.h"
#include "runtime/language/display_text.h"
#include "runtime/language/score_ops.h"

namespace seedc::lsp {
namespace {

/// What a command found: a line, and all of it.
struct Outcome {
  std::string summary, text;
};

/// The value, if there is one, or the error as an answer.
template <class T>
T take_or_refuse(base::Result<T> result) {
  if constexpr (std::is_void_v<T>) {
    if (result) return;
  } else {
    if (result) return *std::move(result);
  }
  throw RequestError(ErrorCode::RequestFailed, text_with_help(result.error()));
}

[[noreturn]] void refuse(const std::string& text) {
  throw RequestError(ErrorCode::RequestFailed, text);
}

/// Leaves only the formula of that name, and no request.
void select_formula(engine::Compilation& compilation, const std::string& name) {
  const auto own = std::span(compilation.formulas).first(compilation.own_formulas);
  const auto found = std::ranges::find(own, name, &check::CheckedFormula::name);
  if (found == own.end()) refuse("there is no formula `" + name + "`");
  if (!found->compiled) refuse("the formula has errors");
  const ir::Formula selected = compilation.module.formulas[*found->compiled];
  for (check::CheckedFormula& formula : compilation.formulas) formula.compiled.reset();
  found->compiled = 0;
  compilation.module.formulas = {selected};
  compilation.module.requests.clear();
  compilation.requests.clear();
}

/// The part of a text up to the end of its first paragraph, on one line.
std::string first_lines(std::string_view text) {
  std::string line;
  bool is_space = true;
  for (const char c : text.substr(0, text.find("\n\n"))) {
    const bool is_blank = c == ' ' || c == '\n';
    if (!is_blank || !is_space) line += is_blank ? ' ' : c;
    is_space = is_blank;
  }
  if (line.ends_with(' ')) line.pop_back();
  return line;
}

std::string without_prefix(const std::string& text, const std::string& prefix) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

/// The document compiled once more, with the subject alone.
class Job {
 public:
  Job(const Query& query, const AnalysisInput& input, engine::Host& host)
      : params_(query.params), input_(input), host_(host), files_(engine::disk_files()) {
    const auto options = take_or_refuse(options_for(input, files_, host));
    compilation_ = take_or_refuse(engine::compile_files({input.document.path}, options));
    if (is_formula()) {
      select_formula(*compilation_, subject());
    } else {
      select_request();
    }
  }

  bool is_formula() const { return at(params_, {"formula"}).is_string(); }
  std::string subject() const { return text_at(params_, {is_formula() ? "formula" : "request"}); }
  std::string option(const char* key) const { return text_at(params_, {key}); }
  const engine::Compilation& compilation() const { return *compilation_; }

  engine::EvaluateOptions evaluate(bool needs_data = true) const {
    engine::EvaluateOptions options{.host = &host_};
    if (input_.data != nullptr) options.data = input_.data->source();
    if (needs_data && options.data == nullptr)
      refuse("there is no data to answer from; name it as `data` in seedc.toml");
    return options;
  }

  /// The files `NAME.extractions.jsonl` beside the formulas `NAME.json`, if all are there.
  std::vector<std::string> extractions() const {
    std::vector<std::string> files(compilation_->module.formulas.size());
    for (const check::CheckedFormula& formula : compilation_->formulas) {
      if (!formula.compiled) continue;
      std::filesystem::path path = compilation_->sources.file(formula.span.file).name();
      path.replace_extension(".extractions.jsonl");
      std::error_code failed;
      if (!std::filesystem::exists(path, failed)) return {};
      files[*formula.compiled] = path.string();
    }
    return files;
  }

  engine::ProgramRun run() const {
    const engine::EvaluateOptions options = evaluate();
    auto run = take_or_refuse(engine::run_requests(
        *compilation_, engine::plan_of(*compilation_, /*keep_names=*/false, host_.call()),
        options));
    engine::FormulaRunOptions formulas;
    formulas.extractions = extractions();
    formulas.names = host_.setting_names();
    formulas.load.call = host_.call();
    take_or_refuse(engine::run_formulas(run, *compilation_, formulas));
    return run;
  }

 private:
  void select_request() {
    if (!engine::select_request(*compilation_, subject()))
      refuse("there is no request `" + subject() + "`");
    if (compilation_->module.requests.empty()) refuse("the request has errors");
    if (!compilation_->module.requests.front().rank) engine::drop_formulas(*compilation_);
  }

  const Json& params_;
  const AnalysisInput& input_;
  engine::Host& host_;
  engine::KeptFiles files_;
  std::unique_ptr<engine::Compilation> compilation_;
};

std::string name_of_item(const data::Dataset& dataset, std::uint32_t item) {
  const std::string name = report::item_name(item, dataset);
  return language::printable(name.empty() ? dataset.item_id(item) : std::string_view(name));
}

std::string table_of(const engine::ProgramRun& run) {
  std::string text = engine::format_program_run(run, report::Format::Table);
  for (const base::Error& fault : run.faults) text += "\n" + fault.text + "\n";
  return text;
}

// Run.

std::string summary_of(const report::RequestResult& result, const data::Dataset& dataset) {
  constexpr std::size_t kMostNames = 3;
  std::vector<std::string> names;
  for (const std::uint32_t item : result.matches) {
    if (names.size() < kMostNames) names.push_back(name_of_item(dataset, item));
  }
  const std::size_t count = report::match_count(result);
  if (count > names.size()) names.push_back("…");
  std::string line =
      fmt::format("{} of {} {}", count, dataset.item_count(), count == 1 ? "matches" : "match");
  if (result.unknown > 0) line += fmt::format(", {} unknown", result.unknown);
  if (result.gold) line += fmt::format(", {}", report::name_of(result.status));
  return names.empty() ? line : fmt::format("{}: {}", line, fmt::join(names, ", "));
}

Outcome run_request(const Job& job) {
  const engine::ProgramRun run = job.run();
  return {summary_of(run.results.front(), run.dataset), table_of(run)};
}

using Cells = std::vector<language::Cell>;

/// `low 50, raised 12, high 10`, the most frequent first.
std::string counts_of(const Cells& cells) {
  constexpr std::size_t kMostValues = 4;
  std::map<std::string, std::size_t> counts;
  for (const language::Cell& cell : cells)
    ++counts[cell.is_null() ? "null" : report::csv_cell(cell)];
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::greater(), &std::pair<std::string, std::size_t>::second);
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), kMostValues); ++i)
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", language::printable(sorted[i].first),
                        sorted[i].second);
  return text + (sorted.size() > kMostValues ? ", …" : "");
}

bool is_numeric(const language::Cell& cell) {
  return !cell.is_null() && language::is_number(cell.kind);
}

/// `0.4 to 12.5, 3 null`, or the counts of values that are not all numbers.
std::string values_of(const Cells& cells) {
  Cells numbers;
  std::ranges::copy_if(cells, std::back_inserter(numbers), is_numeric);
  const auto nulls =
      static_cast<std::size_t>(std::ranges::count_if(cells, &language::Cell::is_null));
  if (numbers.empty() || numbers.size() + nulls < cells.size()) return counts_of(cells);
  const auto [least, most] = std::ranges::minmax_element(numbers, {}, language::score::real_of);
  const std::string range =
      fmt::format("{} to {}", report::csv_cell(*least), report::csv_cell(*most));
  return nulls == 0 ? range : fmt::format("{}, {} null", range, nulls);
}

Outcome run_formula(const Job& job) {
  const engine::ProgramRun run = job.run();
  const report::FormulaReport& report = run.reports.front();
  const std::string summary =
      fmt::format("{} of {} items: {}", report.formula->outputs.back(), run.dataset.item_count(),
                  values_of(report.result->outputs.back()));
  return {summary, table_of(run)};
}

// Which item to explain, if the client names none.

/// The item that misses a request by one condition, the first one; or the first item.
std::string nearest_item(const Job& job, const data::Dataset& dataset) {
  const Json why = parse_message(take_or_refuse(engine::explain_why(
      job.compilation(), {.evaluate = job.evaluate(), .top = 1, .is_json = true})));
  const Json& misses = why.is_array() && !why.empty() ? at(why.front(), {"misses"}) : Json();
  if (misses.is_array() && !misses.empty()) return text_at(misses.front(), {"item"});
  return std::string(dataset.item_id(0));
}

/// The gold item, else a match, else one that nearly matches.
std::string item_of_request(const Job& job, const engine::ProgramRun& run) {
  const report::RequestResult& result = run.results.front();
  if (result.gold && run.dataset.find_item(*result.gold)) return *result.gold;
  if (!result.matches.empty()) return std::string(run.dataset.item_id(result.matches.front()));
  return nearest_item(job, run.dataset);
}

/// The one with the greatest value of the last output that is a number; or the first.
std::uint32_t item_of_formula(const engine::ProgramRun& run) {
  std::vector<std::uint32_t> items(run.dataset.item_count());
  for (std::uint32_t item = 0; item < items.size(); ++item) items[item] = item;
  const auto& outputs = run.reports.front().result->outputs;
  const auto numbers = std::ranges::find_if(
      outputs.rbegin(), outputs.rend(),
      [](const Cells& cells) { return std::ranges::any_of(cells, is_numeric); });
  if (numbers != outputs.rend()) report::order_items(items, *numbers, /*descending=*/true);
  return items.front();
}

/// The item that the command is about, by its number.
std::uint32_t item_of(const Job& job, const engine::ProgramRun& run) {
  if (run.dataset.item_count() == 0) refuse("the data has no items");
  const std::string asked = job.option("item");
  if (asked.empty() && job.is_formula()) return item_of_formula(run);
  return take_or_refuse(
      engine::find_item(run.dataset, asked.empty() ? item_of_request(job, run) : asked));
}

// Why, Explain, Plan.

Outcome why_request(const Job& job) {
  engine::WhyOptions options{.evaluate = job.evaluate()};
  if (!job.option("item").empty()) options.item = job.option("item");
  const std::string text = take_or_refuse(engine::explain_why(job.compilation(), options));
  const std::size_t title = text.starts_with(job.subject() + ": ") ? 0 : text.find("\n\n") + 2;
  const std::string line = text.substr(title, text.find('\n', title) - title);
  return {without_prefix(line, job.subject() + ": "), text};
}

Outcome why_formula(const Job& job) {
  const engine::ProgramRun run = job.run();
  const std::uint32_t item = item_of(job, run);
  const std::string asked = job.option("output");
  engine::WhyFormulaOptions options{.evaluate = job.evaluate(),
                                    .extractions = job.extractions(),
                                    .item = std::string(run.dataset.item_id(item))};
  options.output = asked.empty() ? run.reports.front().formula->outputs.back() : asked;
  const std::string text = take_or_refuse(engine::explain_why_formula(job.compilation(), options));
  const std::size_t body = text.find("\n\n");
  const std::string line =
      first_lines(body == std::string::npos ? text : std::string_view(text).substr(body + 2));
  return {fmt::format("{}: {}", name_of_item(run.dataset, item),
                      without_prefix(line, job.subject() + ": ")),
          text};
}

std::string explanation_of(const Job& job, const std::string& item) {
  return take_or_refuse(engine::explain_program(
      job.compilation(),
      {.evaluate = job.evaluate(), .item = item, .extractions = job.extractions()}));
}

Outcome explain_request(const Job& job) {
  const engine::ProgramRun run = job.run();
  const std::uint32_t item = item_of(job, run);
  const auto value = run.results.front().values[item];
  const char* word = value == language::Tri::Yes  ? "yes"
                     : value == language::Tri::No ? "no"
                                                  : "unknown";
  return {fmt::format("{}: {}", name_of_item(run.dataset, item), word),
          explanation_of(job, std::string(run.dataset.item_id(item)))};
}

Outcome explain_formula(const Job& job) {
  const engine::ProgramRun run = job.run();
  const std::uint32_t item = item_of(job, run);
  const report::FormulaReport& report = run.reports.front();
  const language::Cell& value = report.result->outputs.back()[item];
  return {
      fmt::format("{}: {} is {}", name_of_item(run.dataset, item), report.formula->outputs.back(),
                  value.is_null() ? "null" : language::printable(report::csv_cell(value))),
      explanation_of(job, std::string(run.dataset.item_id(item)))};
}

Outcome plan_subject(const Job& job) {
  const std::string text = take_or_refuse(
      engine::emit(job.compilation(), engine::EmitStage::Plan, job.evaluate(/*needs_data=*/false)));
  const auto begins = [&](std::string_view word) {
    std::vector<std::string> found;
    for (std::size_t i = text.find(word); i != std::string::npos; i = text.find(word, i + 1)) {
      if (i > 0 && text[i - 1] != '\n') continue;
      found.push_back(text.substr(i, text.find('\n', i) - i).substr(word.size()));
    }
    return found;
  };
  if (!job.is_formula())
    return {fmt::format("stages: {}", fmt::join(begins("stage "), ", ")), text};
  const std::vector<std::string> rows = begins("  rows: ");
  return {rows.empty() ? "no rows" : rows.front(), text};
}

/// A command, for requests and for formulas.
struct Command {
  std::string_view name, title;
  Outcome (*of_request)(const Job& job);
  Outcome (*of_formula)(const Job& job);
};
constexpr Command kCommands[] = {
    {"seedc.run", "Run", run_request, run_formula},
    {"seedc.why", "Why", why_request, why_formula},
    {"seedc.explain", "Explain", explain_request, explain_formula},
    {"seedc.plan", "Plan", plan_subject, plan_subject},
};

}  // namespace

Json command_names() {
  Json names = Json::array();
  for (const Command& command : kCommands)
    names.push_back({{"name", command.name}, {"title", command.title}});
  return names;
}

Json command_params(const Json& params) {
  const std::string name = text_at(params, {"command"});
  if (std::ranges::find(kCommands, name, &Command::name) == std::end(kCommands))
    throw RequestError(ErrorCode::InvalidParams, "there is no command `" + name + "`");
  const Json& arguments = at(params, {"arguments"});
  const bool has_any = arguments.is_array() && !arguments.empty() && arguments.front().is_object();
  Json made = has_any ? arguments.front() : Json::object();
  made["command"] = name;
  return made;
}

Json run_command(const Query& query, const AnalysisInput& input, engine::Host& host) {
  const auto command =
      std::ranges::find(kCommands, text_at(query.params, {"command"}), &Command::name);
  const Job job(query, input, host);
  const Outcome outcome = job.is_formula() ? command->of_formula(job) : command->of_request(job);
  return {{"title", command->title},
          {job.is_formula() ? "formula" : "request", job.subject()},
          {"summary", outcome.summary},
          {"text", outcome.text}};
}

}  // namespace seedc::lsp
