// Turns bounds into intervals of doubles, and joins those of one path.
#include "engine/lint/bounds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/language/describe.h"
#include "runtime/language/item_rules.h"

namespace seedc::lint {
namespace {

using Kind = ast::Expr::Kind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The doubles from `least` to `most`, both included.
struct Interval {
  double least = -kInfinity;
  double most = kInfinity;

  bool is_empty() const { return least > most; }
  void narrow(const Interval& other) {
    least = std::max(least, other.least);
    most = std::min(most, other.most);
  }
};

Interval interval_of(const language::Bound& bound) {
  switch (bound.sign) {
    case language::Comparison::Gte:
      return {.least = bound.value};
    case language::Comparison::Gt:
      return {.least = std::nextafter(bound.value, kInfinity)};
    case language::Comparison::Lte:
      return {.most = bound.value};
    case language::Comparison::Lt:
      return {.most = std::nextafter(bound.value, -kInfinity)};
  }
  return {};
}

Interval interval_of(const language::MetaNumber& condition) {
  Interval interval;
  for (const language::Bound& bound : language::bounds_of(condition))
    interval.narrow(interval_of(bound));
  return interval;
}

/// Whether every number is in one of the intervals.
bool cover_all(std::vector<Interval> intervals) {
  std::ranges::sort(intervals, {}, &Interval::least);
  double reached = -kInfinity;
  for (const Interval& interval : intervals) {
    if (interval.least > std::nextafter(reached, kInfinity)) return false;
    reached = std::max(reached, interval.most);
  }
  return reached == kInfinity;
}

/// The conditions on one path that a junction joins.
struct OnPath {
  std::vector<std::string> texts;
  std::vector<Interval> intervals;
  bool all_hold_without_value = true;
};

bool holds_without_value(const language::MetaNumber& condition) {
  return condition.missing == language::Tri::Yes;
}

bool cannot_hold(const language::MetaNumber& condition) {
  return interval_of(condition).is_empty() && !holds_without_value(condition);
}

class BoundsLint {
 public:
  BoundsLint(const check::ExprValues& values, const ir::Module& module,
             diag::Diagnostics& diagnostics)
      : values_(values), module_(module), diagnostics_(diagnostics) {}

  void visit(const ast::Expr& expr) {
    for (const ast::Expr& arg : expr.args) visit(arg);
    const bool is_written_here = expr.kind == Kind::Call || expr.kind == Kind::Evidence;
    const language::MetaNumber* number = is_written_here ? number_of(expr) : nullptr;
    if (number != nullptr && cannot_hold(*number)) report_never(expr, *number);
    if (expr.kind == Kind::And || expr.kind == Kind::Or) look_at_junction(expr);
  }

  KnownExprs take() { return std::move(known_); }

 private:
  void report_never(const ast::Expr& expr, const language::MetaNumber& number) {
    known_.insert(&expr);
    diagnostics_
        .report(diag::DiagCode::Never, expr.span, "`" + language::to_string(number.path) + "`",
                "no number is " + language::describe(number).asked)
        .help = "to ask for either, write two conditions and join them with OR";
  }

  void look_at_junction(const ast::Expr& expr) {
    std::map<language::Path, OnPath> paths;
    gather(expr, expr.kind, paths);
    for (const auto& [path, on_path] : paths) {
      if (on_path.intervals.size() < 2) continue;
      if (expr.kind == Kind::And) {
        Interval common;
        for (const Interval& interval : on_path.intervals) common.narrow(interval);
        if (!common.is_empty() || on_path.all_hold_without_value) continue;
        known_.insert(&expr);
        diagnostics_.report(diag::DiagCode::Never, expr.head_span, "this AND",
                            fmt::format("no number at `{}` is {}", language::to_string(path),
                                        fmt::join(on_path.texts, " and ")));
      } else if (cover_all(on_path.intervals)) {
        known_.insert(&expr);
        diagnostics_.report(diag::DiagCode::Always, expr.head_span, "this OR",
                            fmt::format("every number at `{}` is {}", language::to_string(path),
                                        fmt::join(on_path.texts, " or ")));
      }
    }
  }

  /// The conditions that are arguments, also of operators of the same kind within; those that no
  /// number meets are reported by themselves.
  void gather(const ast::Expr& expr, Kind kind, std::map<language::Path, OnPath>& paths) const {
    for (const ast::Expr& arg : expr.args) {
      if (arg.kind == kind) gather(arg, kind, paths);
      const language::MetaNumber* number = arg.args.empty() ? number_of(arg) : nullptr;
      if (number == nullptr || cannot_hold(*number)) continue;
      OnPath& on_path = paths[number->path];
      on_path.texts.push_back(language::describe(*number).asked);
      on_path.intervals.push_back(interval_of(*number));
      on_path.all_hold_without_value =
          on_path.all_hold_without_value && holds_without_value(*number);
    }
  }

  /// The condition on a number that the expression stands for; a null pointer if it is not one.
  const language::MetaNumber* number_of(const ast::Expr& expr) const {
    const auto value = values_.find(&expr);
    if (value == values_.end()) return nullptr;
    const ir::Inst& inst = module_.insts[value->second];
    return inst.op == ir::Op::Condition ? std::get_if<language::MetaNumber>(inst.condition.get())
                                        : nullptr;
  }

  const check::ExprValues& values_;
  const ir::Module& module_;
  diag::Diagnostics& diagnostics_;
  KnownExprs known_;
};

}  // namespace

bool is_never(const language::Condition& condition) {
  const auto* number = std::get_if<language::MetaNumber>(&condition);
  return number != nullptr && cannot_hold(*number);
}

KnownExprs lint_bounds(const ast::Expr& tree, const check::ExprValues& values,
                       const ir::Module& module, diag::Diagnostics& diagnostics) {
  BoundsLint lint(values, module, diagnostics);
  lint.visit(tree);
  return lint.take();
}

}  // namespace seedc::lint
