// Builds a plan with the conditions as roots, and runs it on the data.
#include "engine/lint/lint_run.h"

#include <map>
#include <set>
#include <utility>

#include "compiler/ir/walk.h"
#include "compiler/opt/passes.h"
#include "compiler/plan/plan_builder.h"
#include "engine/lint/lint_data.h"
#include "engine/lint/lint_inside_words.h"
#include "engine/report/requests.h"

namespace seedc::lint {
namespace {

using ir::ValueId;

/// Appends the bare patterns of conditions on texts, which all reviews are searched for, and those
/// at the beginning of words, and keeps every condition as a root. Returns the bare ones.
std::map<std::string, ValueId> add_roots(ir::Module& module,
                                         const std::vector<ValueId>& conditions) {
  std::map<std::string, ValueId> patterns;
  std::set<ValueId> roots(conditions.begin(), conditions.end());
  const auto add = [&](const language::Pattern& pattern) {
    const auto [entry, is_new] = patterns.try_emplace(pattern.source);
    if (is_new) {
      entry->second = ir::Builder(module).add(ir::condition_inst(language::TextAny{pattern}));
      roots.insert(entry->second);
    }
  };
  for (const ValueId id : conditions) {
    const language::Pattern* found =
        language::find_field<language::Pattern>(*module.insts[id].condition).value;
    if (found == nullptr) continue;
    const language::Pattern pattern = *found;  // what is added moves the conditions
    add(pattern);
    if (const auto begin = at_word_begin(pattern)) add(*begin);
  }
  module.kept.assign(roots.begin(), roots.end());
  return patterns;
}

}  // namespace

base::Result<LintRun> LintRun::make(ir::Module module, const std::vector<ValueId>& conditions,
                                    const std::vector<ir::Request>& requests,
                                    const engine::EvaluateOptions& options) {
  module.conditions.clear();
  module.formulas.clear();
  module.requests = requests;
  auto patterns = add_roots(module, conditions);
  const ir::Module optimised = opt::optimise(module, options.host->call());
  auto plan = std::make_unique<contract::Plan>(plan::make_plan(optimised, optimised.kept));
  auto dataset = engine::load_for(*plan, options, needs_of_lint(module));
  if (!dataset) return tl::unexpected(dataset.error());
  const auto prepared =
      engine::Prepared::make(*plan, options.backend, dataset->item_count(), dataset->call());
  if (!prepared) return tl::unexpected(prepared.error());
  auto run = engine::evaluate(**prepared, *dataset, options);
  if (!run) return tl::unexpected(run.error());
  std::unordered_map<ValueId, std::size_t> root_of;
  for (std::size_t i = 0; i < module.kept.size(); ++i)
    root_of.emplace(module.kept[i], requests.size() + i);
  LintRun made(std::move(module), std::move(*dataset));
  made.run_ = std::make_unique<exec::RunResult>(std::move(*run));
  made.root_of_ = std::move(root_of);
  made.plan_ = std::move(plan);
  made.patterns_ = std::move(patterns);
  return made;
}

language::Tri LintRun::tree(ValueId root, std::uint32_t item) const {
  dataset_.call().check();
  const std::vector<bool> needed = ir::live(module_.insts, std::span(&root, 1));
  std::vector<language::Tri> values(root + 1, language::Tri::Unknown);
  for (ValueId id = 0; id <= root; ++id) {
    if (!needed[id]) continue;
    const ir::Inst& inst = module_.insts[id];
    if (inst.op == ir::Op::Const) {
      values[id] = static_cast<language::Tri>(*inst.attribute("value").as<std::int64_t>());
    } else if (inst.operands.empty()) {
      values[id] = condition(id, item);
    } else if (inst.op == ir::Op::Not) {
      values[id] = !values[inst.operands.front()];
    } else if (inst.op == ir::Op::AtLeast) {
      std::vector<language::Tri> operands;
      for (const ValueId operand : inst.operands) operands.push_back(values[operand]);
      values[id] = language::at_least(ir::least_of(inst), std::move(operands));
    } else {
      language::Tri value = values[inst.operands.front()];
      for (const ValueId operand : inst.operands) {
        value = inst.op == ir::Op::And ? language::both(value, values[operand])
                                       : language::either(value, values[operand]);
      }
      values[id] = value;
    }
  }
  return values[root];
}

LintRun::Counts LintRun::count(ValueId id) const {
  dataset_.call().check();
  const exec::PlaneValues values = run_->values(root_of_.at(id));
  const auto yes = static_cast<std::uint32_t>(values.yes_count());
  const auto unknown = static_cast<std::uint32_t>(values.unknown_count());
  return {.yes = yes, .unknown = unknown, .no = dataset_.item_count() - yes - unknown};
}

std::vector<std::uint32_t> LintRun::items_of_first_alone(const language::Pattern& first,
                                                         const language::Pattern& second) const {
  const ValueId one = patterns_.at(first.source);
  const ValueId other = patterns_.at(second.source);
  std::vector<std::uint32_t> items;
  for (std::uint32_t item = 0; item < dataset_.item_count(); ++item) {
    if (condition(one, item) == language::Tri::Yes && condition(other, item) == language::Tri::No)
      items.push_back(item);
  }
  return items;
}

std::string LintRun::item_name(std::uint32_t item) const {
  const data::Column& names = dataset_.item_column(report::name_path());
  const auto* name = names.values[names.codes[item]].as<std::string>();
  const std::string id = "`" + std::string(dataset_.item_id(item)) + "`";
  return name ? id + " (" + *name + ")" : id;
}

}  // namespace seedc::lint
