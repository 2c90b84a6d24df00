// Looks for the first instructions of computations that have no value but null, for aggregates of
// what is never a number, and for defaults that are null where they are used.
#include "engine/lint/lint_formula_nulls.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/check/formula_object.h"
#include "compiler/ir/reads.h"
#include "engine/bounds/rules.h"
#include "engine/lint/evaluated.h"
#include "runtime/language/display_text.h"

namespace seedc::lint {
namespace {

using bounds::Bound;
using bounds::BoundRule;
using ir::Inst;
using ir::Op;
using ir::ValueId;
using language::Cell;
using language::NullCause;

/// What a value is wherever it is not missing; among what formulas compute with, lists and objects
/// are null.
enum class OperandKind : std::uint8_t { Boolean, Number, Text, Other, Several };

OperandKind operand_kind(const Bound& bound) {
  using language::Kind;
  std::vector<OperandKind> kinds;
  if (bound.can_be(Kind::Bool)) kinds.push_back(OperandKind::Boolean);
  if (bound.can_be(Kind::Int) || bound.can_be(Kind::Real)) kinds.push_back(OperandKind::Number);
  if (bound.can_be(Kind::Str)) kinds.push_back(OperandKind::Text);
  if (kinds.empty()) return OperandKind::Other;
  return kinds.size() == 1 ? kinds.front() : OperandKind::Several;
}

std::string_view text_of(OperandKind kind) {
  constexpr std::string_view kTexts[] = {"a boolean", "a number", "a text", "a list or an object",
                                         "of several kinds"};
  return kTexts[static_cast<std::size_t>(kind)];
}

bool is_aggregate(Op op) { return op == Op::Sum || op == Op::Greatest || op == Op::Least; }

/// Whether an operation makes nulls, rather than only to hand on those of operands.
bool may_make_null(Op op) {
  if (op == Op::Select) return true;
  constexpr BoundRule kOthers[] = {BoundRule::Given,    BoundRule::Branches, BoundRule::Entries,
                                   BoundRule::Searches, BoundRule::Nulls,    BoundRule::Unread};
  const auto operation = ir::operation_of(op);
  return operation && !is_aggregate(op) &&
         std::ranges::find(kOthers, bounds::rule_of(*operation)) == std::end(kOthers);
}

/// Of itself, and for another reason than that something is missing.
bool is_own(const Cell& null) {
  return null.is_null() && !language::is_of_step(null.null) &&
         null.null != language::null_of(NullCause::Missing);
}

class FormulaNulls {
 public:
  FormulaNulls(engine::Compilation& compilation, const bounds::IrBounds& bounds)
      : diagnostics_(compilation.diagnostics), module_(compilation.module), bounds_(bounds) {}

  void report() {
    const EvaluatedAt all_evaluated = evaluated(module_, bounds_, SpanSet(diagnostics_));
    for (const auto& [at, values] : all_evaluated) {
      const bool is_of_rows = is_aggregate(at.second);
      if (!is_of_rows && !may_make_null(at.second)) continue;
      if (std::ranges::all_of(values, [&](ValueId value) {
            return is_of_rows ? has_no_number(value) : is_made_null(value);
          })) {
        const ValueId first = std::ranges::min(values);
        is_of_rows ? report_no_number(first) : report_null(first);
      } else {
        for (const ValueId value : values) find_defaults(value);
      }
    }
    for (const auto& [at, value] : defaults_) report_default(value);
  }

 private:
  /// Lists and objects are null where they are read, but the mistake is where they are used.
  bool is_fault_of_user(ValueId operand) const {
    const Bound* seen = bounds_.seen(operand);
    const bool is_read = !ir::name_read(module_.insts[operand]).empty();
    return seen != nullptr && (!seen->is_always_null() ||
                               (is_read && bounds_.anything_like(operand).is_always_null()));
  }

  /// The operands of which the kinds matter.
  std::span<const ValueId> operands_of(const Inst& inst) const {
    const std::span<const ValueId> operands = inst.operands;
    return inst.op == Op::Select ? operands.first(1) : operands;
  }

  bool is_made_null(ValueId value) const {
    const Bound& seen = *bounds_.seen(value);
    const Inst& inst = module_.insts[value];
    // A branch may be written as null.
    if (inst.op == Op::Select && bounds_.seen(inst.operands[0])->can_be(language::Kind::Bool))
      return false;
    return seen.is_always_null() && std::ranges::any_of(seen.values(), is_own) &&
           std::ranges::all_of(operands_of(module_.insts[value]),
                               [&](ValueId operand) { return is_fault_of_user(operand); });
  }

  bool has_no_number(ValueId aggregate) const {
    const ValueId operand = module_.insts[aggregate].operands[1];
    if (!is_fault_of_user(operand)) return false;
    const Bound& seen = *bounds_.seen(operand);
    const OperandKind kind = operand_kind(seen);
    return kind == OperandKind::Boolean || kind == OperandKind::Text ||
           (kind == OperandKind::Other && std::ranges::any_of(seen.values(), is_own));
  }

  /// Of those that an instruction uses which is null, or leaves a row out, for one of two kinds.
  void find_defaults(ValueId user) {
    const Inst& inst = module_.insts[user];
    const bool is_of_rows = is_aggregate(inst.op);
    const bool has_null = std::ranges::any_of(bounds_.seen(user)->values(), is_own);
    if (!is_of_rows && !has_null) return;
    for (const ValueId operand :
         is_of_rows ? std::span(inst.operands).subspan(1, 1) : operands_of(inst)) {
      const ValueId value = bounds_.behind(operand);
      if (module_.insts[value].op == Op::Default && has_two_kinds(value))
        defaults_.emplace(key_of(module_.insts[value].span), value);
    }
  }

  bool has_two_kinds(ValueId default_of) const {
    const Inst& inst = module_.insts[default_of];
    const Bound* value = bounds_.seen(inst.operands[0]);
    const Bound* other = bounds_.seen(inst.operands[1]);
    if (value == nullptr || other == nullptr || !inst.span.is_known()) return false;
    const OperandKind a = operand_kind(*value), b = operand_kind(*other);
    const auto is_one = [](OperandKind kind) {
      return kind != OperandKind::Other && kind != OperandKind::Several;
    };
    return is_one(a) && is_one(b) && a != b;
  }

  void report_default(ValueId value) {
    const Inst& inst = module_.insts[value];
    const ValueId of = inst.operands[0], other = inst.operands[1];
    const source::Span of_other = module_.insts[other].span;
    diagnostics_.report(diag::DiagCode::DefaultKind, of_other.is_known() ? of_other : inst.span,
                        text_of(operand_kind(*bounds_.seen(other))), subject_of(of),
                        text_of(operand_kind(*bounds_.seen(of))));
  }

  void report_null(ValueId value) {
    const Inst& inst = module_.insts[value];
    const NullCause cause = cause_of(value);
    const bool is_of_kinds = cause == NullCause::WrongKind;
    const bool is_converted = ir::unconverted(module_, value) != value;
    const source::Span of_operand = module_.insts[inst.operands[0]].span;
    diag::Diagnostic& report = diagnostics_.report(
        diag::DiagCode::AlwaysNull, is_converted && of_operand.is_known() ? of_operand : inst.span,
        is_of_kinds ? kinds_text(inst) : std::string(language::phrase_of(cause)));
    if (is_of_kinds) report.help = help_with(inst);
  }

  void report_no_number(ValueId aggregate) {
    const ValueId operand = module_.insts[aggregate].operands[1];
    const Inst& summand = module_.insts[operand];
    diagnostics_
        .report(diag::DiagCode::NoNumbers,
                summand.span.is_known() ? summand.span : module_.insts[aggregate].span,
                kind_text(operand))
        .help = help_with_number(operand);
  }

  /// The one that is no operand's; kinds are the cause where nothing else is.
  NullCause cause_of(ValueId value) const {
    NullCause cause = NullCause::WrongKind;
    for (const Cell& null : bounds_.seen(value)->values()) {
      const bool is_of_operand =
          std::ranges::any_of(module_.insts[value].operands, [&](ValueId operand) {
            const Bound* seen = bounds_.seen(operand);
            return seen != nullptr && seen->contains(null);
          });
      const bool is_of_kinds = null.null == language::null_of(NullCause::WrongKind);
      if (is_own(null) && !is_of_kinds && !is_of_operand) cause = language::cause_of(null.null);
    }
    return cause;
  }

  /// `meta.date` is a text, `2024` is a number.
  std::string kinds_text(const Inst& inst) const {
    std::vector<std::string> texts;
    for (const ValueId operand : operands_of(inst)) texts.push_back(kind_text(operand));
    constexpr std::pair<Op, std::string_view> kWanted[] = {
        {Op::Select, ", and conditions are booleans"},
        {Op::ToReal, ", not a number"},
        {Op::ExpectNumber, ", not a number"},
        {Op::ExpectString, ", not a text"},
        {Op::ExpectBoolean, ", not a boolean"}};
    const auto* const wanted =
        std::ranges::find(kWanted, inst.op, &std::pair<Op, std::string_view>::first);
    return fmt::format("{}{}", fmt::join(texts, ", and "),
                       wanted == std::end(kWanted) ? "" : wanted->second);
  }

  std::string kind_text(ValueId operand) const {
    return fmt::format("{} is {}", subject_of(operand),
                       text_of(operand_kind(*bounds_.seen(operand))));
  }

  std::string subject_of(ValueId operand) const {
    const std::string name = name_of(operand);
    return name.empty() ? "an operand" : "`" + language::printable(name) + "`";
  }

  /// Of a literal as JSON writes it; empty for what is computed.
  std::string name_of(ValueId operand) const {
    const Inst& inst = module_.insts[ir::unconverted(module_, operand)];
    if (inst.op == Op::ScalarValue) return language::to_json(inst.attribute("is"));
    return ir::name_of(module_, operand);
  }

  std::string help_with(const Inst& inst) const {
    if (inst.op == Op::Select) return help_with_condition(inst.operands[0]);
    const auto of_kind = [&](OperandKind kind) {
      return std::ranges::find_if(inst.operands, [&](ValueId operand) {
        return operand_kind(*bounds_.seen(operand)) == kind;
      });
    };
    if (!bounds::is_comparison(inst.op)) {
      const auto text = of_kind(OperandKind::Text), boolean = of_kind(OperandKind::Boolean);
      const auto number = of_kind(OperandKind::Number);
      const bool is_joined = inst.op == Op::Add && text != inst.operands.end() &&
                             number != inst.operands.end() && !name_of(*number).empty();
      if (is_joined) return fmt::format("text({}) makes a text of it", name_of(*number));
      const auto wrong = text != inst.operands.end() ? text : boolean;
      return wrong == inst.operands.end() ? std::string() : help_with_number(*wrong);
    }
    const auto literal = std::ranges::find_if(inst.operands, [&](ValueId operand) {
      return module_.insts[operand].op == Op::ScalarValue;
    });
    if (literal == inst.operands.end()) return {};
    const ValueId other = inst.operands[literal == inst.operands.begin() ? 1 : 0];
    return help_with_literal(*literal, operand_kind(*bounds_.seen(other)));
  }

  std::string help_with_condition(ValueId condition) const {
    const std::string name = name_of(condition);
    const OperandKind kind = operand_kind(*bounds_.seen(condition));
    if (name.empty() || (kind != OperandKind::Number && kind != OperandKind::Text)) return {};
    return fmt::format("compare it: {} {}", name, kind == OperandKind::Number ? "== 1" : "== '…'");
  }

  /// For what is compared with a literal of another kind.
  std::string help_with_literal(ValueId literal, OperandKind kind) const {
    const std::string written = name_of(literal);
    if (kind == OperandKind::Number) return "write a number";
    if (kind == OperandKind::Boolean) return "write True or False";
    if (kind != OperandKind::Text) return {};
    return "write it as a text: " + check::python_string(written);
  }

  std::string help_with_number(ValueId operand) const {
    const std::string name = name_of(operand);
    const OperandKind kind = operand_kind(*bounds_.seen(operand));
    if (name == "meta.date")
      return "meta.year is its year; days(a, b) and years(a, b) count from one date to another";
    if (kind == OperandKind::Boolean && !name.empty())
      return fmt::format("write a number for each: 1 if {} else 0", name);
    return kind == OperandKind::Text ? "a `lookup` gives numbers for texts" : std::string();
  }

  diag::Diagnostics& diagnostics_;
  const ir::Module& module_;
  const bounds::IrBounds& bounds_;
  std::map<SpanKey, ValueId> defaults_;  ///< by location
};

}  // namespace

void lint_formula_nulls(engine::Compilation& compilation, const bounds::IrBounds& bounds) {
  FormulaNulls(compilation, bounds).report();
}

}  // namespace seedc::lint
