// Builds the operation table from its rows and implements each KindRule and NullRule.
#include "runtime/language/operations.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "runtime/language/score_ops.h"

namespace seedc::language {
namespace {

/// Calls `function` with as many cells as its arity.
template <auto function, std::size_t arity>
Cell call(StringPool& strings, std::span<const Cell> operands) {
  if constexpr (arity == 1) {
    return score::invoke<function>(strings, operands[0]);
  } else if constexpr (arity == 2) {
    return score::invoke<function>(strings, operands[0], operands[1]);
  } else {
    static_assert(arity == 3);
    return score::invoke<function>(strings, operands[0], operands[1], operands[2]);
  }
}

Tri takes_numbers(std::span<const Kind> kinds) {
  const auto has = [&](auto test) { return std::ranges::any_of(kinds, test); };
  const bool has_any = has([](Kind kind) { return kind == Kind::Any; });
  const bool has_integer = has([](Kind kind) { return kind == Kind::Int; });
  const bool has_real = has([](Kind kind) { return kind == Kind::Real; });
  if (has([](Kind kind) { return kind != Kind::Any && !is_number(kind); })) return Tri::No;
  if (has_real && (has_any || has_integer)) return Tri::No;
  return has_any ? Tri::Unknown : Tri::Yes;
}

/// Whether all operands are of one kind.
Tri takes_only(Kind wanted, std::span<const Kind> kinds) {
  if (!std::ranges::all_of(kinds, [&](Kind kind) { return may_be(kind, wanted); })) return Tri::No;
  return std::ranges::count(kinds, wanted) == std::ssize(kinds) ? Tri::Yes : Tri::Unknown;
}

/// Numbers, or strings.
Tri takes_addition(std::span<const Kind> kinds) {
  return std::ranges::count(kinds, Kind::Str) > 0 ? takes_only(Kind::Str, kinds)
                                                  : takes_numbers(kinds);
}

Tri takes_alike(Kind a, Kind b) {
  if (a == Kind::Any || b == Kind::Any) return Tri::Unknown;
  return tri_of(a == b);
}

Kind common(Kind a, Kind b) { return a == b ? a : Kind::Any; }

/// A real makes the result real or null, whatever the other operands are.
Kind number_kind(std::span<const ValueType> operands) {
  const auto is = [](Kind kind) {
    return [kind](const ValueType& operand) { return operand.kind == kind; };
  };
  if (std::ranges::any_of(operands, is(Kind::Real))) return Kind::Real;
  return std::ranges::all_of(operands, is(Kind::Int)) ? Kind::Int : Kind::Any;
}

/// A string makes the result a string or null.
Kind addition_kind(std::span<const ValueType> operands) {
  const bool has_string = std::ranges::count(operands, Kind::Str, &ValueType::kind) > 0;
  return has_string ? Kind::Str : number_kind(operands);
}

Kind infer_kind(KindRule rule, std::span<const ValueType> operands, const ValueType* declared) {
  switch (rule) {
    case KindRule::None:
    case KindRule::Entry:
      return Kind::Any;
    case KindRule::NumberToReal:
    case KindRule::Real:
    case KindRule::Years:
      return Kind::Real;
    case KindRule::AsNumber:
    case KindRule::Number:
      return number_kind(operands);
    case KindRule::Rounded:
      return number_kind(operands.first(1));
    case KindRule::Addition:
      return addition_kind(operands);
    case KindRule::AsString:
    case KindRule::Text:
      return Kind::Str;
    case KindRule::Integer:
    case KindRule::Days:
    case KindRule::Count:
      return Kind::Int;
    case KindRule::AsBoolean:
    case KindRule::Equality:
    case KindRule::Ordering:
    case KindRule::Boolean:
      return Kind::Bool;
    case KindRule::Select:
      return common(operands[1].kind, operands[2].kind);
    case KindRule::Alternative:
    case KindRule::Fallback:
      return common(operands[0].kind, operands[1].kind);
    case KindRule::Sum:
      // Declared Any, it starts as the integer 0, even if only reals are added.
      return declared && operands[0].kind != Kind::Int ? Kind::Any : operands[0].kind;
    case KindRule::Same:
      return operands[0].kind;
    case KindRule::Folded:
      return common(operands[0].kind, operands[2].kind);
    case KindRule::Predicate:
      return Kind::Bool;
    case KindRule::Second:
      return operands[1].kind;
  }
  return Kind::Any;
}

Tri takes_kinds(KindRule rule, std::span<const Kind> kinds) {
  switch (rule) {
    case KindRule::None:
    case KindRule::Count:
    case KindRule::Entry:
    case KindRule::Same:
    case KindRule::Text:
    case KindRule::Folded:
    case KindRule::Predicate:
    case KindRule::Second:
      return Tri::Yes;
    case KindRule::AsNumber:
      return is_number(kinds[0]) ? Tri::Yes : Tri::Unknown;
    case KindRule::AsString:
      return kinds[0] == Kind::Str ? Tri::Yes : Tri::Unknown;
    case KindRule::AsBoolean:
      return kinds[0] == Kind::Bool ? Tri::Yes : Tri::Unknown;
    case KindRule::NumberToReal:
    case KindRule::Number:
    case KindRule::Integer:
    case KindRule::Sum:
      return takes_numbers(kinds);
    case KindRule::Addition:
      return takes_addition(kinds);
    case KindRule::Rounded:
      return kinds[1] == Kind::Int ? takes_numbers(kinds.first(1)) : Tri::No;
    case KindRule::Days:
    case KindRule::Years:
      return takes_only(Kind::Str, kinds);
    case KindRule::Real:
      return tri_of(std::ranges::count(kinds, Kind::Real) == std::ssize(kinds));
    case KindRule::Equality:
      return takes_alike(kinds[0], kinds[1]);
    case KindRule::Ordering:
      return std::ranges::count(kinds, Kind::Bool) > 0 ? Tri::No : takes_alike(kinds[0], kinds[1]);
    case KindRule::Boolean:
      return takes_only(Kind::Bool, kinds);
    case KindRule::Select:
      if (takes_alike(kinds[1], kinds[2]) == Tri::No) return Tri::No;
      return takes_only(Kind::Bool, kinds.first(1));
    case KindRule::Alternative:
    case KindRule::Fallback:
      return takes_alike(kinds[0], kinds[1]) == Tri::No ? Tri::No : Tri::Yes;
  }
  return Tri::Unknown;
}

bool infer_nullable(Operation op, std::span<const ValueType> operands) {
  const auto may_have = [&](Kind kind) {
    return std::ranges::any_of(
        operands, [kind](const ValueType& operand) { return may_be(operand.kind, kind); });
  };
  std::array<Kind, 3> kinds{};
  std::ranges::transform(operands, kinds.begin(), &ValueType::kind);
  const bool is_of_operands = std::ranges::any_of(operands, &ValueType::is_nullable) ||
                              takes(op, std::span(kinds).first(operands.size())) != Tri::Yes;
  switch (info(op).nulls) {
    case NullRule::Never:
      return false;
    case NullRule::OfOperands:
      return is_of_operands;
    case NullRule::OfIntegers:
      return is_of_operands || may_have(Kind::Int);
    case NullRule::OfReals:
      return is_of_operands || may_have(Kind::Real);
    case NullRule::OfInteger:
      return is_of_operands || may_be(operands[0].kind, Kind::Int);
    case NullRule::OfAll:
      return std::ranges::all_of(operands, &ValueType::is_nullable);
    case NullRule::Always:
      return true;
  }
  return true;
}

constexpr FormulaFunction function_row(std::string_view name, Operation op, std::size_t arity,
                                       KindRule kinds) {
  return {name.substr(0, name.find('.')), op, arity, arity > 1 && kinds == KindRule::Number};
}

constexpr std::array kFunctions = {
#define SEEDC_FUNCTION(id, name, arity, kinds, ...) \
  function_row(name, Operation::id, arity, KindRule::kinds),
#include "runtime/language/operations.def"
};

std::string_view arguments_of(const FormulaFunction& function) {
  switch (info(function.op).kinds) {
    case KindRule::Text:
      return "one value";
    case KindRule::Fallback:
      return "two values";
    case KindRule::Rounded:
      return "a number and how many decimals";
    case KindRule::Days:
    case KindRule::Years:
      return "two dates";
    case KindRule::None:
    case KindRule::NumberToReal:
    case KindRule::AsNumber:
    case KindRule::AsString:
    case KindRule::AsBoolean:
    case KindRule::Number:
    case KindRule::Real:
    case KindRule::Addition:
    case KindRule::Integer:
    case KindRule::Equality:
    case KindRule::Ordering:
    case KindRule::Boolean:
    case KindRule::Select:
    case KindRule::Alternative:
    case KindRule::Count:
    case KindRule::Sum:
    case KindRule::Entry:
    case KindRule::Same:
    case KindRule::Folded:
    case KindRule::Predicate:
    case KindRule::Second:
      break;
  }
  return function.is_variadic ? "two or more numbers" : "one number";
}

/// The names of all functions, each once.
std::vector<std::string_view> function_names() {
  std::vector<std::string_view> names;
  for (const FormulaFunction& function : kFunctions) {
    if (names.empty() || names.back() != function.name) names.push_back(function.name);
  }
  return names;
}

/// Two strings give a string, two numbers a number, and all else null.
KindSet kinds_of_addition(KindSet a, KindSet b) {
  const KindSet strings = a & b & set_of(Kind::Str);
  return strings | ((a & kNumberKinds) != 0 && (b & kNumberKinds) != 0 ? kNumberKinds : 0);
}

}  // namespace

const OperationInfo& info(Operation op) {
  switch (op) {
#define SEEDC_ROW(id, name, arity, kinds, nulls, form)                                 \
  case Operation::id: {                                                                \
    static constexpr OperationInfo kRow{name, arity, KindRule::kinds, NullRule::nulls, \
                                        OperationForm::form};                          \
    return kRow;                                                                       \
  }
#define SEEDC_OPERATION(id, name, arity, kinds, nulls, ...) \
  SEEDC_ROW(id, name, arity, kinds, nulls, Computed)
#define SEEDC_AGGREGATE(id, name, arity, kinds, nulls, ...) \
  SEEDC_ROW(id, name, arity, kinds, nulls, Aggregate)
#define SEEDC_ACCESS(id, name, arity, kinds, nulls, ...) \
  SEEDC_ROW(id, name, arity, kinds, nulls, Access)
#define SEEDC_FOLD(id, name, kinds, nulls, function) SEEDC_ROW(id, name, 3, kinds, nulls, Fold)
#define SEEDC_LEAF(id, name) SEEDC_ROW(id, name, 0, None, Always, Leaf)
#include "runtime/language/operations.def"
#undef SEEDC_ROW
  }
  throw std::logic_error("no operation");
}

Tri takes(Operation op, std::span<const Kind> operands) {
  return takes_kinds(info(op).kinds, operands);
}

ValueType infer(Operation op, std::span<const ValueType> operands, const ValueType* declared) {
  ValueType type{infer_kind(info(op).kinds, operands, declared), infer_nullable(op, operands)};
  if (declared == nullptr) return type;
  if (declared->kind != Kind::Any) type.kind = declared->kind;
  type.is_nullable = type.is_nullable && declared->is_nullable;
  return type;
}

Cell apply(Operation op, std::span<const Cell> operands, StringPool& strings) {
  switch (op) {
#define SEEDC_OPERATION(id, name, arity, kinds, nulls, code, function) \
  case Operation::id:                                                  \
    return call<function, arity>(strings, operands);
#define SEEDC_AGGREGATE(id, ...) case Operation::id:
#define SEEDC_ACCESS(id, ...) case Operation::id:
#define SEEDC_LEAF(id, ...) case Operation::id:
#include "runtime/language/operations.def"
    break;
  }
  return Cell::none(NullCause::WrongKind);
}

std::span<const FormulaFunction> formula_functions() { return kFunctions; }

const FormulaFunction* find_function(std::string_view name, std::size_t count) {
  const FormulaFunction* found = nullptr;
  for (const FormulaFunction& function : kFunctions) {
    if (function.name != name) continue;
    if (function.takes(count)) return &function;
    if (found == nullptr) found = &function;
  }
  return found;
}

std::string arguments_of(std::string_view name) {
  std::string text;
  for (const FormulaFunction& function : kFunctions) {
    if (function.name == name)
      text.append(text.empty() ? "" : ", or ").append(arguments_of(function));
  }
  return text;
}

std::string list_functions(std::string_view mark) {
  const std::vector<std::string_view> names = function_names();
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 < names.size() ? ", " : " and ";
    text.append(mark).append(names[i]).append(mark);
  }
  return text;
}

KindSet kinds_of_result(Operation op, std::span<const KindSet> operands) {
  switch (info(op).kinds) {
    case KindRule::None:
    case KindRule::Entry:
      return kScalarKinds;
    case KindRule::AsNumber:
    case KindRule::Number:
    case KindRule::Rounded:
    case KindRule::Sum:
      return kNumberKinds;
    case KindRule::Addition:
      return kinds_of_addition(operands[0], operands[1]);
    case KindRule::Select:
      return operands[1] | operands[2];
    case KindRule::Alternative:
    case KindRule::Fallback:
      return operands[0] | operands[1];
    case KindRule::Same:
      return operands[0];
    case KindRule::Folded:  // groups whose value is not a number are left out
      return operands[0] | (operands[2] & kNumberKinds);
    case KindRule::Second:
      return operands[1];
    case KindRule::NumberToReal:
    case KindRule::AsString:
    case KindRule::AsBoolean:
    case KindRule::Real:
    case KindRule::Integer:
    case KindRule::Text:
    case KindRule::Days:
    case KindRule::Years:
    case KindRule::Equality:
    case KindRule::Ordering:
    case KindRule::Boolean:
    case KindRule::Count:
    case KindRule::Predicate:
      break;  // never Any
  }
  return kScalarKinds;
}

}  // namespace seedc::language
