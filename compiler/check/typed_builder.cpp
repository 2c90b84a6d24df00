// Emits typed instructions and inserts the conversions between kinds.
#include "compiler/check/typed_builder.h"

namespace seedc {

using ir::Op;

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
  if (value.type.kind == Kind::Real) return value;
  if (value.constant) return scalar(*number_of(*value.constant), span);
  return add(Op::ToReal, {value}, {}, span);
}

Typed TypedBuilder::arithmetic(Op op, Typed a, Typed b, Span span) {
  if (a.type.kind == Kind::Real || b.type.kind == Kind::Real) {
    a = to_real(a, span);
    b = to_real(b, span);
  }
  return add(op, {a, b}, {}, span);
}

Typed TypedBuilder::comparison(Op op, Typed a, Typed b, Span span) {
  const bool is_mixed = (a.type.kind == Kind::Int && b.type.kind == Kind::Real) ||
                        (a.type.kind == Kind::Real && b.type.kind == Kind::Int);
  if (is_mixed) {
    a = to_real(a, span);
    b = to_real(b, span);
  }
  return add(op, {a, b}, {}, span);
}

void TypedBuilder::unify(std::vector<Typed>& values, Span span) {
  // Constraints on one value apply to the others: a kind known only from the data must match, and
  // one real makes all of them real.
  Kind kind = Kind::Any;
  for (const Typed& value : values) {
    if (value.type.kind != Kind::Any) {
      kind = kind == Kind::Any ? value.type.kind : *::seedc::join(kind, value.type.kind);
    }
  }
  for (Typed& value : values) value = to_kind(value, kind, span);
}

Typed TypedBuilder::select(const Typed& condition, const Typed& yes, const Typed& no, Span span) {
  return add(Op::Select, {condition, yes, no}, {}, span);
}

Typed TypedBuilder::to_kind(const Typed& value, Kind kind, Span span) {
  if (value.type.kind == kind || kind == Kind::Any) return value;
  if (kind == Kind::Real) return to_real(value, span);
  if (value.type.kind != Kind::Any) return value;
  const Op expect = kind == Kind::Int   ? Op::ExpectNumber
                    : kind == Kind::Str ? Op::ExpectString
                                        : Op::ExpectBoolean;
  return add(expect, {value}, {}, span);
}

std::string_view kind_phrase(Kind kind) {
  switch (kind) {
    case Kind::Int:
    case Kind::Real:
      return "a number";
    case Kind::Str:
      return "a string";
    case Kind::Bool:
      return "a boolean";
    case Kind::Any:
      return "a value";
  }
  return "";
}

bool is_same_family(Kind a, Kind b) { return ::seedc::join(a, b).has_value(); }

}  // namespace seedc
