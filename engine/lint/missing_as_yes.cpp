// Walks expressions, and below names instructions, with the number of NOTs around them.
#include "engine/lint/missing_as_yes.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/lint/spelling.h"
#include "runtime/language/item_rules.h"
#include "runtime/language/text.h"

namespace seedc::lint {
namespace {

using ast::Expr;
using ir::ValueId;

/// The key of `'romantic': true`, the text of a dict's entry that is true; empty otherwise.
std::string key_of_entry(const std::string& text) {
  constexpr std::string_view kTrue = "': true";
  const bool is_entry = text.starts_with('\'') && text.ends_with(kTrue);
  const std::string key = is_entry ? text.substr(1, text.size() - 1 - kTrue.size()) : std::string();
  return key.find('\'') == std::string::npos ? key : std::string();
}

/// The condition that says the same of a value that is there, and is unknown where it is missing;
/// empty if there is no short one.
std::string form_that_stays_unknown(const language::MetaContains& c) {
  if (const std::string key = key_of_entry(c.text); !key.empty()) {
    language::Path path = c.path;
    path.push_back(key);
    return fmt::format("item_meta({}, true: \"True\")", language::to_string(path));
  }
  if (c.text.empty() || language::read(c.text) != language::Value(c.text)) return {};
  return fmt::format("item_meta({}, true: {})", language::to_string(c.path),
                     language::to_json(language::Value(c.text)));
}

template <class Condition>
std::string form_that_stays_unknown(const Condition&) {
  return {};
}

/// A value, and whether there is an odd number of NOTs around it.
using Signed = std::pair<ValueId, bool>;

class Walk {
 public:
  Walk(const ir::Module& module, const check::ExprValues& values, diag::Diagnostics& diagnostics)
      : module_(module), values_(values), diagnostics_(diagnostics) {}

  void visit(const Expr& expr, const Expr* negation, bool is_negated) {
    const bool is_not = expr.kind == Expr::Kind::Not;
    for (const Expr& arg : expr.args)
      visit(arg, is_not ? &expr : negation, is_not ? !is_negated : is_negated);
    if (!expr.args.empty()) return;
    const auto value = values_.find(&expr);
    if (value != values_.end()) visit_value(value->second, expr, negation, is_negated);
  }

 private:
  /// The value that `expr` stands for, and its parts.
  void visit_value(ValueId root, const Expr& expr, const Expr* negation, bool is_negated) {
    std::vector<Signed> open = {{root, is_negated}};
    while (!open.empty()) {
      const Signed part = open.back();
      open.pop_back();
      if (!seen_.insert(part).second) continue;
      const ir::Inst& inst = module_.insts[part.first];
      const bool is_flipped = (inst.op == ir::Op::Not) != part.second;
      for (const ValueId operand : inst.operands) open.emplace_back(operand, is_flipped);
      if (inst.op == ir::Op::Condition && part.second && takes_missing_as_no(*inst.condition))
        report(*inst.condition, expr, negation != nullptr ? *negation : expr);
    }
  }

  static bool takes_missing_as_no(const language::Condition& condition) {
    return language::stage_of(condition) == language::Stage::Items &&
           language::decide_one(condition, {}).value == language::Tri::No;
  }

  void report(const language::Condition& condition, const Expr& expr, const Expr& place) {
    diag::Diagnostic& report =
        diagnostics_.report(diag::DiagCode::MissingCountsAsYes, place.span, mention(expr),
                            language::to_string(language::item_path(condition)));
    const std::string form =
        std::visit([](const auto& each) { return form_that_stays_unknown(each); }, condition);
    report.help = form.empty() ? "with `missing: 0` it stays unknown"
                               : fmt::format("to keep it unknown: NOT({})", form);
  }

  const ir::Module& module_;
  const check::ExprValues& values_;
  diag::Diagnostics& diagnostics_;
  std::set<Signed> seen_;
};

}  // namespace

void lint_missing_as_yes(const ast::Expr& tree, const ir::Module& module,
                         const check::ExprValues& values, diag::Diagnostics& diagnostics) {
  Walk(module, values, diagnostics).visit(tree, nullptr, false);
}

}  // namespace seedc::lint
