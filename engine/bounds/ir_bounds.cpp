// Evaluates instructions on bounds, and narrows bounds by what conditions say.
#include "engine/bounds/ir_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "compiler/ir/reads.h"
#include "engine/bounds/field_cases.h"
#include "engine/bounds/rules.h"
#include "runtime/contract/score.h"

namespace seedc::bounds {
namespace {

using ir::Inst;
using ir::Op;
using ir::ValueId;
using language::Cell;
using language::Kind;
using language::NullCause;

/// More rows than an item can have.
constexpr std::int64_t kMostRows = std::int64_t{1} << 33;
/// Integers up to it are reals as well.
constexpr double kMostExact = 9007199254740992.0;

/// Nulls of all causes that an operation tells apart, and one that arose in a step.
Bound any_null() {
  Bound nulls;
  for (const NullCause cause :
       {NullCause::Missing, NullCause::WrongKind, NullCause::NoRows, NullCause::NoGroup})
    nulls.add(Cell::none(cause));
  nulls.add(Cell::none(language::in_step(language::null_of(NullCause::WrongKind), 0)));
  return nulls;
}

Bound all_of(Kind kind) {
  Bound bound;
  if (kind == Kind::Bool || kind == Kind::Any) bound.add(Bound::booleans());
  if (kind == Kind::Int || kind == Kind::Any) bound.add(Bound::all_integers());
  if (kind == Kind::Real || kind == Kind::Any) bound.add(Bound::all_reals());
  if (kind == Kind::Str || kind == Kind::Any) bound.add_all_texts();
  return bound;
}

/// A literal as a value of that kind: an integer may stand for a real.
Cell literal(const language::Value& value, Kind kind) {
  if (value.is_null()) return Cell::none(NullCause::Missing);
  const Cell cell = language::cell_of(value);
  const bool is_real = kind == Kind::Real && cell.kind == Kind::Int;
  return is_real ? Cell::of(static_cast<double>(cell.integer())) : cell;
}

Bound nulls_of(const Bound& bound) {
  Bound nulls;
  for (const Cell& value : bound.values()) {
    if (value.is_null()) nulls.add(value);
  }
  return nulls;
}

Bound without_nulls(const Bound& bound) {
  Bound rest;
  for (const Cell& value : bound.values()) {
    if (!value.is_null()) rest.add(value);
  }
  if (const auto& range = bound.integer_range()) rest.add(*range);
  if (const auto& range = bound.real_range()) rest.add(*range);
  if (bound.has_all_texts()) rest.add_all_texts();
  return rest;
}

bool can_be(const Bound& bound, bool value) { return bound.contains(Cell::of(value)); }

/// A comparison, the one that holds where it does not, and the one of swapped operands.
struct Comparison {
  Op op, opposite, turned;
};
constexpr std::array kComparisons = {
    Comparison{Op::Eq, Op::Ne, Op::Eq}, Comparison{Op::Ne, Op::Eq, Op::Ne},
    Comparison{Op::Lt, Op::Ge, Op::Gt}, Comparison{Op::Le, Op::Gt, Op::Ge},
    Comparison{Op::Gt, Op::Le, Op::Lt}, Comparison{Op::Ge, Op::Lt, Op::Le}};

const Comparison* comparison_of(Op op) {
  const auto* const found = std::ranges::find(kComparisons, op, &Comparison::op);
  return found == kComparisons.end() ? nullptr : found;
}

/// The numbers between two limits; without a limit, infinite.
struct Limits {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool is_low_out = false, is_high_out = false;  ///< the limits themselves

  bool has(double number) const {
    return (is_low_out ? number > low : number >= low) &&
           (is_high_out ? number < high : number <= high);
  }
};

Limits limits_of(Op comparison, const Range<double>& other) {
  Limits limits;
  if (comparison == Op::Lt || comparison == Op::Le || comparison == Op::Eq) {
    limits.high = other.high;
    limits.is_high_out = comparison == Op::Lt;
  }
  if (comparison == Op::Gt || comparison == Op::Ge || comparison == Op::Eq) {
    limits.low = other.low;
    limits.is_low_out = comparison == Op::Gt;
  }
  return limits;
}

std::optional<Range<std::int64_t>> clipped(Range<std::int64_t> range, const Limits& limits) {
  if (limits.low > -kMostExact && limits.low < kMostExact) {
    const double least = limits.is_low_out ? std::floor(limits.low) + 1 : std::ceil(limits.low);
    range.low = std::max(range.low, static_cast<std::int64_t>(least));
  }
  if (limits.high > -kMostExact && limits.high < kMostExact) {
    const double most = limits.is_high_out ? std::ceil(limits.high) - 1 : std::floor(limits.high);
    range.high = std::min(range.high, static_cast<std::int64_t>(most));
  }
  if (range.low > range.high) return std::nullopt;
  return range;
}

std::optional<Range<double>> clipped(Range<double> range, const Limits& limits) {
  if (limits.low >= range.low)
    range.low = limits.is_low_out ? std::nextafter(limits.low, HUGE_VAL) : limits.low;
  if (limits.high <= range.high)
    range.high = limits.is_high_out ? std::nextafter(limits.high, -HUGE_VAL) : limits.high;
  if (range.low > range.high) return std::nullopt;
  if (range.low == 0) range.low = -0.0;
  if (range.high == 0) range.high = 0.0;
  return range;
}

/// The numbers of a bound within the limits.
Bound within(const Bound& bound, const Limits& limits) {
  Bound rest;
  for (const Cell& value : bound.values()) {
    const bool is_number =
        !value.is_null() && (value.kind == Kind::Int || value.kind == Kind::Real);
    const double number = !is_number                ? 0
                          : value.kind == Kind::Int ? static_cast<double>(value.integer())
                                                    : value.real();
    if (is_number && limits.has(number)) rest.add(value);
  }
  if (const auto& range = bound.integer_range()) {
    if (const auto part = clipped(*range, limits)) rest.add(*part);
  }
  if (const auto& range = bound.real_range()) {
    if (const auto part = clipped(*range, limits)) rest.add(*part);
  }
  return rest;
}

/// The values of a bound that are not this one.
Bound without(const Bound& bound, const Cell& excluded) {
  Bound rest;
  for (const Cell& value : bound.values()) {
    if (!is_same(value, excluded)) rest.add(value);
  }
  if (auto range = bound.integer_range()) {
    const bool is_integer = excluded.kind == Kind::Int;
    if (is_integer && range->low == excluded.integer()) ++range->low;
    if (is_integer && range->high == excluded.integer()) --range->high;
    if (range->low <= range->high) rest.add(*range);
  }
  if (const auto& range = bound.real_range()) rest.add(*range);
  if (bound.has_all_texts()) rest.add_all_texts();
  return rest;
}

/// What is left of an operand where its comparison with the other holds. Both are not null.
Bound narrowed(const Bound& operand, Op comparison, const Bound& other) {
  if (const auto numbers = other.as_numbers(); numbers && comparison != Op::Ne)
    return within(operand, limits_of(comparison, *numbers));
  const Cell* only = other.only();
  if (only == nullptr) return operand;
  const bool is_real = only->kind == Kind::Real;  // of which zero is two
  if (comparison == Op::Ne && !is_real) return without(operand, *only);
  if (comparison == Op::Eq && only->kind == Kind::Str && operand.contains(*only))
    return Bound::of(*only);
  return operand;
}

}  // namespace

bool is_comparison(Op op) { return comparison_of(op) != nullptr; }

ValueId subject_of(const ir::Module& module, ValueId test) {
  const std::vector<ValueId>& operands = module.insts[test].operands;
  const bool is_turned = operands.size() == 2 && module.insts[operands[0]].op == Op::ScalarValue;
  return operands[is_turned ? 1 : 0];
}

IrBounds::IrBounds(const ir::Module& module, std::vector<ValueId> numbers,
                   std::span<const ValueId> unknown, Known reads)
    : module_(module),
      types_(ir::types_of(module)),
      numbers_(std::move(numbers)),
      reads_(std::move(reads)) {
  for (const ValueId value : unknown) unknown_.emplace(value, anything_like(value));
}

void IrBounds::look_at(std::span<const ValueId> roots, std::span<const ValueId> conditions) {
  conditions_.assign(conditions.begin(), conditions.end());
  Scope everywhere;
  for (const ValueId root : roots) value_of(root, everywhere);
}

const Bound* IrBounds::seen(ValueId value) const {
  const auto found = seen_.find(value);
  return found == seen_.end() ? nullptr : &found->second;
}

const Bound* IrBounds::seen_operand(ValueId test) const {
  const auto found = operands_.find(test);
  return found == operands_.end() ? nullptr : &found->second;
}

Bound IrBounds::anything_like(ValueId value) const {
  if (const auto read = reads_.find(value); read != reads_.end()) return read->second;
  Bound bound = all_of(types_[value].kind);
  if (types_[value].is_nullable) bound.add(any_null());
  return bound;
}

Bound IrBounds::value_of(ValueId value, Scope& scope) {
  if (!types_[value].is_value()) return {};
  if (const auto unknown = unknown_.find(value); unknown != unknown_.end()) return unknown->second;
  Bound bound;
  if (const auto known = scope.known.find(value); known != scope.known.end()) {
    bound = known->second;
  } else if (const auto assumed = scope.assumed.find(numbers_[value]);
             assumed != scope.assumed.end()) {
    widen_parts(value);
    bound = assumed->second;
  } else if (evaluations_ == kMostEvaluations || scope.depth == kMostDepth) {
    gave_up_ = true;
    bound = anything_like(value);
  } else {
    ++evaluations_;
    ++scope.depth;
    bound = computed(value, scope);
    --scope.depth;
    scope.known.insert_or_assign(value, bound);
  }
  seen_[value].add(bound);
  return bound;
}

Bound IrBounds::known_of(ValueId value, const Scope& scope) const {
  if (const auto known = scope.known.find(value); known != scope.known.end()) return known->second;
  const auto assumed = scope.assumed.find(numbers_[value]);
  return assumed != scope.assumed.end() ? assumed->second : anything_like(value);
}

void IrBounds::widen_parts(ValueId condition) {
  const Op op = module_.insts[condition].op;
  if (op != Op::BoolAnd && op != Op::BoolOr && op != Op::BoolNot) return;
  for (const ValueId operand : module_.insts[condition].operands) {
    seen_[operand].add(anything_like(operand));
    widen_parts(operand);
  }
}

Bound IrBounds::computed(ValueId value, Scope& scope) {
  using Rule = Bound (IrBounds::*)(ValueId, Scope&);
  static constexpr std::pair<Op, Rule> kRules[] = {
      {Op::Field, &IrBounds::field},      {Op::ScalarValue, &IrBounds::scalar},
      {Op::Nothing, &IrBounds::null},     {Op::Holds, &IrBounds::tested},
      {Op::Lookup, &IrBounds::looked_up}, {Op::Count, &IrBounds::counted},
      {Op::Sum, &IrBounds::total},        {Op::Greatest, &IrBounds::best},
      {Op::Least, &IrBounds::best},       {Op::Step, &IrBounds::step},
      {Op::Inner, &IrBounds::inner},      {Op::Select, &IrBounds::chosen},
      {Op::Div, &IrBounds::quotient},     {Op::BoolAnd, &IrBounds::joined},
      {Op::BoolOr, &IrBounds::joined},    {Op::FoldCount, &IrBounds::unbound},
      {Op::FoldSum, &IrBounds::unbound},  {Op::FoldMax, &IrBounds::unbound},
      {Op::FoldMin, &IrBounds::unbound}};
  const Op op = module_.insts[value].op;
  const auto* const rule = std::ranges::find(kRules, op, &std::pair<Op, Rule>::first);
  if (rule != std::end(kRules)) return (this->*rule->second)(value, scope);
  return is_comparison(op) ? compared(value, scope) : operation(value, scope);
}

Bound IrBounds::scalar(ValueId value, Scope& /*scope*/) {
  return Bound::of(language::cell_of(module_.insts[value].attribute("is")));
}

Bound IrBounds::null(ValueId /*value*/, Scope& /*scope*/) {
  return Bound::of(Cell::none(NullCause::WrongKind));
}

Bound IrBounds::counted(ValueId value, Scope& scope) {
  unbound(value, scope_of_rows(scope));
  return Bound::integers(0, kMostRows);
}

/// Looks at the operands.
Bound IrBounds::unbound(ValueId value, Scope& scope) {
  for (const ValueId operand : module_.insts[value].operands) value_of(operand, scope);
  return anything_like(value);
}

Bound IrBounds::step(ValueId value, Scope& scope) {
  return with_nulls(value_of(module_.insts[value].operands[0], scope),
                    [](Cell null) { return Cell::none(language::in_step(null.null, 0)); });
}

Bound IrBounds::field(ValueId value, Scope& /*scope*/) {
  const auto field = ir::field_read(module_, module_.insts[value]);
  if (!field) return anything_like(value);
  Bound bound;
  if (field->type == contract::FieldType::Enum) {
    for (const std::string& each : field->values) bound.add(Cell::of(strings_.keep(each)));
  } else if (field->type == contract::FieldType::Bool) {
    bound = Bound::booleans();
  } else {
    bound = range_of(*field);
  }
  if (const auto* text = field->otherwise.as<std::string>()) {
    bound.add(Cell::of(strings_.keep(*text)));
  } else {
    bound.add(literal(field->otherwise, types_[value].kind));
  }
  return bound;
}

Bound IrBounds::looked_up(ValueId value, Scope& scope) {
  const Inst& lookup = module_.insts[value];
  const Kind kind = types_[value].kind;
  const Bound source = value_of(lookup.operands[0], scope);
  Bound bound;
  for (const auto& [key, entry] : *lookup.attribute("table").as<language::Dict>())
    bound.add(literal(entry, kind));
  bound.add(literal(lookup.attribute("default"), kind));
  const bool hands_on = !lookup.attribute("hands_on").is_null();
  for (const Cell& value : source.values()) {
    if (!value.is_null()) continue;
    if (hands_on || value.null != language::null_of(NullCause::Missing)) bound.add(value);
  }
  return bound;
}

/// Where there can be no rows nothing is known of them.
IrBounds::Scope& IrBounds::scope_of_rows(Scope& scope) {
  if (conditions_.empty()) return scope;
  if (scope.rows) return *scope.rows;
  const Scope before{.assumed = scope.assumed, .known = {}, .rows = {}, .depth = scope.depth};
  scope.rows = std::make_shared<Scope>(before);
  for (const ValueId condition : conditions_) {
    const Scope so_far = *scope.rows;
    if (!assume(condition, /*is_true=*/true, /*or_null=*/false, so_far, *scope.rows))
      return *(scope.rows = std::make_shared<Scope>(before));
  }
  return *scope.rows;
}

Bound IrBounds::row_value(const Inst& aggregate, Scope& scope) {
  Scope& rows = scope_of_rows(scope);
  const ValueId value = aggregate.operands[1];
  if (aggregate.operands.size() == 2) return value_of(value, rows);
  const ValueId condition = aggregate.operands[2];
  if (!can_be(value_of(condition, rows), true)) return {};
  auto counted = scope_where(condition, /*is_true=*/true, /*or_null=*/false, rows);
  return counted ? value_of(value, *counted) : Bound();
}

/// Of up to kMostRows rows.
Bound IrBounds::total(ValueId value, Scope& scope) {
  const Inst& sum = module_.insts[value];
  const Bound of_row = row_value(sum, scope);
  const bool is_real = types_[sum.operands[1]].kind == Kind::Real;
  const bool is_integer = types_[sum.operands[1]].kind == Kind::Int;
  Bound any = all_of(is_real ? Kind::Real : is_integer ? Kind::Int : Kind::Any);
  any.add(any_null());
  if (!is_real && !is_integer) return any;
  Bound row = without_nulls(of_row);
  row.add(is_real ? Cell::of(0.0) : Cell::of(std::int64_t{0}));
  if (!row.as_numbers()) return any;
  const Bound count =
      is_real ? Bound::reals(0.0, static_cast<double>(kMostRows)) : Bound::integers(0, kMostRows);
  const std::array<const Bound*, 2> operands = {&row, &count};
  Bound total = apply(language::Operation::Mul, operands, strings_);
  for (const Cell& value : of_row.values()) {
    if (language::is_of_step(value.null)) total.add(value);
  }
  return total;
}

/// The greatest or the least of the rows' numbers.
Bound IrBounds::best(ValueId value, Scope& scope) {
  const Inst& inst = module_.insts[value];
  Bound bound = within(row_value(inst, scope), Limits());
  const language::Value& otherwise = inst.attribute("default");
  bound.add(otherwise.is_null() ? Cell::none(NullCause::NoRows)
                                : literal(otherwise, types_[value].kind));
  return bound;
}

/// A null that arose in a step of the group belongs to no step outside of it.
Bound IrBounds::inner(ValueId value, Scope& scope) {
  const Inst& inst = module_.insts[value];
  const Bound of_group = value_of(inst.operands[0], scope);
  Bound bound = of_group;
  for (const Cell& value : of_group.values()) {
    if (value.is_null()) bound.add(Cell::none(language::cause_of(value.null)));
  }
  return bound;
}

Bound IrBounds::chosen(ValueId value, Scope& scope) {
  const Inst& select = module_.insts[value];
  const Bound condition = value_of(select.operands[0], scope);
  Bound bound;
  for (const bool is_true : {true, false}) {
    if (!can_be(condition, is_true)) continue;
    if (auto branch = scope_where(select.operands[0], is_true, /*or_null=*/false, scope))
      bound.add(value_of(select.operands[is_true ? 1 : 2], *branch));
  }
  bound.add(nulls_of(condition));
  constexpr std::array kOthers = {Kind::Int, Kind::Real, Kind::Str};
  if (std::ranges::any_of(kOthers, [&](Kind kind) { return condition.can_be(kind); }))
    bound.add(Cell::none(NullCause::WrongKind));
  return bound;
}

/// The second operand is looked at where the first does not decide.
Bound IrBounds::joined(ValueId value, Scope& scope) {
  const Inst& logic = module_.insts[value];
  const bool goes_on = logic.op == Op::BoolAnd;
  const Bound first = value_of(logic.operands[0], scope);
  if (!can_be(first, goes_on) && !first.can_be_null()) return first;
  auto behind = scope_where(logic.operands[0], goes_on, first.can_be_null(), scope);
  if (!behind) return Bound::of(Cell::of(!goes_on));
  const Bound second = value_of(logic.operands[1], *behind);
  const std::array<const Bound*, 2> operands = {&first, &second};
  return apply(*ir::operation_of(logic.op), operands, strings_);
}

Bound IrBounds::compared(ValueId value, Scope& scope) {
  const Inst& inst = module_.insts[value];
  const Bound a = value_of(inst.operands[0], scope), b = value_of(inst.operands[1], scope);
  operands_[value].add(subject_of(module_, value) == inst.operands[0] ? a : b);
  const std::array<const Bound*, 2> operands = {&a, &b};
  return apply(*ir::operation_of(inst.op), operands, strings_);
}

Bound IrBounds::tested(ValueId value, Scope& scope) {
  const Inst& holds = module_.insts[value];
  const Bound of_value = value_of(holds.operands[0], scope);
  operands_[value].add(of_value);
  const auto op = contract::ValueTest::find(*holds.attribute("op").as<std::string>());
  if (!op || contract::ValueTest::is_on_texts(*op))
    return of_value.can_be(Kind::Str) ? Bound::booleans() : Bound::of(Cell::of(false));
  return test({.op = *op, .operand = holds.attribute("operand")}, of_value);
}

/// What the rules of bounds apply to.
Bound IrBounds::operation(ValueId value, Scope& scope) {
  const std::vector<ValueId>& ids = module_.insts[value].operands;
  constexpr std::size_t kMostOperands = 3;
  const auto op = ir::operation_of(module_.insts[value].op);
  const BoundRule rule = op ? rule_of(*op) : BoundRule::Unread;
  const bool has_rule = rule != BoundRule::Given && rule != BoundRule::Searches &&
                        rule != BoundRule::Nulls && rule != BoundRule::Unread;
  const bool is_of_values =
      std::ranges::all_of(ids, [&](ValueId operand) { return types_[operand].is_value(); });
  if (!has_rule || !is_of_values || ids.empty() || ids.size() > kMostOperands)
    return unbound(value, scope);
  std::vector<Bound> bounds;
  for (const ValueId operand : ids) bounds.push_back(value_of(operand, scope));
  std::vector<const Bound*> operands;
  for (const Bound& bound : bounds) operands.push_back(&bound);
  return apply(*op, operands, strings_);
}

Bound IrBounds::quotient(ValueId value, Scope& scope) {
  const Bound bound = operation(value, scope);
  const auto one_row = of_one_row(module_.insts[value], scope);
  if (!one_row) return bound;
  const auto numbers = one_row->as_numbers();
  if (!numbers) return bound;
  // Rows that are not summed are as zeros. Sums of reals are rounded, though not beyond a whole
  // number of times a whole number.
  const auto slack_of = [](double limit) {
    constexpr double kRounding = 1e-6, kMostExact = 1 << 20;
    const bool is_exact = std::trunc(limit) == limit && std::fabs(limit) <= kMostExact;
    return is_exact ? 0 : kRounding * std::fabs(limit);
  };
  const double low = std::min(numbers->low, 0.0), high = std::max(numbers->high, 0.0);
  Bound rest = within(bound, {.low = low - slack_of(low), .high = high + slack_of(high)});
  rest.add(nulls_of(bound));
  return rest;
}

ValueId IrBounds::behind(ValueId value) const {
  const ValueId of = ir::unconverted(module_, value);
  const bool is_step = module_.insts[of].op == Op::Step && !unknown_.contains(of);
  return is_step ? behind(module_.insts[of].operands[0]) : of;
}

bool IrBounds::is_within(ValueId predicate, ValueId other) const {
  if (numbers_[predicate] == numbers_[other]) return true;
  const Inst& inst = module_.insts[predicate];
  return inst.op == Op::BoolAnd && std::ranges::any_of(inst.operands, [&](ValueId operand) {
           return is_within(operand, other);
         });
}

std::optional<Bound> IrBounds::of_one_row(const Inst& quotient, Scope& scope) {
  const Inst& part = module_.insts[behind(quotient.operands[0])];
  const Inst& whole = module_.insts[behind(quotient.operands[1])];
  if (whole.op != Op::Count || (part.op != Op::Count && part.op != Op::Sum)) return std::nullopt;
  if (numbers_[part.operands[0]] != numbers_[whole.operands[0]]) return std::nullopt;
  const std::size_t values = part.op == Op::Sum ? 1 : 0;
  const bool is_of_all = whole.operands.size() == 1;
  const bool is_of_some = !is_of_all && part.operands.size() == 2 + values &&
                          is_within(part.operands[1 + values], whole.operands[1]);
  if (!is_of_all && !is_of_some) return std::nullopt;
  if (part.op == Op::Count) return Bound::integers(0, 1);
  return without_nulls(row_value(part, scope));
}

std::optional<IrBounds::Scope> IrBounds::scope_where(ValueId condition, bool is_true, bool or_null,
                                                     const Scope& scope) {
  Scope branch{.assumed = scope.assumed, .known = {}, .rows = {}, .depth = scope.depth};
  if (!assume(condition, is_true, or_null, scope, branch)) return std::nullopt;
  return branch;
}

bool IrBounds::assume(ValueId condition, bool is_true, bool or_null, const Scope& from, Scope& to) {
  const Inst& inst = module_.insts[condition];
  Bound decided = Bound::of(Cell::of(is_true));
  if (or_null) decided.add(nulls_of(known_of(condition, from)));
  to.assumed.insert_or_assign(numbers_[condition], decided);
  const auto go_on = [&](std::size_t operand, bool holds) {
    return assume(inst.operands[operand], holds, or_null, from, to);
  };
  if (inst.op == (is_true ? Op::BoolAnd : Op::BoolOr))
    return go_on(0, is_true) && go_on(1, is_true);
  if (inst.op == Op::BoolNot) return go_on(0, !is_true);
  if (inst.op == Op::Step || inst.op == Op::Inner) return go_on(0, is_true);
  if (inst.op == Op::Holds)
    return !is_true || or_null || unknown_.contains(condition) || assume_test(inst, from, to);
  return !is_comparison(inst.op) || assume_comparison(inst, is_true, or_null, from, to);
}

bool IrBounds::assume_comparison(const Inst& comparison, bool is_true, bool or_null,
                                 const Scope& from, Scope& to) {
  const Comparison& forms = *comparison_of(comparison.op);
  const Op op = is_true ? forms.op : forms.opposite;
  const ValueId a = comparison.operands[0], b = comparison.operands[1];
  const Bound of_a = known_of(a, from), of_b = known_of(b, from);
  const bool is_a_null = or_null && of_a.can_be_null(), is_b_null = or_null && of_b.can_be_null();
  const auto narrow_one = [&](ValueId value, const Bound& bound, Op holds, const Bound& other,
                              bool is_null, bool is_other_null) {
    if (is_other_null) return true;  // it may be anything
    Bound left = narrowed(without_nulls(bound), holds, without_nulls(other));
    if (is_null) left.add(nulls_of(bound));
    return narrow(value, left, from, to);
  };
  return narrow_one(a, of_a, op, of_b, is_a_null, is_b_null) &&
         narrow_one(b, of_b, comparison_of(op)->turned, of_a, is_b_null, is_a_null);
}

/// That a test holds, so that its value is not missing.
bool IrBounds::assume_test(const Inst& holds, const Scope& from, Scope& to) {
  const auto op = contract::ValueTest::find(*holds.attribute("op").as<std::string>());
  const Bound value = without_nulls(known_of(holds.operands[0], from));
  Bound left;
  if (!op || contract::ValueTest::is_on_texts(*op)) {
    left = value;
  } else if (*op == contract::ValueTest::Op::In) {
    for (const language::Value& each : *holds.attribute("operand").as<language::List>())
      left.add(narrowed(value, Op::Eq, Bound::of(language::cell_of(each))));
  } else {
    const auto comparison = *ir::find_op(*holds.attribute("op").as<std::string>());
    left = narrowed(value, comparison, Bound::of(language::cell_of(holds.attribute("operand"))));
  }
  return narrow(holds.operands[0], left, from, to);
}

/// Also what the value is only another form of.
bool IrBounds::narrow(ValueId value, const Bound& bound, const Scope& from, Scope& to) {
  if (bound.is_empty()) return false;
  const Inst& inst = module_.insts[value];
  if (unknown_.contains(value) || inst.op == Op::ScalarValue) return true;
  to.assumed.insert_or_assign(numbers_[value], bound);
  const auto numbers = bound.as_numbers();
  const bool is_step = inst.op == Op::Step || inst.op == Op::Inner;
  if (!is_step && (inst.op != Op::ToReal || !numbers)) return true;
  const Bound of_operand = known_of(inst.operands[0], from);
  Bound left = is_step ? without_nulls(bound)
                       : within(of_operand, Limits{.low = numbers->low, .high = numbers->high});
  if (bound.can_be_null()) left.add(nulls_of(of_operand));  // whose causes may be others
  return narrow(inst.operands[0], left, from, to);
}

}  // namespace seedc::bounds
