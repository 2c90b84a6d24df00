// Looks at the operands of each item_meta that is written in a tree.
#include "engine/lint/empty_operands.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "compiler/resolve/resolve.h"
#include "engine/lint/operands.h"

namespace seedc::lint {
namespace {

using Kind = ast::Expr::Kind;

/// `contains` and `not_contains` look for the text of a list, not for its elements.
const ast::Json* empty_string_in(const ast::Json& json, std::string_view option) {
  if (json.kind == ast::Json::Kind::String) return json.text.empty() ? &json : nullptr;
  if (option == "contains" || option == "not_contains") return nullptr;
  const auto found = std::ranges::find_if(json.elements, [](const ast::Json& element) {
    return element.kind == ast::Json::Kind::String && element.text.empty();
  });
  const bool is_list = json.kind == ast::Json::Kind::Array;
  return is_list && found != json.elements.end() ? &*found : nullptr;
}

void look_at(const ast::Json& evidence, const language::Condition& condition,
             diag::Diagnostics& diagnostics) {
  for (const std::string_view option : options_that_match(condition)) {
    const ast::Json* operand = evidence.find(option);
    if (operand == nullptr && option == "not_true") operand = evidence.find("true_not");
    const ast::Json* empty = operand == nullptr ? nullptr : empty_string_in(*operand, option);
    if (empty == nullptr) continue;
    // A missing value has a text for this option.
    const std::string_view which = option == "contains" ? "every value, and where there is none"
                                                        : "every value that is present";
    diagnostics
        .report(diag::DiagCode::LooseMatch, empty->span, "",
                fmt::format("{}: its text is empty", which))
        .help = "`is: \"\"` asks for an empty string";
  }
}

}  // namespace

void lint_empty_operands(const ast::Expr& tree, const check::ExprValues& values,
                         const ir::Module& module, diag::Diagnostics& diagnostics) {
  for (const ast::Expr& arg : tree.args) lint_empty_operands(arg, values, module, diagnostics);
  const auto value = values.find(&tree);
  if (value == values.end()) return;
  const ir::Inst& inst = module.insts[value->second];
  if (inst.op != ir::Op::Condition) return;
  if (tree.kind == Kind::Evidence) look_at(tree.evidence, *inst.condition, diagnostics);
  if (tree.kind == Kind::Call) {
    diag::Diagnostics ignored;
    look_at(resolve::evidence_of(tree, ignored), *inst.condition, diagnostics);
  }
}

}  // namespace seedc::lint
