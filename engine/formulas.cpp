// Reads the extractions of formulas, binds the formulas to the data, and scores them.
#include "engine/formulas.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "compiler/diag/diagnostics.h"
#include "engine/report/output_names.h"
#include "engine/report/text.h"
#include "runtime/base/nearest.h"

namespace seedc::engine {
namespace {

/// The file of a formula's extractions; std::nullopt if none are given and none are needed.
base::Result<std::optional<std::string>> extraction_file(const contract::Plan& plan,
                                                         std::size_t number,
                                                         const FormulaRunOptions& options) {
  const std::vector<std::string>& files = options.extractions;
  const contract::Formula& formula = plan.formulas[number];
  const std::size_t field_count = formula.rows.own_fields().size();
  if (files.empty() && field_count == 0) return std::nullopt;
  if (files.empty()) {
    return base::fail_with_help<base::ErrorCode::NeedsExtractions>(
        fmt::format("give them{}, one JSON object per review, or have a language model make them{}",
                    base::named(options.names, base::Setting::Extractions, " with ", ""),
                    base::named(options.names, base::Setting::Extraction, " with `", "`")),
        formula.name, field_count == 1 ? "field" : fmt::format("{} fields", field_count));
  }
  if (files.size() == 1) return files.front();
  if (files.size() == plan.formulas.size()) return files[number];
  return base::fail_with_help<base::ErrorCode::WrongExtractionCount>(
      "give one file for all formulas, or one for each in their order", files.size(),
      report::counted(plan.formulas.size(), "formula"));
}

/// The fields that other formulas read from the same file.
std::set<std::string> fields_elsewhere(const contract::Plan& plan, std::size_t number,
                                       const std::vector<std::string>& files) {
  std::set<std::string> fields;
  for (std::size_t other = 0; other < plan.formulas.size(); ++other) {
    if (other == number || (files.size() > 1 && files[other] != files[number])) continue;
    for (const contract::Field& field : plan.formulas[other].rows.fields) fields.insert(field.name);
  }
  return fields;
}

base::Result<bool> check_complete(const ScoredFormula& scored, const FormulaRunOptions& options) {
  const exec::RowLedger& rows = scored.bound->rows();
  const std::uint64_t missing = rows.missing_extractions + rows.open;
  const bool is_missing = missing > 0;
  const std::uint64_t count = is_missing ? missing : rows.not_judged;
  if (!options.require_extractions || count == 0) return true;
  return base::fail<base::ErrorCode::MissingExtraction>(
      scored.formula->name, report::counted(count, "relevant review"), count == 1 ? "has" : "have",
      is_missing ? "" : " that was judged");
}

tl::unexpected<base::Error> fail_sort(std::span<const contract::Formula> formulas,
                                      const std::string& name) {
  std::vector<std::string> outputs;
  for (const contract::Formula& formula : formulas)
    std::ranges::move(report::output_names(formula), std::back_inserter(outputs));
  return base::fail_with_help<base::ErrorCode::NoSuchOutput>(
      base::did_you_mean(name, outputs,
                         fmt::format("the outputs are {}", fmt::join(outputs, ", "))),
      name);
}

void settle(const std::shared_ptr<const exec::PreparedFormula>& prepared,
            const data::Dataset& dataset, unsigned threads, ScoredFormula& scored) {
  const bounds::FormulaRows rows(prepared, *scored.bound, dataset, scored.extractions);
  scored.open =
      bounds::settle(rows, *scored.bound, dataset, scored.extractions, threads, scored.result);
}

base::Result<data::Extractions> extractions_in_file(const contract::Plan& plan, std::size_t number,
                                                    const data::Dataset& dataset,
                                                    const FormulaRunOptions& options) {
  const auto file = extraction_file(plan, number, options);
  if (!file) return tl::unexpected(file.error());
  if (!*file) return data::Extractions();
  const auto& fields = plan.formulas[number].rows.fields;
  const std::set<std::string> elsewhere = fields_elsewhere(plan, number, options.extractions);
  if (options.files != nullptr)
    return options.files->load(**file, fields, elsewhere, dataset, options.load);
  return data::load_extractions(**file, fields, elsewhere, dataset, options.load);
}

}  // namespace

void warn_of_open(Host& host, std::uint64_t open, std::string_view before, std::string_view whose,
                  std::string_view shown) {
  if (open == 0) return;
  host.warn(fmt::format("warning: {}{}{} {} open: {} are those without {}\n", before,
                        report::counted(open, "review"), whose, open == 1 ? "is" : "are", shown,
                        open == 1 ? "it" : "them"));
}

std::pair<std::string, bool> sort_key(std::string_view text) {
  constexpr std::string_view kAscending = ":asc";
  constexpr std::string_view kDescending = ":desc";
  const bool ascending = text.ends_with(kAscending);
  if (ascending) text.remove_suffix(kAscending.size());
  if (text.ends_with(kDescending)) text.remove_suffix(kDescending.size());
  return {std::string(text), !ascending};
}

base::Result<bool> check_options(const contract::Plan& plan, std::size_t own,
                                 const FormulaRunOptions& options) {
  for (std::size_t number = 0; number < plan.formulas.size(); ++number) {
    const contract::Formula& formula = plan.formulas[number];
    if (formula.is_too_large) {
      return base::fail_with_help<base::ErrorCode::FormulaTooLarge>(
          "use fewer sums that wait for other sums, or smaller filters in them", formula.name,
          contract::Formula::kMostInsts);
    }
    if (options.are_extracted) continue;
    const auto file = extraction_file(plan, number, options);
    if (!file) return tl::unexpected(file.error());
  }
  const std::string name = sort_key(options.sort).first;
  const auto formulas = std::span(plan.formulas).first(own);
  const bool is_known = std::ranges::any_of(formulas, [&](const contract::Formula& formula) {
    return report::find_output(formula, name).has_value();
  });
  if (!options.sort.empty() && own > 0 && !is_known)
    return fail_sort(formulas, name.empty() ? options.sort : name);
  const bool is_of_list = std::ranges::any_of(formulas, [&](const contract::Formula& formula) {
    const auto output = report::find_output(formula, name);
    return output && std::ranges::any_of(formula.lists, [&](const contract::ListSpec& list) {
             return std::ranges::count(list.outputs, *output) > 0;
           });
  });
  if (is_of_list) {
    return base::fail_with_help<base::ErrorCode::OutputIsList>(
        "sort by a number: a `count` with the same `where` has the list's rows", name);
  }
  return true;
}

base::Result<data::Extractions> read_extractions(const contract::Plan& plan, std::size_t number,
                                                 const data::Dataset& dataset,
                                                 const FormulaRunOptions& options) {
  const contract::RowSet& rows = plan.formulas[number].rows;
  const bool are_extracted = options.are_extracted && !rows.fields.empty();
  auto extractions = are_extracted ? options.extract(number, dataset)
                                   : extractions_in_file(plan, number, dataset, options);
  if (extractions && rows.judge) extractions->apply(*rows.judge);
  return extractions;
}

base::Result<std::deque<ScoredFormula>> score_formulas(const Prepared& prepared,
                                                       const data::Dataset& dataset,
                                                       const FormulaRunOptions& options) {
  const contract::Plan& plan = prepared.plan();
  std::deque<ScoredFormula> scored;
  std::vector<const exec::BoundFormula*> bound;
  for (std::size_t number = 0; number < plan.formulas.size(); ++number) {
    ScoredFormula& formula = scored.emplace_back();
    formula.formula = &plan.formulas[number];
    auto extractions = read_extractions(plan, number, dataset, options);
    if (!extractions) return tl::unexpected(extractions.error());
    formula.extractions = std::move(*extractions);
    formula.bound = exec::BoundFormula::bind(prepared.formula(number), dataset, formula.extractions,
                                             options.execute);
    if (auto complete = check_complete(formula, options); !complete)
      return tl::unexpected(complete.error());
    bound.push_back(&*formula.bound);
  }
  if (scored.empty()) return scored;
  const auto kernels = prepared.kernels_for(bound, dataset.item_count());
  if (!kernels) return tl::unexpected(kernels.error());
  for (std::size_t number = 0; number < scored.size(); ++number) {
    scored[number].kernels = *kernels;
    scored[number].result =
        exec::score_items((*kernels)->programs[number], *bound[number],
                          *(*kernels)->kernels[number], dataset.item_count(), options.execute);
    if (bound[number]->rows().open > 0) {
      settle(prepared.formula(number), dataset, options.execute.threads, scored[number]);
    }
  }
  return scored;
}

bool has_open_lists(const ScoredFormula& scored) {
  return std::ranges::any_of(scored.open.items, [&](const auto& item) {
    for (std::size_t output = 0; output < item.second.size(); ++output) {
      if (item.second[output] && bounds::is_list(*scored.formula, output)) return true;
    }
    return false;
  });
}

base::Error not_settled(const std::string& what, std::span<const report::FormulaLedger> ledgers,
                        base::SettingNames names) {
  std::uint64_t open = 0, relevant = 0;
  for (const report::FormulaLedger& ledger : ledgers) {
    open += ledger.rows.open;
    relevant += ledger.rows.relevant;
  }
  return base::error<base::ErrorCode::NotSettled>(what, open,
                                                  report::counted(relevant, "relevant review"))
      .with_help(base::named(names, base::Setting::Extraction, "`", "` asks for them"));
}

std::optional<base::Error> find_open_outputs(std::span<const report::FormulaLedger> ledgers,
                                             base::SettingNames names) {
  std::uint64_t outputs = 0;
  for (const report::FormulaLedger& ledger : ledgers) outputs += report::open_outputs(ledger);
  if (outputs == 0) return std::nullopt;
  return not_settled(fmt::format("{} of items {} not settled", report::counted(outputs, "output"),
                                 outputs == 1 ? "is" : "are"),
                     ledgers, names);
}

std::vector<report::FormulaReport> report_formulas(const std::deque<ScoredFormula>& scored,
                                                   const FormulaRunOptions& options) {
  const auto [name, descending] = sort_key(options.sort);
  std::vector<report::FormulaReport> reports;
  for (const ScoredFormula& formula : scored) {
    report::FormulaReport report{.formula = formula.formula,
                                 .result = &formula.result,
                                 .rows = formula.bound->rows(),
                                 .open = &formula.open,
                                 .order = {.key = std::nullopt, .top = options.top}};
    if (!formula.extractions.report().file.empty())
      report.extractions = &formula.extractions.report();
    if (const auto output = report::find_output(*formula.formula, name))
      report.order.key = report::ItemOrder::Key{*output, descending};
    reports.push_back(report);
  }
  return reports;
}

}  // namespace seedc::engine
