// Loads the part of a dataset that a plan reads, and runs the plan on it.
#include "engine/evaluate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/diag/diagnostics.h"
#include "engine/report/requests.h"
#include "engine/report/text.h"
#include "engine/review_fault.h"
#include "runtime/base/nearest.h"
#include "runtime/exec/needs.h"
#include "runtime/language/text.h"

namespace seedc::engine {
namespace {

constexpr std::uint32_t kItemsPerCheck = 4096;

/// The items of that name.
std::vector<std::uint32_t> items_named(const data::Dataset& dataset, const std::string& name) {
  base::StepCounter steps(dataset.call(), kItemsPerCheck);
  std::vector<std::uint32_t> items;
  for (std::uint32_t item = 0; item < dataset.item_count(); ++item) {
    steps.step();
    if (report::item_name(item, dataset) == name) items.push_back(item);
  }
  return items;
}

std::vector<std::string> ids_and_names(const data::Dataset& dataset) {
  base::StepCounter steps(dataset.call(), kItemsPerCheck);
  std::vector<std::string> all;
  for (std::uint32_t item = 0; item < dataset.item_count(); ++item) {
    steps.step();
    all.emplace_back(dataset.item_id(item));
    std::string name = report::item_name(item, dataset);
    if (!name.empty()) all.push_back(std::move(name));
  }
  return all;
}

}  // namespace

data::DataNeeds needs_for(const contract::Plan& plan, TextUse use) {
  data::DataNeeds needs = exec::needs_of(plan);
  if (use == TextUse::Searched) needs.searches = exec::searches_of(plan);
  needs.item_paths.push_back(report::name_path());
  for (const contract::Formula& formula : plan.formulas) {
    data::DataNeeds of_formula = exec::needs_of(formula);
    const auto search = exec::search_of(formula.rows);
    if (use == TextUse::Searched && search) of_formula.searches = std::vector{*search};
    needs.add(of_formula);
  }
  return needs;
}

base::Result<data::Dataset> load_for(const contract::Plan& plan, const EvaluateOptions& options,
                                     const data::DataNeeds& more, TextUse use) {
  const data::DataNeeds of_plan = needs_for(plan, use);
  data::DataNeeds needs = of_plan;
  needs.add(more);
  Stage stage(*options.host, "load data");
  auto dataset = options.data->load(needs, {.strict = options.strict,
                                            .threads = options.threads,
                                            .progress = options.host->begin("reading data"),
                                            .call = options.host->call()});
  if (!dataset) return dataset;
  stage.did(dataset->item_count() + dataset->review_count(), "record");
  options.host->loaded(dataset->report(), dataset->item_count(), dataset->review_count(),
                       options.data->kept_as());
  const auto faults = data_faults(*dataset, of_plan, *options.data);
  if (auto reported = report_faults(faults, options.strict, *options.host); !reported)
    return tl::unexpected(reported.error());
  return dataset;
}

base::Result<exec::RunResult> evaluate(const Prepared& prepared, const data::Dataset& dataset,
                                       const EvaluateOptions& options) {
  Stage stage(*options.host, "decide conditions");
  stage.did(prepared.plan().conditions.size(), "condition");
  return exec::execute(
      prepared.requests(), dataset,
      {.threads = options.threads, .progress = options.host->begin("searching texts")});
}

namespace {

/// "did you mean …?": a name that is near, or else some that contain the word.
std::string help_for_unknown_item(const data::Dataset& dataset, const std::string& word) {
  constexpr std::size_t kMostNamed = 3;
  const std::vector<std::string> all = ids_and_names(dataset);
  if (std::string help = base::did_you_mean(word, all); !help.empty() || word.empty()) return help;
  const std::string part = language::lower(word);
  std::vector<std::string> named;
  for (const std::string& name : all) {
    if (named.size() < kMostNamed && language::lower(name).find(part) != std::string::npos)
      named.push_back(fmt::format("`{}`", name));
  }
  return named.empty() ? "" : fmt::format("did you mean {}?", fmt::join(named, " or "));
}

}  // namespace

base::Result<std::uint32_t> find_item(const data::Dataset& dataset, const std::string& id_or_name) {
  if (const auto item = dataset.find_item(id_or_name)) return *item;
  const std::vector<std::uint32_t> named = items_named(dataset, id_or_name);
  if (named.size() == 1) return named.front();
  if (named.empty()) {
    return base::fail_with_help<base::ErrorCode::NoSuchItem>(
        help_for_unknown_item(dataset, id_or_name), id_or_name);
  }
  std::string ids;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, named.size()); ++i)
    ids += fmt::format("{}`{}`", i == 0 ? "" : ", ", dataset.item_id(named[i]));
  return base::fail_with_help<base::ErrorCode::AmbiguousItem>(
      fmt::format("give an id: {}{}", ids, named.size() > 3 ? ", …" : ""),
      report::counted(named.size(), "item"), id_or_name);
}

}  // namespace seedc::engine
