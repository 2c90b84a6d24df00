// Visits each operator with its siblings: next to `a` in an AND, another `a` further in is as
// good as true.
#include "engine/lint/redundancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace seedc::lint {
namespace {

using ast::Expr;
using Kind = ast::Expr::Kind;
using ir::ValueId;

/// Compound arguments are compared in pairs only up to this many elements for one operator.
constexpr std::size_t kMaxCompared = std::size_t{1} << 16;
/// A shorter program is shown up to this many bytes.
constexpr std::size_t kLongestProgram = 240;

std::string_view word(Kind kind) {
  return kind == Kind::And       ? "AND"
         : kind == Kind::Or      ? "OR"
         : kind == Kind::AtLeast ? "AT_LEAST"
                                 : "NOT";
}
bool is_junction(const ast::Expr& expr) { return expr.kind == Kind::And || expr.kind == Kind::Or; }

/// The argument that makes another one redundant.
struct Reason {
  const ast::Expr* expr = nullptr;
  bool is_further_out = false;  ///< it encloses the other, rather than being a sibling
};

struct Finding {
  enum class What { Repeated, Needless, Operator, Empty, Opposite };
  What what;
  const ast::Expr* expr;                ///< the argument or operator
  const ast::Expr* parent = nullptr;    ///< of an argument
  std::size_t index = 0;                ///< in its parent
  Reason because;                       ///< of an argument that can go
  std::vector<const ast::Expr*> after;  ///< arguments that must go before it
  const ast::Expr* opposite = nullptr;  ///< the argument whose negation `expr` is
};

/// An argument of an operator, those of operators of the same kind within included.
struct Operand {
  const ast::Expr* expr;
  const ast::Expr* parent;
  std::size_t index;
  ValueId value;
  bool is_dropped = false;
};

/// The operands of an operator. One is always kept: an AND without arguments is not true.
struct Operands {
  std::vector<Operand> list;
  std::size_t kept = 0;

  void add(Operand operand) {
    list.push_back(operand);
    ++kept;
  }
};

/// One that AND or OR may be joined with by the other: its parts, sorted.
struct Compound {
  Operand* operand;
  std::vector<ValueId> parts;
};

/// Values of an operator's operands, with the operands that have them.
using Beside = std::unordered_map<ValueId, const ast::Expr*>;

Kind opposite(Kind kind) { return kind == Kind::And ? Kind::Or : Kind::And; }

/// The context of an operator: values joined by AND, or by OR, to an enclosing expression, and how
/// often.
class Surroundings {
 public:
  void add(const Operand& operand) { around_[operand.value].push_back(operand.expr); }
  void remove(const Operand& operand) { around_[operand.value].pop_back(); }
  const ast::Expr* find(ValueId value) const {
    const auto found = around_.find(value);
    return found == around_.end() || found->second.empty() ? nullptr : found->second.front();
  }

 private:
  std::unordered_map<ValueId, std::vector<const ast::Expr*>> around_;
};

class Search {
 public:
  Search(const check::ExprValues& values, const ValueNumbers& numbers)
      : values_(values), numbers_(numbers) {}

  std::vector<Finding> run(const ast::Expr& tree, bool is_root) {
    visit(tree, is_root);
    return std::move(findings_);
  }

 private:
  void visit(const ast::Expr& expr, bool is_root = false) {
    if (expr.kind == Kind::Not) return visit_negation(expr);
    if (expr.kind == Kind::AtLeast) return visit_at_least(expr);
    if (!is_junction(expr)) return;
    if (expr.args.empty()) return add({.what = Finding::What::Empty, .expr = &expr});
    if (expr.args.size() == 1) {
      if (!is_root) add({.what = Finding::What::Operator, .expr = &expr});
      return visit(expr.args.front());
    }
    Operands operands;
    gather(expr, operands);
    find_opposites(expr, operands);
    Surroundings& same = expr.kind == Kind::And ? and_ : or_;
    drop_equal(operands, same);
    drop_absorbed(operands, expr.kind, same);
    visit_operands(operands.list, same);
  }

  /// NOT reverses the order of values, so the context outside it does not apply inside.
  void visit_negation(const ast::Expr& expr) {
    if (expr.args.size() != 1) return;
    const ast::Expr& arg = expr.args.front();
    Search within(values_, numbers_);
    if (arg.kind == Kind::Not && arg.args.size() == 1) {
      add({.what = Finding::What::Operator, .expr = &expr});
      append(within.run(arg.args.front(), false));
    } else {
      append(within.run(arg, false));
    }
  }

  /// Arguments count as often as they are written, and stand for themselves.
  void visit_at_least(const ast::Expr& expr) {
    for (const ast::Expr& arg : expr.args) append(Search(values_, numbers_).run(arg, false));
  }

  void gather(const ast::Expr& expr, Operands& operands) {
    for (std::size_t i = 0; i < expr.args.size(); ++i) {
      const ast::Expr& arg = expr.args[i];
      if (arg.kind == expr.kind && arg.args.size() > 1) {
        add({.what = Finding::What::Operator, .expr = &arg, .parent = &expr});
        gather(arg, operands);
      } else if (const auto value = values_.find(&arg); value != values_.end()) {
        operands.add({&arg, &expr, i, numbers_.canonical[value->second]});
      }
    }
  }

  /// Finds operands next to whose negation they are.
  void find_opposites(const ast::Expr& expr, const Operands& operands) {
    Beside beside;
    for (const Operand& operand : operands.list) beside.emplace(operand.value, operand.expr);
    for (const Operand& operand : operands.list) {
      const ir::Inst& inst = numbers_.module.insts[operand.value];
      if (inst.op != ir::Op::Not) continue;
      const auto opposite = beside.find(inst.operands.front());
      if (opposite == beside.end()) continue;
      add({.what = Finding::What::Opposite,
           .expr = operand.expr,
           .parent = &expr,
           .opposite = opposite->second});
    }
  }

  /// Drops operands that a sibling or an enclosing operator already has.
  void drop_equal(Operands& operands, const Surroundings& same) {
    Beside beside;
    for (Operand& operand : operands.list) {
      if (const ast::Expr* around = same.find(operand.value)) {
        drop(operand, operands, Finding::What::Needless, {around, /*is_further_out=*/true});
      } else if (const auto [first, is_new] = beside.emplace(operand.value, operand.expr);
                 !is_new) {
        drop(operand, operands, Finding::What::Repeated, {first->second, false});
      }
    }
  }

  /// Drops `OR(a, b)` in an AND that contains `a` or is joined with it from further out, or another
  /// OR of some of the same arguments.
  void drop_absorbed(Operands& operands, Kind kind, const Surroundings& same) {
    Beside beside;
    for (const Operand& operand : operands.list) {
      if (!operand.is_dropped) beside.emplace(operand.value, operand.expr);
    }
    std::vector<Compound> compounds;
    for (Operand& operand : operands.list) {
      if (operand.is_dropped || !is_op(operand.value, opposite(kind))) continue;
      std::vector<ValueId> parts = numbers_.module.insts[operand.value].operands;
      if (const auto reason = find_part(parts, kind, beside, same)) {
        drop(operand, operands, Finding::What::Needless, *reason);
      } else {
        std::sort(parts.begin(), parts.end());
        compounds.push_back({&operand, std::move(parts)});
      }
    }
    drop_supersets(compounds, operands);
  }

  bool is_op(ValueId value, Kind kind) const {
    return numbers_.module.insts[value].op == (kind == Kind::And ? ir::Op::And : ir::Op::Or);
  }

  /// The first of an operand's parts that is next to it or around it, as a whole or in parts.
  std::optional<Reason> find_part(const std::vector<ValueId>& parts, Kind kind,
                                  const Beside& beside, const Surroundings& same) const {
    const auto find_one = [&](ValueId value) -> std::optional<Reason> {
      if (const auto found = beside.find(value); found != beside.end())
        return Reason{found->second, false};
      const ast::Expr* around = same.find(value);
      return around ? std::optional(Reason{around, true}) : std::nullopt;
    };
    for (const ValueId part : parts) {
      if (const auto found = find_one(part)) return found;
      const std::vector<ValueId>& bits = numbers_.module.insts[part].operands;
      const bool is_there =
          is_op(part, kind) && std::all_of(bits.begin(), bits.end(),
                                           [&](ValueId bit) { return find_one(bit).has_value(); });
      if (is_there) return find_one(bits.front());
    }
    return std::nullopt;
  }

  void drop_supersets(const std::vector<Compound>& compounds, Operands& operands) {
    std::size_t compared = 0;
    for (const auto& [operand, parts] : compounds) {
      for (const auto& [other, other_parts] : compounds) {
        if ((compared += other_parts.size() + 1) > kMaxCompared) return;
        const bool is_needless =
            operand != other && !other->is_dropped && other_parts.size() < parts.size() &&
            std::includes(parts.begin(), parts.end(), other_parts.begin(), other_parts.end());
        if (!is_needless) continue;
        drop(*operand, operands, Finding::What::Needless, {other->expr, false});
        break;
      }
    }
  }

  void visit_operands(const std::vector<Operand>& operands, Surroundings& same) {
    for (const Operand& operand : operands) {
      if (!operand.is_dropped) same.add(operand);
    }
    for (const Operand& operand : operands) {
      if (operand.is_dropped) continue;
      same.remove(operand);
      visit(*operand.expr);
      same.add(operand);
    }
    for (const Operand& operand : operands) {
      if (!operand.is_dropped) same.remove(operand);
    }
  }

  void drop(Operand& operand, Operands& operands, Finding::What what, Reason reason) {
    if (operands.kept == 1) return;
    --operands.kept;
    operand.is_dropped = true;
    add({.what = what,
         .expr = operand.expr,
         .parent = operand.parent,
         .index = operand.index,
         .because = reason});
  }

  void add(Finding finding) { findings_.push_back(std::move(finding)); }
  void append(std::vector<Finding> findings) {
    findings_.insert(findings_.end(), findings.begin(), findings.end());
  }

  const check::ExprValues& values_;
  const ValueNumbers& numbers_;
  Surroundings and_, or_;
  std::vector<Finding> findings_;
};

/// Whether what was found is an argument that can go.
bool is_argument(const Finding& finding) {
  return finding.what == Finding::What::Repeated || finding.what == Finding::What::Needless;
}

Dropped dropped_in(const std::vector<Finding>& findings) {
  Dropped dropped;
  for (const Finding& finding : findings) {
    if (is_argument(finding)) dropped.insert(finding.expr);
  }
  return dropped;
}

/// Replacements that do not overlap.
class Fixes {
 public:
  explicit Fixes(const source::SourceManager& sources) : sources_(sources) {}

  /// Removes the argument and the comma on one side of it. The fix is not safe: another argument
  /// may have been meant.
  std::optional<diag::FixIt> without(const Finding& finding) {
    const std::vector<ast::Expr>& args = finding.parent->args;
    const source::Span span = finding.expr->span;
    if (args.size() < 2) return std::nullopt;
    if (finding.index > 0) {
      const source::Span before = args[finding.index - 1].span;
      return claim({span.file, before.end, span.end}, {span.file, before.end, span.begin}, "");
    }
    const source::Span after = args[1].span;
    return claim({span.file, span.begin, after.begin}, {span.file, span.end, after.begin}, "");
  }

  /// Replaces the operator with its arguments.
  std::optional<diag::FixIt> unwrapped(const ast::Expr& expr) {
    const ast::Expr& inner = expr.kind == Kind::Not ? expr.args.front() : expr;
    const source::Span arguments = source::join(inner.args.front().span, inner.args.back().span);
    const source::Span head = {expr.span.file, expr.span.begin, arguments.begin};
    auto fix = claim(expr.span, head, std::string(sources_.text(arguments)));
    if (fix) fix->is_safe = true;
    return fix;
  }

 private:
  /// std::nullopt if part of the span is already replaced, or a comment in `gap` would be lost.
  std::optional<diag::FixIt> claim(source::Span span, source::Span gap, std::string replacement) {
    if (sources_.text(gap).find('#') != std::string_view::npos) return std::nullopt;
    const auto after = claimed_.lower_bound(span.begin);
    const bool overlaps = (after != claimed_.end() && after->first < span.end) ||
                          (after != claimed_.begin() && std::prev(after)->second > span.begin);
    if (overlaps) return std::nullopt;
    claimed_.emplace(span.begin, span.end);
    return diag::FixIt{span, std::move(replacement)};
  }

  const source::SourceManager& sources_;
  std::map<std::uint32_t, std::uint32_t> claimed_;
};

diag::Diagnostic& report_operator(const Finding& finding, diag::Diagnostics& diagnostics) {
  const ast::Expr& expr = *finding.expr;
  const std::string_view name = word(expr.kind);
  const std::string text =
      finding.parent           ? fmt::format("an {} in an {} is the same as one", name, name)
      : expr.kind == Kind::Not ? "NOT of NOT is the condition itself"
                               : fmt::format("an {} of one argument is that argument", name);
  return diagnostics.report(diag::DiagCode::NeedlessOperator, expr.head_span, text);
}

diag::Diagnostic& report_opposite(const Finding& finding, diag::Diagnostics& diagnostics) {
  const std::string other = mention(*finding.opposite);
  auto& report = finding.parent->kind == Kind::And
                     ? diagnostics.report(diag::DiagCode::Never, finding.expr->span, "this AND",
                                          "it asks for " + other + " and for its negation")
                     : diagnostics.report(diag::DiagCode::Always, finding.expr->span, "this OR",
                                          "it accepts " + other + " and its negation");
  report.note(finding.opposite->span, other + " is here");
  return report;
}

std::string reason_of(const Meaning::Settled& settled) {
  const std::string verb = settled.is_never ? "satisfies" : "fails";
  if (settled.first != nullptr) {
    return fmt::format("no item {} both {} and {}", verb, mention(*settled.first),
                       mention(*settled.second));
  }
  if (settled.expr->args.empty()) return "no review meets all of its tests";
  return is_junction(*settled.expr) ? fmt::format("no item {} all of its arguments", verb)
                                    : fmt::format("no item {} it", verb);
}

void report_settled(const Meaning::Settled& settled, diag::Diagnostics& diagnostics) {
  using Code = diag::CodeFor<std::string, std::string>;
  const Code code = settled.is_never ? Code(diag::DiagCode::Never) : Code(diag::DiagCode::Always);
  const ast::Expr& expr = *settled.expr;
  const bool is_operator = !expr.args.empty();
  diagnostics.report(code, is_operator ? expr.head_span : expr.span,
                     is_operator ? fmt::format("this {}", word(expr.kind)) : mention(expr),
                     reason_of(settled));
}

/// How an argument that can go is related to what makes it so.
std::string relation_of(const Finding& finding) {
  if (finding.after.size() == 1)
    return fmt::format("here once {} is left out", mention(*finding.after.front()));
  if (!finding.after.empty()) return "here once other needless arguments are left out";
  if (finding.because.expr == nullptr) return "here: the rest decides";
  const std::string other = mention(*finding.because.expr);
  if (!finding.because.is_further_out) return "beside " + other;
  return other == mention(*finding.expr) ? "here: an enclosing operator has it already"
                                         : "here: an enclosing operator has " + other;
}

diag::Diagnostic& report(const Finding& finding, diag::Diagnostics& diagnostics) {
  const ast::Expr& expr = *finding.expr;
  const std::string name = mention(expr);
  switch (finding.what) {
    case Finding::What::Empty:
      return diagnostics.report(diag::DiagCode::EmptyOperator, expr.span, word(expr.kind));
    case Finding::What::Operator:
      return report_operator(finding, diagnostics);
    case Finding::What::Repeated: {
      const std::string first = mention(*finding.because.expr);
      return diagnostics.report(
          diag::DiagCode::RepeatedArgument, expr.span,
          first == name ? name + " is"
                        : fmt::format("{} is the same condition as {}, which is", name, first),
          word(finding.parent->kind));
    }
    case Finding::What::Opposite:
      return report_opposite(finding, diagnostics);
    case Finding::What::Needless:
      break;
  }
  return diagnostics.report(diag::DiagCode::NeedlessArgument, expr.span, name,
                            relation_of(finding));
}

}  // namespace

RedundancyLint::RedundancyLint(const ValueNumbers& numbers, const check::ExprValues& values,
                               const source::SourceManager& sources, Proofs& proofs,
                               diag::Diagnostics& diagnostics, base::Call call)
    : values_(values),
      sources_(sources),
      diagnostics_(diagnostics),
      numbers_(numbers),
      meaning_(numbers, values, proofs, std::move(call)) {}

Dropped RedundancyLint::needless(const ast::Expr& tree) const {
  return dropped_in(Search(values_, numbers_).run(tree, false));
}

void RedundancyLint::check(const ast::Expr& tree, bool is_root, KnownExprs known) {
  // The same words say the same of the same value.
  const bool is_kept = known.empty() && tree.span.is_known();
  const std::string text =
      is_kept ? fmt::format("{}{}", is_root ? "root " : "", sources_.text(tree.span)) : "";
  if (is_kept && meaning_.is_faultless(tree, text)) return;
  std::vector<Finding> findings = Search(values_, numbers_).run(tree, is_root);
  for (const Finding& finding : findings) {
    if (finding.what == Finding::What::Opposite) known.insert(finding.parent);
  }
  const std::vector<Meaning::Settled> settled = meaning_.settled(tree, known);
  for (const Meaning::Settled& each : settled) report_settled(each, diagnostics_);
  // Next to what is never satisfied, everything is needless.
  if (settled.empty() && known.empty()) {
    std::vector<const Expr*> before;
    for (const Meaning::Needless& each : meaning_.needless(tree, dropped_in(findings))) {
      findings.push_back(
          {.what = Finding::What::Needless,
           .expr = each.expr,
           .parent = each.parent,
           .index = each.index,
           .because = {each.because, /*is_further_out=*/false},
           .after = {before.begin(), before.begin() + static_cast<std::ptrdiff_t>(each.after)}});
      before.push_back(each.expr);
    }
  }
  if (findings.empty()) {
    if (settled.empty() && is_kept) meaning_.keep_faultless(tree, text);
    return;
  }
  std::string shorter = spelling(tree, dropped_in(findings), /*simplify=*/true);
  const std::string help =
      shorter.size() <= kLongestProgram ? "the same, shorter: `" + shorter + "`" : std::string();
  Fixes fixes(sources_);
  for (const Finding& finding : findings) {
    diag::Diagnostic& diagnostic = report(finding, diagnostics_);
    if (finding.what == Finding::What::Empty || finding.what == Finding::What::Opposite) continue;
    diagnostic.help = help;
    if (!finding.after.empty()) continue;  // as a fix of its own it would change the request
    diagnostic.fix = is_argument(finding) ? fixes.without(finding) : fixes.unwrapped(*finding.expr);
  }
}

}  // namespace seedc::lint
