// Type inference, one rule a signature.
#include "compiler/ir/types.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "runtime/contract/formula.h"

namespace seedc::ir {
namespace {

using enum TypeKind;
using Inferred = std::variant<Type, std::string>;

bool is_scalar_kind(TypeKind kind) { return kind != Tv && kind != Rows; }

bool may_be(TypeKind kind, TypeKind wanted) { return kind == wanted || kind == Any; }

/// Integers, reals or Any together; nothing for other kinds, and where an integer or Any stands
/// beside a real.
std::optional<TypeKind> arithmetic_kind(TypeKind a, TypeKind b) {
  if (a == b && (a == Int || a == Real)) return a;
  if ((a == Any || b == Any) && a != Real && b != Real && Type{a}.is_number() &&
      Type{b}.is_number()) {
    return Any;
  }
  return std::nullopt;
}

TypeKind kind_of_field_type(const Value& type) {
  const auto* word = type.as<std::string>();
  if (word == nullptr || *word == "string") return Str;
  if (*word == "int") return Int;
  return *word == "float" ? Real : Bool;
}

using KindOfField = std::function<std::optional<TypeKind>(ValueId rows, const std::string& name)>;

/// Infers the type of one instruction.
class Inference {
 public:
  Inference(const Module& module, const Inst& inst, std::span<const Type> operands,
            const KindOfField& kind_of_field)
      : module_(module), inst_(inst), operands_(operands), kind_of_field_(kind_of_field) {}

  Inferred run() {
    std::optional<ValueId> rows;
    for (const Type& operand : operands_) {
      if (!operand.rows) continue;
      if (rows && rows != operand.rows) return std::string("operands are of different rows");
      rows = operand.rows;
    }
    const auto kind = result_kind();
    if (!kind) return error_.empty() ? describe_mismatch() : error_;
    return Type{*kind, is_nullable(), result_rows(rows)};
  }

 private:
  Signature signature() const { return info(inst_.op).signature; }
  TypeKind kind(std::size_t operand) const { return operands_[operand].kind; }

  std::string describe_mismatch() const {
    std::string types;
    for (const Type& operand : operands_) types += (types.empty() ? "" : ", ") + to_string(operand);
    return fmt::format("does not take ({})", types);
  }

  std::optional<TypeKind> when(bool fits, TypeKind kind) const {
    return fits ? std::optional(kind) : std::nullopt;
  }

  std::optional<TypeKind> result_kind() {
    switch (signature()) {
      case Signature::Condition:
        return Tv;
      case Signature::Negation:
      case Signature::Junction:
        return when(std::all_of(operands_.begin(), operands_.end(),
                                [](const Type& type) { return type.kind == Tv; }),
                    Tv);
      case Signature::RowSource:
        return Rows;
      case Signature::FieldValue:
        return field_kind();
      case Signature::RowValue:
        return when(kind(0) == Rows, Any);
      case Signature::RowYear:
        return when(kind(0) == Rows, Int);
      case Signature::ItemValue:
        return Any;
      case Signature::Scalar:
        return kind_of(inst_.attributes[0]);
      case Signature::Nothing:
        return kind_named(*inst_.attributes[0].as<std::string>());
      case Signature::Test:
        return when(is_loaded(), Bool);
      case Signature::ToReal:
        return when(operands_[0].is_number(), Real);
      case Signature::Expect:
        return when(is_scalar_kind(kind(0)), expected_kind());
      case Signature::Arithmetic:
        return arithmetic_kind(kind(0), kind(1));
      case Signature::RealArithmetic:
        return when(kind(0) == Real && kind(1) == Real, Real);
      case Signature::NumberFunction:
        return when(operands_[0].is_number(), kind(0));
      case Signature::RealFunction:
        return when(kind(0) == Real, Real);
      case Signature::Equality:
        return when(is_scalar_kind(kind(0)) && compares(), Bool);
      case Signature::Ordering:
        return when(is_scalar_kind(kind(0)) && compares() && kind(0) != Bool && kind(1) != Bool,
                    Bool);
      case Signature::BoolJunction:
        return when(may_be(kind(0), Bool) && may_be(kind(1), Bool), Bool);
      case Signature::BoolNegation:
        return when(may_be(kind(0), Bool), Bool);
      case Signature::Select:
        return select_kind();
      case Signature::Count:
        return when(is_aggregate(1), Int);
      case Signature::Sum:
        return when(is_aggregate(2) && operands_[1].is_number(), kind(1));
      case Signature::Extreme:
        return extreme_kind();
      case Signature::Lookup:
        return when(is_scalar_kind(kind(0)), lookup_kind());
      case Signature::Step:
        return when(is_scalar_kind(kind(0)) && !operands_[0].rows, kind(0));
    }
    return std::nullopt;
  }

  std::optional<TypeKind> field_kind() {
    if (kind(0) != Rows) return std::nullopt;
    const auto& name = *inst_.attributes[0].as<std::string>();
    const Inst& rows = module_.insts[inst_.operands[0]];
    const bool is_judged = !rows.attribute("threshold").is_null();
    if (is_judged && (name == plan::Judge::kConfidence || name == plan::Judge::kQuality))
      return Real;
    const auto kind = kind_of_field_(inst_.operands[0], name);
    if (!kind) error_ = fmt::format("the rows have no field `{}`", name);
    return kind;
  }

  /// Tests are decided once per distinct value of the data.
  bool is_loaded() const {
    switch (info(module_.insts[inst_.operands[0]].op).signature) {
      case Signature::FieldValue:
      case Signature::RowValue:
      case Signature::RowYear:
      case Signature::ItemValue:
        return true;
      default:
        return false;
    }
  }

  static TypeKind kind_named(std::string_view word) {
    if (word == "bool") return Bool;
    if (word == "i64") return Int;
    return word == "f64" ? Real : Str;
  }

  TypeKind expected_kind() const {
    const auto& family = *inst_.attributes[0].as<std::string>();
    if (family == "string") return Str;
    return family == "boolean" ? Bool : Any;
  }

  bool compares() const { return kind(0) == kind(1) || kind(0) == Any || kind(1) == Any; }

  std::optional<TypeKind> select_kind() const {
    if (!may_be(kind(0), Bool) || !is_scalar_kind(kind(1))) return std::nullopt;
    const bool is_joined = kind(1) == kind(2) || (join(kind(1), kind(2)) == Any);
    return when(is_joined, kind(1) == kind(2) ? kind(1) : Any);
  }

  /// Whether the operands are rows, values of a row, and a predicate or none.
  bool is_aggregate(std::size_t predicate) const {
    if (kind(0) != Rows) return false;
    for (std::size_t i = 1; i < operands_.size(); ++i) {
      if (operands_[i].rows && operands_[i].rows != inst_.operands[0]) return false;
    }
    if (operands_.size() <= predicate) return true;
    return kind(predicate) == Bool && !operands_[predicate].is_nullable;
  }

  std::optional<TypeKind> extreme_kind() const {
    if (!is_aggregate(2) || !operands_[1].is_number()) return std::nullopt;
    const Value& otherwise = inst_.attributes[0];
    if (otherwise.is_null() || kind(1) == Real) return kind(1);
    return when(kind_of(otherwise) == Int, kind(1));
  }

  TypeKind lookup_kind() const {
    std::optional<TypeKind> kind;
    for (const auto& [key, value] : *inst_.attributes[0].as<Dict>()) {
      kind = kind ? join(*kind, kind_of(value)) : kind_of(value);
    }
    const Value& otherwise = inst_.attributes[2];
    if (!otherwise.is_null()) kind = kind ? join(*kind, kind_of(otherwise)) : kind_of(otherwise);
    return kind.value_or(Any);
  }

  bool is_any_nullable() const {
    return std::any_of(operands_.begin(), operands_.end(),
                       [](const Type& type) { return type.is_nullable; });
  }
  bool is_any_unknown() const {
    return std::any_of(operands_.begin(), operands_.end(),
                       [](const Type& type) { return type.kind == Any; });
  }

  bool is_nullable() const {
    switch (signature()) {
      case Signature::Condition:
      case Signature::Negation:
      case Signature::Junction:
      case Signature::RowSource:
      case Signature::Scalar:
      case Signature::Test:
      case Signature::Count:
        return false;
      case Signature::FieldValue:
      case Signature::RowValue:
      case Signature::RowYear:
      case Signature::ItemValue:
      case Signature::Nothing:
      case Signature::Expect:
      case Signature::Arithmetic:
      case Signature::RealArithmetic:
      case Signature::RealFunction:
      case Signature::Sum:
        return true;
      case Signature::NumberFunction:
        return is_any_nullable() || kind(0) != Real;
      case Signature::ToReal:
      case Signature::Equality:
      case Signature::Ordering:
      case Signature::BoolJunction:
      case Signature::BoolNegation:
        return is_any_nullable() || is_any_unknown();
      case Signature::Select:
        return is_any_nullable() || kind(0) == Any;
      case Signature::Step:
        return is_any_nullable();
      case Signature::Extreme:
        return inst_.attributes[0].is_null();
      case Signature::Lookup:
        return inst_.attributes[2].is_null() ||
               (is_any_nullable() && module_.insts[inst_.operands[0]].op != Op::ItemValue);
    }
    return true;
  }

  std::optional<ValueId> result_rows(std::optional<ValueId> of_operands) const {
    switch (signature()) {
      case Signature::FieldValue:
      case Signature::RowValue:
      case Signature::RowYear:
        return inst_.operands[0];
      case Signature::Count:
      case Signature::Sum:
      case Signature::Extreme:
        return std::nullopt;
      default:
        return of_operands;
    }
  }

  const Module& module_;
  const Inst& inst_;
  std::span<const Type> operands_;
  const KindOfField& kind_of_field_;
  std::string error_;
};

}  // namespace

std::string to_string(const Type& type) {
  static constexpr std::string_view kNames[] = {"tv", "rows", "bool", "i64", "f64", "str", "any"};
  return fmt::format("{}{}{}", type.rows ? "row " : "", kNames[static_cast<std::size_t>(type.kind)],
                     type.is_nullable ? "?" : "");
}

TypeKind kind_of(const Value& scalar) {
  if (scalar.as<bool>() != nullptr) return Bool;
  if (scalar.as<std::int64_t>() != nullptr) return Int;
  return scalar.as<double>() != nullptr ? Real : Str;
}

std::optional<TypeKind> join(TypeKind a, TypeKind b) {
  if (a == b) return a;
  if (a == Any || b == Any) return Any;
  if ((a == Int && b == Real) || (a == Real && b == Int)) return Real;
  return std::nullopt;
}

const TypeInference::Fields& TypeInference::fields_of(ValueId rows) {
  const auto [place, is_new] = fields_.try_emplace(rows);
  if (is_new) {
    for (const auto& [name, type] : *module_.insts[rows].attribute("fields").as<Dict>())
      place->second.emplace(name, kind_of_field_type(type));
  }
  return place->second;
}

std::variant<Type, std::string> TypeInference::infer(const Inst& inst,
                                                     std::span<const Type> operands) {
  const auto kind_of_field = [this](ValueId rows,
                                    const std::string& name) -> std::optional<TypeKind> {
    const Fields& fields = fields_of(rows);
    const auto field = fields.find(name);
    return field == fields.end() ? std::nullopt : std::optional(field->second);
  };
  return Inference(module_, inst, operands, kind_of_field).run();
}

std::vector<Type> types_of(const Module& module) {
  TypeInference inference(module);
  std::vector<Type> types;
  std::vector<Type> operands;
  for (const Inst& inst : module.insts) {
    operands.clear();
    for (const ValueId operand : inst.operands) operands.push_back(types[operand]);
    types.push_back(std::get<Type>(inference.infer(inst, operands)));
  }
  return types;
}

}  // namespace seedc::ir
