// Compiles readings of names into the conditions of one module, and runs it on the dataset.
#include "engine/names.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "compiler/check/evidence_check.h"
#include "compiler/opt/passes.h"
#include "compiler/plan/plan_builder.h"
#include "compiler/resolve/words.h"
#include "engine/report/requests.h"
#include "engine/schema_source.h"
#include "runtime/language/text.h"
#include "runtime/text/pattern_set.h"

namespace seedc {
namespace {

/// A request per reading.
ir::Module module_of(const std::vector<Reading>& readings) {
  ir::Module module;
  ir::Builder builder(module);
  Diagnostics diagnostics;
  for (const Reading& reading : readings) {
    const auto root =
        check_evidence(ast::json_of(reading.evidence, {}), builder, diagnostics, engine_refusal);
    if (!root) throw std::logic_error("a reading that is not a condition: " + reading.canonical);
    module.requests.push_back({.id = reading.canonical, .root = *root});
  }
  return module;
}

Tally tally_of(const RequestResult& result) {
  Tally tally{.yes = result.matches.size(), .unknown = result.unknown};
  tally.no = result.values.size() - tally.yes - tally.unknown;
  return tally;
}

}  // namespace

Result<std::vector<CountedName>> count_names(std::vector<Reading> readings,
                                             const EvaluateOptions& options) {
  std::vector<CountedName> names;
  if (readings.empty()) return names;
  const plan::Plan plan = make_plan(opt::optimise(module_of(readings)));
  const auto dataset = load_for(plan, options);
  if (!dataset) return tl::unexpected(dataset.error());
  const auto prepared = Prepared::make(plan, options.backend, dataset->item_count());
  if (!prepared) return tl::unexpected(prepared.error());
  const auto run = evaluate(**prepared, *dataset, options);
  if (!run) return tl::unexpected(run.error());
  for (std::size_t i = 0; i < readings.size(); ++i) {
    names.push_back(
        {std::move(readings[i]), tally_of(result_of(plan.requests[i], i, *run, *dataset))});
  }
  return names;
}

Result<std::vector<CountedName>> all_names(const EvaluateOptions& options,
                                           const std::function<bool(const Reading&)>& is_wanted) {
  SchemaSource source(options.data, {}, disk_files(), *options.host);
  const Convention* convention = source.convention();
  if (convention == nullptr) return tl::unexpected(*source.error());
  std::vector<Reading> readings = convention->all();
  std::erase_if(readings, [&](const Reading& reading) { return !is_wanted(reading); });
  return count_names(std::move(readings), options);
}

bool is_wanted(const Reading& reading, const std::vector<std::string>& words) {
  if (words.empty()) return group_of(reading) != kTopicNames;
  const std::string& name = reading.canonical;
  const Words words_of_name = words_of(name);
  return std::ranges::any_of(words, [&](const std::string& prefix) {
    const std::string wanted = lower(prefix);
    return name.starts_with(wanted) ||
           std::ranges::any_of(words_of_name,
                               [&](const std::string& word) { return word.starts_with(wanted); });
  });
}

Result<NameExplanation> explain_name(const std::string& name, const EvaluateOptions& options) {
  SchemaSource source(options.data, {}, disk_files(), *options.host);
  const Convention* convention = source.convention();
  if (convention == nullptr) return tl::unexpected(*source.error());
  std::vector<Reading> readings = convention->readings(name);
  NameExplanation explanation{.name = name, .others = convention->other_readings(name)};
  if (readings.empty()) {
    explanation.help = convention->help_for_unknown(name);
    explanation.nearest = convention->nearest(name);
  }
  if (source.error()) return tl::unexpected(*source.error());
  return count_names(std::move(readings), options).map([&](std::vector<CountedName> counted) {
    explanation.readings = std::move(counted);
    return std::move(explanation);
  });
}

}  // namespace seedc
