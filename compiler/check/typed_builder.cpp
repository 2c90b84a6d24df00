// Emits typed instructions and inserts the conversions between kinds.
#include "compiler/check/typed_builder.h"

#include "runtime/language/operations.h"

namespace seedc::check {
namespace {

/// The kinds of the result, if its kind is Any.
language::KindSet kinds_of(ir::Op op, const std::vector<Typed>& operands) {
  const auto operation = ir::operation_of(op);
  if (!operation) return language::kScalarKinds;
  std::vector<language::KindSet> kinds;
  for (const Typed& operand : operands) {
    if (operand.type.is_value()) kinds.push_back(operand.kinds);  // not the rows
  }
  return language::kinds_of_result(*operation, kinds);
}

}  // namespace

Typed TypedBuilder::add(ir::Op op, const std::vector<Typed>& operands,
                        std::vector<language::Value> attributes, source::Span span) {
  ir::Inst inst{.op = op, .operands = {}, .attributes = std::move(attributes), .span = span};
  std::vector<ir::Type> types;
  for (const Typed& operand : operands) {
    inst.operands.push_back(operand.id);
    types.push_back(operand.type);
  }
  ir::Type type = std::get<ir::Type>(inference_.infer(inst, types));
  const bool is_open = type.is_value() && type.kind == language::Kind::Any;
  const language::KindSet kinds = is_open ? kinds_of(op, operands) : language::set_of(type.kind);
  return {builder_.add(std::move(inst)), type, std::nullopt, kinds};
}

Typed TypedBuilder::scalar(language::Value value, source::Span span) {
  Typed made = add(ir::Op::ScalarValue, {}, {value}, span);
  made.constant = std::move(value);
  return made;
}

Typed TypedBuilder::to_real(const Typed& value, source::Span span) {
  if (value.type.kind == language::Kind::Real) return value;
  if (value.constant) return scalar(*language::number_of(*value.constant), span);
  return add(ir::Op::ToReal, {value}, {}, span);
}

Typed TypedBuilder::arithmetic(ir::Op op, Typed a, Typed b, source::Span span) {
  if (a.type.kind == language::Kind::Real || b.type.kind == language::Kind::Real) {
    a = to_real(a, span);
    b = to_real(b, span);
  }
  return add(op, {a, b}, {}, span);
}

Typed TypedBuilder::comparison(ir::Op op, Typed a, Typed b, source::Span span) {
  const bool is_mixed =
      (a.type.kind == language::Kind::Int && b.type.kind == language::Kind::Real) ||
      (a.type.kind == language::Kind::Real && b.type.kind == language::Kind::Int);
  if (is_mixed) {
    a = to_real(a, span);
    b = to_real(b, span);
  }
  return add(op, {a, b}, {}, span);
}

void TypedBuilder::unify(std::vector<Typed>& values, source::Span span) {
  // Constraints on one value apply to the others: a kind known only from the data must match, and
  // one real makes all of them real.
  language::Kind kind = language::Kind::Any;
  for (const Typed& value : values) {
    if (value.family() != language::Kind::Any) {
      kind = kind == language::Kind::Any ? value.family()
                                         : *::seedc::language::join(kind, value.family());
    }
  }
  for (Typed& value : values) value = to_kind(value, kind, span);
}

Typed TypedBuilder::select(const Typed& condition, const Typed& yes, const Typed& no,
                           source::Span span) {
  return add(ir::Op::Select, {condition, yes, no}, {}, span);
}

Typed TypedBuilder::to_kind(const Typed& value, language::Kind kind, source::Span span) {
  if (value.type.kind == kind || kind == language::Kind::Any) return value;
  if (kind == language::Kind::Real) return to_real(value, span);
  if (value.family() != language::Kind::Any) return value;
  const ir::Op expect = kind == language::Kind::Int   ? ir::Op::ExpectNumber
                        : kind == language::Kind::Str ? ir::Op::ExpectString
                                                      : ir::Op::ExpectBoolean;
  return add(expect, {value}, {}, span);
}

std::string_view kind_phrase(language::Kind kind) {
  switch (kind) {
    case language::Kind::Int:
    case language::Kind::Real:
      return "a number";
    case language::Kind::Str:
      return "a string";
    case language::Kind::Bool:
      return "a boolean";
    case language::Kind::Json:
      return "a list";
    case language::Kind::Any:
      return "a value";
  }
  return "";
}

bool is_same_family(language::Kind a, language::Kind b) {
  return ::seedc::language::join(a, b).has_value();
}

}  // namespace seedc::check
