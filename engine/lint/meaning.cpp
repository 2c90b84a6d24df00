// Asks the prover about the operators of a tree, from the innermost out, and about the tree without
// each of its arguments.
#include "engine/lint/meaning.h"

#include <algorithm>
#include <utility>

namespace seedc::lint {
namespace {

using ast::Expr;
using Kind = ast::Expr::Kind;
using prove::ClaimKind;

/// For all questions about the programs of a call. The second limit is reached first, and does not
/// depend on the machine.
constexpr std::chrono::seconds kTimePerProgram{2};
constexpr std::uint64_t kStepsPerClaim = 20'000;
/// Trees beyond that are left to the laws.
constexpr std::size_t kMostNodes = 250;

bool is_operator(const Expr& expr) {
  return expr.kind == Kind::And || expr.kind == Kind::Or || expr.kind == Kind::Not ||
         expr.kind == Kind::AtLeast;
}
bool is_and_or(const Expr& expr) { return expr.kind == Kind::And || expr.kind == Kind::Or; }

std::size_t nodes_of(const Expr& expr) {
  std::size_t nodes = 1;
  for (const Expr& arg : expr.args) nodes += nodes_of(arg);
  return nodes;
}

ir::Op op_of(Kind kind) {
  return kind == Kind::And   ? ir::Op::And
         : kind == Kind::Or  ? ir::Op::Or
         : kind == Kind::Not ? ir::Op::Not
                             : ir::Op::AtLeast;
}

/// The arguments of an operator, those of operators of the same kind within included.
void gather(const Expr& expr, std::vector<const Expr*>& arguments) {
  for (const Expr& arg : expr.args) {
    if (is_and_or(arg) && arg.kind == expr.kind) {
      gather(arg, arguments);
    } else {
      arguments.push_back(&arg);
    }
  }
}

}  // namespace

Meaning::Meaning(const ValueNumbers& numbers, const check::ExprValues& values, Proofs& proofs,
                 base::Call call)
    : values_(values),
      canonical_(numbers.canonical),
      call_(std::move(call)),
      deadline_(prove::Budget::Clock::now() + kTimePerProgram),
      module_{.insts = numbers.module.insts},
      proofs_(proofs),
      prover_(module_, {}) {
  proofs_.begin_program();
  for (const ir::Inst& inst : module_.insts) add_term(inst);
}

bool Meaning::is_small(const Expr& tree) const {
  return nodes_of(tree) <= kMostNodes && prove::Budget::Clock::now() < deadline_;
}

std::optional<ir::ValueId> Meaning::value_of(const Expr& expr) const {
  const auto value = values_.find(&expr);
  if (value == values_.end()) return std::nullopt;
  return canonical_[value->second];
}

void Meaning::add_term(const ir::Inst& inst) {
  std::vector<Proofs::Term> operands;
  for (const ir::ValueId operand : inst.operands) operands.push_back(terms_[operand]);
  terms_.push_back(proofs_.term_of(inst, operands));
}

ir::ValueId Meaning::add(ir::Inst inst) {
  add_term(inst);
  module_.insts.push_back(std::move(inst));
  return static_cast<ir::ValueId>(module_.insts.size() - 1);
}

ir::ValueId Meaning::negation_of(ir::ValueId value) {
  return add({.op = ir::Op::Not, .operands = {value}});
}

bool Meaning::is_plain(const Expr& tree) const {
  const std::optional<ir::ValueId> value = value_of(tree);
  if (!value) return false;
  if (!is_operator(tree)) return true;
  const ir::Inst& inst = module_.insts[*value];
  const bool is_alone = is_and_or(tree) && tree.args.size() == 1;
  return (is_alone || (inst.op == op_of(tree.kind) && inst.operands.size() == tree.args.size())) &&
         !tree.args.empty() &&
         std::ranges::all_of(tree.args, [&](const Expr& arg) { return is_plain(arg); });
}

std::optional<ir::ValueId> Meaning::value_without(const Expr& tree, const Dropped& dropped) {
  const ir::ValueId whole = *value_of(tree);
  if (!is_operator(tree)) return whole;
  std::vector<ir::ValueId> operands;
  for (const Expr& arg : tree.args) {
    if (dropped.contains(&arg)) continue;
    if (const auto value = value_without(arg, dropped)) operands.push_back(*value);
  }
  if (operands.empty()) return std::nullopt;
  if (is_and_or(tree) && operands.size() == 1) return operands.front();
  ir::Inst inst = module_.insts[whole];
  if (inst.operands == operands) return whole;
  inst.operands = std::move(operands);
  return add(std::move(inst));
}

bool Meaning::proves(const prove::Claim& claim) {
  prove::Claim said = claim;
  said.left = terms_[claim.left];
  said.right = terms_[claim.right];
  if (const auto known = proofs_.find(said)) return *known;
  prove::Budget budget(call_, deadline_, kStepsPerClaim);
  const auto verdict = prover_.decide(claim, budget);
  const bool is_proved = verdict && verdict->kind == prove::Verdict::Kind::Proved;
  // Another call has time for what this one had none for.
  if (is_proved || prove::Budget::Clock::now() < deadline_) proofs_.keep(said, is_proved);
  return is_proved;
}

bool Meaning::is_faultless(const Expr& tree, std::string_view text) const {
  const std::optional<ir::ValueId> value = value_of(tree);
  return value && proofs_.is_faultless(text, terms_[*value]);
}

void Meaning::keep_faultless(const Expr& tree, std::string_view text) {
  const std::optional<ir::ValueId> value = value_of(tree);
  // What there was no time for may have faults.
  if (value && prove::Budget::Clock::now() < deadline_)
    proofs_.keep_faultless(text, terms_[*value]);
}

class Meaning::SettledSearch {
 public:
  SettledSearch(Meaning& meaning, const KnownExprs& known) : meaning_(meaning), known_(known) {}

  /// False if something in the expression is known or found, whose consequences say nothing new.
  bool visit(const Expr& expr) {
    bool goes_on = !known_.contains(&expr) && !(is_operator(expr) && expr.args.empty());
    for (const Expr& arg : expr.args) goes_on = visit(arg) && goes_on;
    const std::optional<ir::ValueId> value = meaning_.value_of(expr);
    if (!goes_on || !value) return false;
    const bool can_be_never =
        expr.kind == Kind::And || expr.kind == Kind::AtLeast || is_of_tests(*value);
    const bool can_be_always = expr.kind == Kind::Or || expr.kind == Kind::AtLeast;
    if (can_be_never && is_never(*value)) return add(expr, true);
    if (can_be_always && is_never(meaning_.negation_of(*value))) return add(expr, false);
    return true;
  }

  std::vector<Settled> take() { return std::move(found_); }

 private:
  /// Whether it is a condition of several tests of one review, which may exclude each other.
  bool is_of_tests(ir::ValueId value) const {
    const ir::Inst& inst = meaning_.module_.insts[value];
    const auto* match = inst.op == ir::Op::Condition
                            ? std::get_if<language::ReviewMatch>(&*inst.condition)
                            : nullptr;
    return match != nullptr && match->conditions.size() > 1;
  }

  bool is_never(ir::ValueId value) {
    return meaning_.proves({.kind = ClaimKind::Never, .left = value, .right = value});
  }

  bool add(const Expr& expr, bool is_never) {
    found_.push_back({.expr = &expr, .is_never = is_never});
    if (is_and_or(expr)) find_pair(expr, found_.back());
    return false;
  }

  void find_pair(const Expr& expr, Settled& settled) {
    std::vector<const Expr*> arguments;
    gather(expr, arguments);
    for (std::size_t second = 1; second < arguments.size(); ++second) {
      for (std::size_t first = 0; first < second; ++first) {
        if (!exclude(*arguments[first], *arguments[second], settled.is_never)) continue;
        settled.first = arguments[first];
        settled.second = arguments[second];
        return;
      }
    }
  }

  /// Whether no item satisfies both, or none fails both.
  bool exclude(const Expr& first, const Expr& second, bool is_never) {
    ir::ValueId left = *meaning_.value_of(first), right = *meaning_.value_of(second);
    if (!is_never) {
      left = meaning_.negation_of(left);
      right = meaning_.negation_of(right);
    }
    return meaning_.proves({.kind = ClaimKind::Disjoint, .left = left, .right = right});
  }

  Meaning& meaning_;
  const KnownExprs& known_;
  std::vector<Settled> found_;
};

std::vector<Meaning::Settled> Meaning::settled(const Expr& tree, const KnownExprs& known) {
  if (!is_small(tree)) return {};
  SettledSearch search(*this, known);
  search.visit(tree);
  return search.take();
}

class Meaning::NeedlessSearch {
 public:
  NeedlessSearch(Meaning& meaning, const Expr& tree, Dropped dropped)
      : meaning_(meaning),
        tree_(tree),
        given_(std::move(dropped)),
        dropped_(given_),
        whole_(*meaning.value_without(tree, given_)) {}

  /// Tries the last arguments first, so that the first of two that are alike is kept, and whole
  /// arguments before parts of them.
  void visit(const Expr& expr) {
    std::size_t kept = kept_of(expr);
    for (std::size_t i = expr.args.size(); i-- > 0;) {
      const Expr& arg = expr.args[i];
      if (is_gone(arg)) continue;
      if (is_and_or(expr) && kept > 1 && can_go(arg)) {
        const Expr* because = reason(expr, arg);
        const bool goes_alone = because != nullptr || found_.empty() || goes_without_others(arg);
        found_.push_back({.expr = &arg,
                          .parent = &expr,
                          .index = i,
                          .because = because,
                          .after = goes_alone ? 0 : found_.size()});
        --kept;
      } else {
        visit(arg);
      }
    }
  }

  std::vector<Needless> take() { return std::move(found_); }

 private:
  bool is_gone(const Expr& arg) {
    return dropped_.contains(&arg) || !meaning_.value_without(arg, dropped_);
  }

  std::size_t kept_of(const Expr& expr) {
    return static_cast<std::size_t>(
        std::ranges::count_if(expr.args, [&](const Expr& arg) { return !is_gone(arg); }));
  }

  bool can_go(const Expr& arg) {
    dropped_.insert(&arg);
    if (is_same_without(dropped_)) return true;
    dropped_.erase(&arg);
    return false;
  }

  bool goes_without_others(const Expr& arg) {
    Dropped alone = given_;
    alone.insert(&arg);
    return is_same_without(alone);
  }

  bool is_same_without(const Dropped& dropped) {
    const auto rest = meaning_.value_without(tree_, dropped);
    return rest && meaning_.proves({.kind = ClaimKind::Same, .left = whole_, .right = *rest});
  }

  /// The first of the other arguments that is at most the one in an AND, at least in an OR.
  const Expr* reason(const Expr& expr, const Expr& arg) {
    const auto decides = [&](const Expr& other) {
      if (is_gone(other)) return false;
      ir::ValueId left = *meaning_.value_of(other), right = *meaning_.value_of(arg);
      if (expr.kind == Kind::Or) std::swap(left, right);
      return meaning_.proves(
          {.kind = ClaimKind::Implies, .left = left, .right = right, .is_strong = true});
    };
    const auto found = std::ranges::find_if(expr.args, decides);
    return found == expr.args.end() ? nullptr : &*found;
  }

  Meaning& meaning_;
  const Expr& tree_;
  const Dropped given_;
  Dropped dropped_;
  ir::ValueId whole_;
  std::vector<Needless> found_;
};

std::vector<Meaning::Needless> Meaning::needless(const Expr& tree, Dropped dropped) {
  if (!is_small(tree) || !is_plain(tree)) return {};
  NeedlessSearch search(*this, tree, std::move(dropped));
  search.visit(tree);
  return search.take();
}

}  // namespace seedc::lint
