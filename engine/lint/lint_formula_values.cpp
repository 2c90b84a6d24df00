// Bounds the values of each formula, and looks at its tests.
#include "engine/lint/lint_formula_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/check/where_operands.h"
#include "compiler/ir/reads.h"
#include "engine/bounds/ir_bounds.h"
#include "engine/lint/bound_text.h"
#include "engine/lint/evaluated.h"
#include "engine/lint/lint_formula_constants.h"
#include "engine/lint/lint_formula_lookups.h"
#include "engine/lint/lint_formula_nulls.h"
#include "engine/lint/lint_formula_operands.h"
#include "engine/lint/read_bounds.h"
#include "engine/lint/span_set.h"
#include "engine/lint/value_numbers.h"
#include "runtime/language/display_text.h"

namespace seedc::lint {
namespace {

using bounds::Bound;
using language::Cell;

/// The tests of all formulas. Steps of groups are there once for each label, with one location.
class FormulaTests {
 public:
  FormulaTests(engine::Compilation& compilation, const bounds::IrBounds& bounds)
      : compilation_(compilation), module_(compilation.module), bounds_(bounds) {
    find_tests();
  }

  void report() {
    report_constant();
    for (const check::CheckedFormula& formula : compilation_.formulas) {
      if (formula.compiled) report_editions(formula.values.logics);
    }
  }

 private:
  /// Where a test is written, and its values.
  struct Test {
    source::Span span;
    std::vector<ir::ValueId> values;
  };
  void find_tests() {
    find_rules();
    for (const auto& [value, seen] : bounds_.all_seen()) {
      const ir::Inst& inst = module_.insts[value];
      if (inst.op == ir::Op::BoolNot && is_not_in(inst)) find_excluded(inst.operands[0]);
      const bool is_test = bounds::is_comparison(inst.op) || inst.op == ir::Op::Holds;
      if (!is_test || !inst.span.is_known()) continue;
      tests_.try_emplace(key_of(inst.span), Test{inst.span, {}})
          .first->second.values.push_back(value);
    }
  }

  /// Behind other rules `>= 0` may be there for what is not null.
  void find_rules() {
    for (const ir::ValueId value : values_otherwise(module_)) {
      const ir::Inst& inst = module_.insts[value];
      if (inst.op == ir::Op::Select) later_rules_.insert(inst.operands[0]);
    }
  }

  /// Rather than the `not` of an `in`.
  bool is_not_in(const ir::Inst& negation) const {
    const ir::Inst& inst = module_.insts[negation.operands[0]];
    return inst.op != ir::Op::BoolOr || inst.span == negation.span;
  }

  /// Each member of a `not in` is a test of its own.
  void find_excluded(ir::ValueId value) {
    const ir::Inst& inst = module_.insts[value];
    if (inst.op == ir::Op::BoolOr) {
      for (const ir::ValueId operand : inst.operands) find_excluded(operand);
    }
    const bool is_member =
        inst.op == ir::Op::Eq && module_.insts[inst.operands[1]].span == inst.span;
    if (is_member) excluded_.insert(key_of(inst.span));
  }

  /// Whether it is false wherever it is evaluated and not null.
  bool never_holds(const Test& test) const {
    bool is_false = false;
    for (const ir::ValueId value : test.values) {
      const Bound& seen = *bounds_.seen(value);
      if (seen.contains(Cell::of(true))) return false;
      is_false = is_false || seen.contains(Cell::of(false));
    }
    return is_false;
  }

  /// Whether a comparison with a literal holds of all that is compared with it anywhere, not only
  /// where it is evaluated: behind `N < 3`, `N >= 3` says what is left.
  bool always_holds(const Test& test) const {
    return std::ranges::all_of(test.values, [&](ir::ValueId value) {
      const ir::Inst& inst = module_.insts[value];
      if (!bounds::is_comparison(inst.op) || later_rules_.contains(value)) return false;
      const bool has_literal = std::ranges::any_of(inst.operands, [&](ir::ValueId operand) {
        return module_.insts[ir::unconverted(module_, operand)].op == ir::Op::ScalarValue;
      });
      language::StringPool strings;
      const auto result = anywhere(inst, bounds_, strings);
      const bool is_open = result && std::ranges::any_of(inst.operands, [&](ir::ValueId operand) {
                             return bounds_.seen(operand)->only() == nullptr;
                           });
      return has_literal && is_open && result->contains(Cell::of(true)) &&
             !result->contains(Cell::of(false));
    });
  }

  void report_constant() {
    const SpanSet reported(compilation_.diagnostics);
    for (const auto& [place, test] : tests_) {
      if (!reported.overlap(test.span) && !excluded_.contains(place) && always_holds(test))
        compilation_.diagnostics.report(diag::DiagCode::ConstantTest, test.span, "always",
                                        reason_of(test));
      if (!reported.overlap(test.span) && never_holds(test))
        compilation_.diagnostics.report(diag::DiagCode::ConstantTest, test.span,
                                        excluded_.contains(place) ? "always" : "never",
                                        reason_of(test));
    }
  }

  /// `R` is at most 0.3 here.
  std::string reason_of(const Test& test) const {
    Bound tested;
    for (const ir::ValueId value : test.values) {
      if (const Bound* seen = bounds_.seen_operand(value)) tested.add(*seen);
    }
    std::string values = bound_text(tested);
    if (values.empty() && tested.is_always_null() &&
        tested.contains(Cell::none(language::NullCause::WrongKind)))
      values = "a list or an object";
    if (values.empty()) return "what is decided before excludes it, or what its operands can be";
    return fmt::format("{} is {} here", subject_of(test), values);
  }

  /// The name of what is tested, if it has one.
  std::string subject_of(const Test& test) const {
    const std::string name =
        ir::name_of(module_, bounds::subject_of(module_, std::ranges::min(test.values)));
    return name.empty() ? "what is tested" : "`" + language::printable(name) + "`";
  }

  void report_editions(const std::vector<check::FormulaValues::Logic>& logics) {
    std::map<SpanKey, const check::FormulaValues::Logic*> open;
    for (const check::FormulaValues::Logic& logic : logics) {
      for (std::size_t i = 0; i + 1 < logic.operands.size(); ++i) {
        const Bound* seen = bounds_.seen(logic.operands[i]);
        if (seen != nullptr && seen->can_be_null()) open.emplace(key_of(logic.span), &logic);
      }
    }
    for (const auto& [place, logic] : open) {
      const std::string_view decides = logic->what == "`or`" ? "true" : "false";
      compilation_.diagnostics.report(
          diag::DiagCode::EditionChange, logic->span, logic->what,
          fmt::format("{} if any operand is {}, even behind a null one", decides, decides),
          "null at the first operand that is null");
    }
  }

  engine::Compilation& compilation_;
  const ir::Module& module_;
  const bounds::IrBounds& bounds_;
  std::map<SpanKey, Test> tests_;
  std::set<SpanKey> excluded_;
  std::set<ir::ValueId> later_rules_;
};

void add_params(const ast::Json& json, SpanSet& uses) {
  if (check::is_param(json)) return uses.add(json.span);
  for (const ast::Json& element : json.elements) add_params(element, uses);
  for (const ast::Json::Member& member : json.members) add_params(member.value, uses);
}

std::vector<ir::ValueId> unknown_values(const engine::Compilation& compilation) {
  const std::vector<ir::Inst>& insts = compilation.module.insts;
  std::vector<ir::ValueId> unknown;
  SpanSet params;
  for (const ast::Program& program : compilation.programs) {
    for (const ast::Formula& formula : program.formulas) add_params(formula.json, params);
  }
  for (const check::CheckedFormula& formula : compilation.formulas) {
    for (const auto& param : formula.values.params) {
      unknown.push_back(param.value);
      unknown.push_back(insts[param.value].operands[0]);
    }
  }
  for (ir::ValueId value = 0; value < insts.size(); ++value) {
    if (insts[value].op == ir::Op::Holds && params.overlap(insts[value].span))
      unknown.push_back(value);
  }
  return unknown;
}

/// Of what formulas read; a null pointer if it cannot be read.
const language::Schema* read_schema(const engine::Compilation& compilation) {
  check::SchemaNeeds needs;
  for (const ir::Inst& inst : compilation.module.insts) {
    needs.items = needs.items || inst.op == ir::Op::ItemValue;
    needs.reviews = needs.reviews || inst.op == ir::Op::ReviewValue;
  }
  return compilation.names->read(needs) ? &compilation.names->schema() : nullptr;
}

}  // namespace

FormulaNumbers number_formulas(const engine::Compilation& compilation) {
  FormulaNumbers numbers{.unknown = unknown_values(compilation), .numbers = {}};
  numbers.numbers = number_values(compilation.module, numbers.unknown).canonical;
  return numbers;
}

bounds::IrBounds bounds_of_formulas(const engine::Compilation& compilation,
                                    const FormulaNumbers& numbers, bounds::IrBounds::Known reads) {
  bounds::IrBounds bounds(compilation.module, numbers.numbers, numbers.unknown, std::move(reads));
  for (const check::CheckedFormula& formula : compilation.formulas) {
    if (!formula.compiled) continue;
    const ir::Formula& compiled = compilation.module.formulas[*formula.compiled];
    std::vector<ir::ValueId> conditions, steps;
    for (const auto& condition : {compiled.relevant, compiled.kept}) {
      if (condition) conditions.push_back(*condition);
    }
    for (const check::FormulaValues::Step& step : formula.values.steps) steps.push_back(step.value);
    bounds.look_at(conditions, {});
    bounds.look_at(steps, conditions);
  }
  return bounds;
}

void lint_formula_values(engine::Compilation& compilation) {
  if (compilation.module.formulas.empty()) return;
  const FormulaNumbers numbers = number_formulas(compilation);
  const bounds::IrBounds bounds = bounds_of_formulas(
      compilation, numbers, read_bounds(compilation.module, read_schema(compilation)));
  if (bounds.gave_up()) return;
  lint_formula_nulls(compilation, bounds);
  lint_formula_operands(compilation, numbers.numbers, bounds);
  lint_formula_constants(compilation, bounds);
  lint_formula_lookups(compilation, bounds);
  FormulaTests(compilation, bounds).report();
}

}  // namespace seedc::lint
