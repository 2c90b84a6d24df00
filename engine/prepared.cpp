// Builds what runs of a program share, and selects formula kernels by the kinds of the data.
#include "engine/prepared.h"

#include <algorithm>
#include <utility>

#include "compiler/plan/specialise.h"
#include "runtime/base/call_lock.h"

namespace seedc::engine {

/// Where there are no values, any kind will do.
bool Prepared::Loaded::covers(const Loaded& other) const {
  if (other.kind.is_nullable && !kind.is_nullable) return false;
  if (!other.has_values) return true;
  return has_values && (kind.kind == language::Kind::Any || kind.kind == other.kind.kind);
}

void Prepared::Loaded::widen(const Loaded& other) {
  kind.is_nullable = kind.is_nullable || other.kind.is_nullable;
  if (!other.has_values) return;
  const bool is_same = !has_values || kind.kind == other.kind.kind;
  kind.kind = is_same ? other.kind.kind : language::Kind::Any;
  has_values = true;
}

base::Result<std::shared_ptr<const Prepared>> Prepared::make(const contract::Plan& plan,
                                                             Backend backend,
                                                             std::uint64_t item_count,
                                                             const base::Call& call) {
  call.check();
  auto kernels = make_kernels(plan, backend, item_count, call);
  if (!kernels) return tl::unexpected(kernels.error());
  return exec::PreparedRequests::prepare(plan, std::move(*kernels), call)
      .map([&](exec::PreparedRequests requests) {
        return std::shared_ptr<const Prepared>(new Prepared(std::move(requests), backend));
      });
}

Prepared::Prepared(exec::PreparedRequests requests, Backend backend)
    : requests_(std::move(requests)), backend_(backend) {
  for (const contract::Formula& formula : plan().formulas)
    formulas_.push_back(std::make_shared<const exec::PreparedFormula>(formula));
}

Prepared::Kinds Prepared::kinds_of(std::span<const exec::BoundFormula* const> bound) {
  Kinds kinds;
  for (const exec::BoundFormula* formula : bound) {
    std::vector<Loaded>& loads = kinds.emplace_back();
    for (std::size_t load = 0; load < formula->load_kinds().size(); ++load)
      loads.push_back({formula->load_kinds()[load], formula->has_values()[load] != 0});
  }
  return kinds;
}

bool Prepared::cover(const Kinds& kinds, const Kinds& others) {
  return std::ranges::equal(kinds, others, [](const auto& loads, const auto& other_loads) {
    return std::ranges::equal(loads, other_loads, [](const Loaded& one, const Loaded& other) {
      return one.covers(other);
    });
  });
}

Prepared::Made& Prepared::find_or_add(const Kinds& kinds) const {
  const auto found =
      std::ranges::find_if(made_, [&](const Made& made) { return cover(made.kinds, kinds); });
  if (found != made_.end()) return *found;
  Made widest{.kinds = made_.empty() ? kinds : made_.back().kinds};
  const bool is_last = made_.size() == kMostSpecialised;
  for (std::size_t formula = 0; formula < kinds.size(); ++formula) {
    for (std::size_t load = 0; load < kinds[formula].size(); ++load) {
      Loaded& loaded = widest.kinds[formula][load];
      loaded.widen(is_last ? Loaded{{language::Kind::Any, true}, true} : kinds[formula][load]);
    }
  }
  return made_.emplace_back(std::move(widest));
}

base::Result<void> Prepared::make_kernels_of(Made& made, Amount amount,
                                             const base::Call& call) const {
  auto fresh = std::make_shared<FormulaKernels>();
  std::vector<const contract::ScoreProgram*> programs;
  fresh->programs.reserve(formulas_.size());
  for (std::size_t number = 0; number < formulas_.size(); ++number) {
    std::vector<contract::LoadKind> loads;
    for (const Loaded& loaded : made.kinds[number]) loads.push_back(loaded.kind);
    programs.push_back(
        &fresh->programs.emplace_back(plan::specialise(plan().formulas[number].program, loads)));
  }
  auto kernels = make_score_kernels(programs, backend_, amount.items, amount.rows, call);
  if (!kernels) return tl::unexpected(kernels.error());
  fresh->kernels = std::move(*kernels);
  made.is_settled =
      backend_ != Backend::Auto || prefers_native(programs, amount.items, amount.rows);
  made.kernels = std::move(fresh);
  return {};
}

base::Result<std::shared_ptr<const FormulaKernels>> Prepared::kernels_for(
    std::span<const exec::BoundFormula* const> bound, std::uint64_t item_count) const {
  Amount amount{.items = item_count};
  for (const exec::BoundFormula* formula : bound) amount.rows += formula->rows().rows;
  const Kinds kinds = kinds_of(bound);
  const auto lock = base::lock_for(bound.front()->call(), mutex_);
  Made& made = find_or_add(kinds);
  const auto wants_other = [&] {
    if (made.is_settled) return false;
    std::vector<const contract::ScoreProgram*> programs;
    for (const contract::ScoreProgram& program : made.kernels->programs)
      programs.push_back(&program);
    return prefers_native(programs, amount.items, amount.rows);
  };
  if (!made.kernels || wants_other()) {
    if (auto done = make_kernels_of(made, amount, bound.front()->call()); !done)
      return tl::unexpected(done.error());
  }
  return made.kernels;
}

}  // namespace seedc::engine
