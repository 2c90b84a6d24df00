// Infers the types of instructions: one rule per signature; operations of formulas use the table.
#include "compiler/ir/types.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "runtime/contract/formula.h"

namespace seedc::ir {
namespace {

using Inferred = std::variant<Type, std::string>;

using TypeOfField =
    std::function<std::optional<language::ValueType>(ValueId rows, const std::string& name)>;

/// A field with a default is never null.
language::ValueType type_of_field(const contract::Field& field) {
  return {contract::kind_of(field.type), field.otherwise.is_null()};
}

/// Infers the type of one instruction.
class Inference {
 public:
  Inference(const Module& module, const Inst& inst, std::span<const Type> operands,
            const TypeOfField& type_of_field)
      : module_(module), inst_(inst), operands_(operands), type_of_field_(type_of_field) {}

  Inferred run() {
    std::optional<ValueId> rows;
    for (const Type& operand : operands_) {
      if (!operand.rows) continue;
      if (rows && rows != operand.rows) return std::string("operands are of different rows");
      rows = operand.rows;
    }
    const bool takes_json = inst_.op == Op::Step || inst_.op == Op::Collect;
    const bool has_json = std::ranges::count(operands_, language::Kind::Json, &Type::kind) > 0;
    if (has_json && !takes_json) return describe_mismatch();
    auto type = result();
    if (!type) return error_.empty() ? describe_mismatch() : error_;
    const bool is_of_item = is_aggregate() || inst_.op == Op::Collect;
    if (!type->rows && !is_of_item) type->rows = rows;
    return *type;
  }

 private:
  const Type& operand(std::size_t number) const { return operands_[number]; }

  bool is_aggregate() const {
    const auto operation = operation_of(inst_.op);
    return operation && seedc::language::is_aggregate(*operation);
  }

  std::string describe_mismatch() const {
    std::string types;
    for (const Type& operand : operands_) types += (types.empty() ? "" : ", ") + to_string(operand);
    return fmt::format("does not take ({})", types);
  }

  static std::optional<Type> when(bool fits, Type type) {
    return fits ? std::optional(type) : std::nullopt;
  }
  static Type value(language::Kind kind, bool is_nullable) {
    return {Sort::Value, kind, is_nullable, {}};
  }
  static Type value(language::ValueType type) { return value(type.kind, type.is_nullable); }

  std::optional<Type> result() {
    switch (info(inst_.op).signature) {
      case Signature::Condition:
        return Type{};
      case Signature::Negation:
      case Signature::Junction:
        return when(std::ranges::all_of(
                        operands_, [](Sort sort) { return sort == Sort::Condition; }, &Type::sort),
                    Type{});
      case Signature::RowSource:
        return Type{Sort::Rows};
      case Signature::FieldValue:
        return field_value();
      case Signature::RowValue:
        return row_value(language::Kind::Any);
      case Signature::RowYear:
        return row_value(language::Kind::Int);
      case Signature::ItemValue:
        return value(language::Kind::Any, true);
      case Signature::Scalar:
        return value(language::kind_of(inst_.attributes[0]), false);
      case Signature::Nothing:
        return value(*language::find_kind(*inst_.attributes[0].as<std::string>()), true);
      case Signature::Test:
        return when(is_loaded(), value(language::Kind::Bool, false));
      case Signature::JsonValue:
        return json_value();
      case Signature::List:
        return when(is_list(), value(language::Kind::Json, false));
      case Signature::Operation:
        return is_aggregate() ? aggregate() : operation();
    }
    return std::nullopt;
  }

  std::optional<Type> row_value(language::Kind kind, bool is_nullable = true) const {
    Type type = value(kind, is_nullable);
    type.rows = inst_.operands[0];
    return when(operand(0).sort == Sort::Rows, type);
  }

  std::optional<Type> field_value() {
    if (operand(0).sort != Sort::Rows) return std::nullopt;
    const auto& name = *inst_.attributes[0].as<std::string>();
    const Inst& rows = module_.insts[inst_.operands[0]];
    const bool is_judged = !rows.attribute("threshold").is_null();
    if (is_judged && (name == contract::Judge::kConfidence || name == contract::Judge::kQuality))
      return row_value(language::Kind::Real);
    if (const auto type = type_of_field_(inst_.operands[0], name))
      return row_value(type->kind, type->is_nullable);
    error_ = fmt::format("the rows have no field `{}`", name);
    return std::nullopt;
  }

  std::optional<Type> json_value() const {
    const bool is_of_row = operand(0).rows.has_value() && is_loaded();
    return when(is_of_row, value(language::Kind::Json, true));
  }

  /// Whether the operands are rows, values of them, and whether they are selected.
  bool is_list() const {
    const language::List* keys = inst_.attribute("keys").as<language::List>();
    const std::size_t values =
        (keys == nullptr ? 1 : keys->size()) + (inst_.attribute("order").is_null() ? 0 : 1);
    const bool has_all = operands_.size() == 1 + values || operands_.size() == 2 + values;
    return has_all && operand(0).sort == Sort::Rows && is_over_rows(1 + values) &&
           std::ranges::all_of(operands_.subspan(1), &Type::is_value);
  }

  /// Tests are evaluated once per distinct value of the data.
  bool is_loaded() const { return is_load(module_.insts[inst_.operands[0]].op); }

  /// The table's result type of an operation on these operands; std::nullopt if it does not accept
  /// them.
  std::optional<Type> infer_of(std::span<const Type> operands) const {
    const language::Operation op = *operation_of(inst_.op);
    std::array<language::Kind, 3> kinds{};
    std::array<language::ValueType, 3> types{};
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (!operands[i].is_value()) return std::nullopt;
      kinds[i] = operands[i].kind;
      types[i] = {operands[i].kind, operands[i].is_nullable};
    }
    if (language::takes(op, std::span(kinds).first(operands.size())) == language::Tri::No)
      return std::nullopt;
    return value(language::infer(op, std::span(types).first(operands.size())));
  }

  std::optional<Type> operation() const {
    if (inst_.op == Op::Lookup) return lookup();
    if (inst_.op == Op::Step && operand(0).rows) return std::nullopt;
    return infer_of(operands_);
  }

  /// The operands are rows, values of a row, and an optional predicate.
  std::optional<Type> aggregate() const {
    const std::size_t values = info_of_operation().arity;
    if (operand(0).sort != Sort::Rows || !is_over_rows(1 + values)) return std::nullopt;
    auto type = infer_of(operands_.subspan(1, values));
    if (!type || inst_.attributes.empty() || inst_.attributes[0].is_null()) return type;
    const language::Kind otherwise = language::kind_of(inst_.attributes[0]);
    type->is_nullable = false;
    return when(type->kind == language::Kind::Real || otherwise == language::Kind::Int, *type);
  }

  const language::OperationInfo& info_of_operation() const {
    return seedc::language::info(*operation_of(inst_.op));
  }

  bool is_over_rows(std::size_t predicate) const {
    for (const Type& type : operands_.subspan(1)) {
      if (type.rows && type.rows != inst_.operands[0]) return false;
    }
    if (operands_.size() <= predicate) return true;
    const Type& type = operand(predicate);
    return type.is_value() && type.kind == language::Kind::Bool && !type.is_nullable;
  }

  /// The default is an operand too. A value of the data is null only if it is missing, in which
  /// case the default applies, unless nulls are handed on.
  std::optional<Type> lookup() const {
    if (!operand(0).is_value()) return std::nullopt;
    const language::Value& otherwise = inst_.attributes[2];
    const bool takes_missing = is_loaded() && inst_.attributes[3].is_null();
    const language::ValueType operands[] = {
        {operand(0).kind, operand(0).is_nullable && !takes_missing},
        {language::Kind::Any, otherwise.is_null()}};
    const language::ValueType declared{table_kind(otherwise), true};
    return value(language::infer(language::Operation::Lookup, operands, &declared));
  }

  language::Kind table_kind(const language::Value& otherwise) const {
    std::optional<language::Kind> kind;
    for (const auto& [key, value] : *inst_.attributes[0].as<language::Dict>()) {
      kind = kind ? language::join(*kind, language::kind_of(value)) : language::kind_of(value);
    }
    if (!otherwise.is_null())
      kind =
          kind ? language::join(*kind, language::kind_of(otherwise)) : language::kind_of(otherwise);
    return kind.value_or(language::Kind::Any);
  }

  const Module& module_;
  const Inst& inst_;
  std::span<const Type> operands_;
  const TypeOfField& type_of_field_;
  std::string error_;
};

}  // namespace

std::string to_string(const Type& type) {
  const std::string_view name = type.sort == Sort::Condition ? "tv"
                                : type.sort == Sort::Rows    ? "rows"
                                                             : language::name_of(type.kind);
  return fmt::format("{}{}{}", type.rows ? "row " : "", name, type.is_nullable ? "?" : "");
}

const TypeInference::Fields& TypeInference::fields_of(ValueId rows) {
  const auto [place, is_new] = fields_.try_emplace(rows);
  if (is_new) {
    for (const auto& [name, type] : *module_.insts[rows].attribute("fields").as<language::Dict>()) {
      place->second.emplace(name, type_of_field(*contract::declared_field(name, type)));
      for (const contract::BesideField& beside : contract::kBesideFields) {
        place->second.emplace(name + std::string(beside.suffix),
                              language::ValueType{contract::kind_of(beside.type), true});
      }
    }
  }
  return place->second;
}

std::variant<Type, std::string> TypeInference::infer(const Inst& inst,
                                                     std::span<const Type> operands) {
  const auto type_of_field = [this](ValueId rows,
                                    const std::string& name) -> std::optional<language::ValueType> {
    const Fields& fields = fields_of(rows);
    const auto field = fields.find(name);
    return field == fields.end() ? std::nullopt : std::optional(field->second);
  };
  return Inference(module_, inst, operands, type_of_field).run();
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
