// Conditions become named roots of a plan of their own.
#include "engine/lint/lint_run.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "compiler/opt/passes.h"
#include "compiler/plan/plan_builder.h"
#include "engine/report/requests.h"

namespace seedc {
namespace {

using ir::ValueId;

/// Appends the bare patterns of conditions on texts, and names every condition by its number.
std::unordered_map<ValueId, ValueId> add_roots(ir::Module& module,
                                               const std::vector<ValueId>& conditions) {
  std::unordered_map<ValueId, ValueId> pattern_of;
  std::map<std::string, ValueId> patterns;
  std::set<ValueId> roots(conditions.begin(), conditions.end());
  for (const ValueId id : conditions) {
    const ir::Inst& inst = module.insts[id];
    if (inst.op != ir::Op::TextAny && inst.op != ir::Op::TextCircle &&
        inst.op != ir::Op::TextCredible)
      continue;
    const std::string pattern = *inst.attribute("pattern").as<std::string>();
    const auto [known, is_new] = patterns.try_emplace(pattern);
    if (is_new) {
      known->second = ir::Builder(module).add(
          {.op = ir::Op::TextAny, .operands = {}, .attributes = {pattern}, .span = {}});
      roots.insert(known->second);
    }
    pattern_of.emplace(id, known->second);
  }
  for (const ValueId id : roots)
    module.conditions.push_back({.name = std::to_string(id), .root = id});
  return pattern_of;
}

}  // namespace

Result<LintRun> LintRun::make(ir::Module module, const std::vector<ValueId>& conditions,
                              const std::vector<ir::Request>& requests,
                              const EvaluateOptions& options) {
  module.conditions.clear();
  module.formulas.clear();
  module.requests = requests;
  auto pattern_of = add_roots(module, conditions);
  auto plan = std::make_unique<plan::Plan>(make_plan(opt::optimise(module), /*keep_names=*/true));
  DataNeeds needs;  // the optimiser may have found a constant where a lint looks at a column
  needs.names = std::any_of(module.insts.begin(), module.insts.end(), [](const ir::Inst& inst) {
    return inst.op == ir::Op::TextCircle || inst.op == ir::Op::CircleRating ||
           inst.op == ir::Op::Sentiment;
  });
  auto dataset = load_for(*plan, options, needs);
  if (!dataset) return tl::unexpected(dataset.error());
  const auto prepared = Prepared::make(*plan, options.backend, dataset->item_count());
  if (!prepared) return tl::unexpected(prepared.error());
  auto run = evaluate(**prepared, *dataset, options);
  if (!run) return tl::unexpected(run.error());
  LintRun made(std::move(module), std::move(*dataset));
  made.run_ = std::make_unique<RunResult>(std::move(*run));
  made.pattern_of_ = std::move(pattern_of);
  for (std::size_t i = 0; i < plan->names.size(); ++i)
    made.root_of_.emplace(static_cast<ValueId>(std::stoul(plan->names[i])), requests.size() + i);
  made.plan_ = std::move(plan);
  return made;
}

Tri LintRun::tree(ValueId root, std::uint32_t item) const {
  std::set<ValueId> needed = {root};  // operands come before their uses
  for (auto it = needed.rbegin(); it != needed.rend(); ++it) {
    const auto& operands = module_.insts[*it].operands;
    needed.insert(operands.begin(), operands.end());
  }
  std::unordered_map<ValueId, Tri> values;
  for (const ValueId id : needed) {
    const ir::Inst& inst = module_.insts[id];
    if (inst.op == ir::Op::Const) {
      values[id] = static_cast<Tri>(*inst.attribute("value").as<std::int64_t>());
    } else if (inst.operands.empty()) {
      values[id] = condition(id, item);
    } else if (inst.op == ir::Op::Not) {
      values[id] = !values[inst.operands.front()];
    } else {
      Tri value = values[inst.operands.front()];
      for (const ValueId operand : inst.operands) {
        value = inst.op == ir::Op::And ? std::min(value, values[operand])
                                       : std::max(value, values[operand]);
      }
      values[id] = value;
    }
  }
  return values[root];
}

LintRun::Counts LintRun::count(ValueId id) const {
  const std::size_t root = root_of_.at(id);
  Counts counts;
  for (std::uint32_t item = 0; item < dataset_.item_count(); ++item) {
    const Tri value = run_->value(root, item);
    ++(value == Tri::Yes ? counts.yes : value == Tri::No ? counts.no : counts.unknown);
  }
  return counts;
}

std::string LintRun::item_name(std::uint32_t item) const {
  const Column& names = dataset_.item_column(name_path());
  const auto* name = names.values[names.codes[item]].as<std::string>();
  const std::string id = "`" + std::string(dataset_.item_id(item)) + "`";
  return name ? id + " (" + *name + ")" : id;
}

}  // namespace seedc
