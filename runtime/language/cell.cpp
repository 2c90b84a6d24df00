// Implements the names of causes, and the conversions between cells and scalars.
#include "runtime/language/cell.h"

namespace seedc::language {

std::string_view name_of(NullCause cause) {
  switch (cause) {
#define SEEDC_NULL_CAUSE(id, name, phrase) \
  case NullCause::id:                      \
    return name;
#include "runtime/language/null_causes.def"
  }
  return "";
}

std::string_view phrase_of(NullCause cause) {
  switch (cause) {
#define SEEDC_NULL_CAUSE(id, name, phrase) \
  case NullCause::id:                      \
    return phrase;
#include "runtime/language/null_causes.def"
  }
  return "";
}

Cell cell_of(const Value& scalar) {
  if (const auto* boolean = scalar.as<bool>()) return Cell::of(*boolean);
  if (const auto* integer = scalar.as<std::int64_t>()) return Cell::of(*integer);
  if (const auto* real = scalar.as<double>()) return Cell::of(*real);
  if (const auto* text = scalar.as<std::string>()) return Cell::of(text);
  return Cell::none(scalar.is_null() ? NullCause::Missing : NullCause::WrongKind);
}

Value value_of(const Cell& cell) {
  if (cell.is_null()) return {};
  switch (cell.kind) {
    case Kind::Bool:
      return cell.boolean();
    case Kind::Int:
      return cell.integer();
    case Kind::Real:
      return cell.real();
    case Kind::Json:
      return cell.json();
    case Kind::Str:
    case Kind::Any:
      break;
  }
  return cell.string();
}

}  // namespace seedc::language
