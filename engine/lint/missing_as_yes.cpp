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

/// The key of a text such as `'romantic': true`, an entry of a dict with that value; empty
/// otherwise.
std::string key_of_entry(const std::string& text, std::string_view value) {
  const std::string end = fmt::format("': {}", value);
  const bool is_entry = text.starts_with('\'') && text.ends_with(end);
  const std::string key = is_entry ? text.substr(1, text.size() - 1 - end.size()) : std::string();
  return key.find('\'') == std::string::npos ? key : std::string();
}

/// Names the condition that says the same of a value that is there, and is unknown where it is
/// missing.
std::string help_to_stay_unknown(const language::MetaContains& c) {
  for (const auto& [text, value] : {std::pair("true", "True"), std::pair("false", "False")}) {
    const std::string key = key_of_entry(c.text, text);
    if (key.empty()) continue;
    language::Path path = c.path;
    path.push_back(key);
    return fmt::format("to keep it unknown: NOT(item_meta({}, true: \"{}\"))",
                       language::to_string(path), value);
  }
  const bool is_word = !c.text.empty() && c.text.find_first_of("'\":{}[],") == std::string::npos &&
                       language::read(c.text) == language::Value(c.text);
  if (!is_word) return "to leave it out, ask for a value that is there, too";
  const bool may_have_entries = c.path.front() == "attributes";
  return fmt::format("to keep it unknown{}: NOT(item_meta({}, true: {}))",
                     may_have_entries ? ", if no value has entries such as {'a': True}" : "",
                     language::to_string(c.path), language::to_json(language::Value(c.text)));
}

template <class Condition>
std::string help_to_stay_unknown(const Condition&) {
  return "with `missing: 0` it stays unknown";
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
        report(*inst.condition, expr, part.second != is_negated,
               negation != nullptr ? *negation : expr);
    }
  }

  static bool takes_missing_as_no(const language::Condition& condition) {
    return language::stage_of(condition) == language::Stage::Items &&
           language::decide_one(condition, {}).value == language::Tri::No;
  }

  /// `is_within`: the NOT is in what `expr`, a name, stands for.
  void report(const language::Condition& condition, const Expr& expr, bool is_within,
              const Expr& place) {
    const std::string negated = is_within ? "what " + mention(expr) + " negates" : mention(expr);
    diag::Diagnostic& report =
        diagnostics_.report(diag::DiagCode::MissingCountsAsYes, place.span, negated,
                            language::to_string(language::item_path(condition)));
    report.help =
        std::visit([](const auto& each) { return help_to_stay_unknown(each); }, condition);
    if (is_within) report.help = "written out, " + report.help;
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
