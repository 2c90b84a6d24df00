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
#include "engine/review_subjects.h"
#include "engine/schema_source.h"
#include "runtime/language/item_rules.h"
#include "runtime/language/text.h"
#include "runtime/text/pattern_set.h"

namespace seedc::engine {
namespace {

/// A request per reading.
ir::Module module_of(const std::vector<resolve::Reading>& readings, const base::Call& call) {
  ir::Module module;
  ir::Builder builder(module);
  diag::Diagnostics diagnostics;
  for (const resolve::Reading& reading : readings) {
    call.check();
    const auto root = check::check_reading(reading, {}, builder, diagnostics, text::engine_refusal);
    if (!root) throw std::logic_error("a reading that is not a condition: " + reading.canonical);
    module.requests.push_back({.id = reading.canonical, .root = *root});
  }
  return module;
}

/// The values of the readings of a module where what they look at is missing.
std::vector<std::optional<language::Tri>> values_of_missing(const ir::Module& module) {
  std::vector<std::optional<language::Tri>> values;
  for (const ir::Request& request : module.requests) {
    const auto& condition = module.insts[request.root].condition;
    const bool is_of_items =
        condition != nullptr && language::stage_of(*condition) == language::Stage::Items;
    values.push_back(is_of_items ? std::optional(language::decide_one(*condition, {}).value)
                                 : std::nullopt);
  }
  return values;
}

Tally tally_of(const report::RequestResult& result) {
  Tally tally{.yes = result.matches.size(), .unknown = result.unknown};
  tally.no = result.values.size() - tally.yes - tally.unknown;
  return tally;
}

}  // namespace

bool is_mere_id(const resolve::Reading& reading) {
  const auto& evidence = *reading.evidence.as<language::Dict>();
  const language::Value* path = language::find(evidence, "path");
  const auto* keys = path == nullptr ? nullptr : path->as<language::List>();
  if (keys == nullptr || keys->size() != 1) return false;
  const auto* key = keys->front().as<std::string>();
  if (key != nullptr && is_id_path({*key})) return true;
  const language::Value* value = language::find(evidence, "is");
  const auto* text = value == nullptr ? nullptr : value->as<std::string>();
  return text != nullptr && !text->empty() &&
         std::ranges::all_of(*text, [](char c) { return (c >= '0' && c <= '9') || c == '-'; });
}

base::Result<ReadingRun> run_readings(const std::vector<resolve::Reading>& readings,
                                      const EvaluateOptions& options, const data::DataNeeds& more) {
  const base::Call call = options.host->call();
  ir::Module module = module_of(readings, call);
  contract::Plan plan = plan::make_plan(opt::optimise(module, call));
  auto dataset = load_for(plan, options, more);
  if (!dataset) return tl::unexpected(dataset.error());
  const auto prepared =
      Prepared::make(plan, options.backend, dataset->item_count(), dataset->call());
  if (!prepared) return tl::unexpected(prepared.error());
  auto run = evaluate(**prepared, *dataset, options);
  if (!run) return tl::unexpected(run.error());
  options.host->searched(run->texts());
  return ReadingRun{std::move(module), std::move(plan), std::move(*dataset), std::move(*run)};
}

base::Result<std::vector<CountedName>> count_names(std::vector<resolve::Reading> readings,
                                                   const EvaluateOptions& options) {
  std::vector<CountedName> names;
  if (readings.empty()) return names;
  const auto run = run_readings(readings, options);
  if (!run) return tl::unexpected(run.error());
  const base::Call call = options.host->call();
  const auto missing = values_of_missing(run->module);
  for (std::size_t i = 0; i < readings.size(); ++i) {
    call.check();
    names.push_back({std::move(readings[i]),
                     tally_of(report::result_of(run->plan.requests[i], i, run->run, run->dataset)),
                     missing[i]});
  }
  return names;
}

base::Result<std::vector<CountedName>> all_names(
    const EvaluateOptions& options, const std::function<bool(const resolve::Reading&)>& is_wanted) {
  SchemaSource source(options.data, {}, disk_files(), *options.host);
  if (auto read = source.read({.items = true}); !read) return tl::unexpected(read.error());
  std::vector<resolve::Reading> readings = source.convention()->all();
  std::erase_if(readings, [&](const resolve::Reading& reading) { return !is_wanted(reading); });
  return count_names(std::move(readings), options);
}

bool is_wanted(const resolve::Reading& reading, const std::vector<std::string>& words, bool all) {
  if (words.empty()) return group_of(reading) != kTopicNames && (all || !is_mere_id(reading));
  return has_word(reading.canonical, words);
}

base::Result<NameExplanation> explain_name(const std::string& name,
                                           const EvaluateOptions& options) {
  SchemaSource source(options.data, {}, disk_files(), *options.host);
  check::SchemaNeeds needs;
  needs.add(name);
  if (auto read = source.read(needs); !read) return tl::unexpected(read.error());
  const resolve::Convention* convention = source.convention();
  std::vector<resolve::Reading> readings = convention->readings(name);
  NameExplanation explanation{.name = name, .others = convention->other_readings(name)};
  if (readings.empty()) {
    explanation.help = convention->help_for_unknown(name, options.host->setting_names());
    explanation.nearest = convention->nearest(name);
  }
  return count_names(std::move(readings), options).map([&](std::vector<CountedName> counted) {
    explanation.readings = std::move(counted);
    return std::move(explanation);
  });
}

base::Result<std::vector<CountedName>> decided_names(const EvaluateOptions& options) {
  return all_names(options, [](const resolve::Reading&) { return true; })
      .map([](std::vector<CountedName> names) {
        std::erase_if(names,
                      [](const CountedName& name) { return name.tally.yes + name.tally.no == 0; });
        return names;
      });
}

}  // namespace seedc::engine
