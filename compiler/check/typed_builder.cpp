// Typed instructions and their conversions.
#include "compiler/check/typed_builder.h"

namespace seedc {

using ir::Op;
using ir::TypeKind;

Typed TypedBuilder::add(Op op, const std::vector<Typed>& operands, std::vector<Value> attributes,
                        Span span) {
  ir::Inst inst{.op = op, .operands = {}, .attributes = std::move(attributes), .span = span};
  std::vector<ir::Type> types;
  for (const Typed& operand : operands) {
    inst.operands.push_back(operand.id);
    types.push_back(operand.type);
  }
  ir::Type type = std::get<ir::Type>(inference_.infer(inst, types));
  return {builder_.add(std::move(inst)), type, std::nullopt};
}

Typed TypedBuilder::scalar(Value value, Span span) {
  Typed made = add(Op::ScalarValue, {}, {value}, span);
  made.constant = std::move(value);
  return made;
}

Typed TypedBuilder::to_real(const Typed& value, Span span) {
  if (value.type.kind == TypeKind::Real) return value;
  if (value.constant) return scalar(*number_of(*value.constant), span);
  return add(Op::ToReal, {value}, {}, span);
}

Typed TypedBuilder::arithmetic(Op op, Typed a, Typed b, Span span) {
  if (a.type.kind == TypeKind::Real || b.type.kind == TypeKind::Real) {
    a = to_real(a, span);
    b = to_real(b, span);
  }
  return add(op, {a, b}, {}, span);
}

Typed TypedBuilder::comparison(Op op, Typed a, Typed b, Span span) {
  const bool is_mixed = (a.type.kind == TypeKind::Int && b.type.kind == TypeKind::Real) ||
                        (a.type.kind == TypeKind::Real && b.type.kind == TypeKind::Int);
  if (is_mixed) {
    a = to_real(a, span);
    b = to_real(b, span);
  }
  return add(op, {a, b}, {}, span);
}

void TypedBuilder::unify(std::vector<Typed>& values, Span span) {
  // What is known of one value is asked of the others: a kind that only the data knows must be the
  // same, and a real among them makes all real.
  TypeKind kind = TypeKind::Any;
  for (const Typed& value : values) {
    if (value.type.kind != TypeKind::Any) {
      kind = kind == TypeKind::Any ? value.type.kind : *ir::join(kind, value.type.kind);
    }
  }
  for (Typed& value : values) value = to_kind(value, kind, span);
}

Typed TypedBuilder::select(const Typed& condition, const Typed& yes, const Typed& no, Span span) {
  return add(Op::Select, {condition, yes, no}, {}, span);
}

Typed TypedBuilder::to_kind(const Typed& value, TypeKind kind, Span span) {
  if (value.type.kind == kind || kind == TypeKind::Any) return value;
  if (kind == TypeKind::Real) return to_real(value, span);
  if (value.type.kind != TypeKind::Any) return value;
  const std::string_view family = kind == TypeKind::Int   ? "number"
                                  : kind == TypeKind::Str ? "string"
                                                          : "boolean";
  return add(Op::Expect, {value}, {std::string(family)}, span);
}

std::string_view kind_phrase(TypeKind kind) {
  switch (kind) {
    case TypeKind::Int:
    case TypeKind::Real:
      return "a number";
    case TypeKind::Str:
      return "a string";
    case TypeKind::Bool:
      return "a boolean";
    case TypeKind::Any:
      return "a value";
    case TypeKind::Rows:
      return "rows";
    case TypeKind::Tv:
      return "a condition";
  }
  return "";
}

bool is_same_family(TypeKind a, TypeKind b) { return ir::join(a, b).has_value(); }

}  // namespace seedc
