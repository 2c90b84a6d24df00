// Implements the names of kinds, from their table, and their join.
#include "runtime/language/kinds.h"

#include <array>
#include <utility>

namespace seedc::language {
namespace {

constexpr std::array kNames = {
#define SEEDC_KIND(id, name) std::pair(Kind::id, std::string_view(name)),
#include "runtime/language/kinds.def"
};

}  // namespace

std::string_view name_of(Kind kind) {
  switch (kind) {
#define SEEDC_KIND(id, name) \
  case Kind::id:             \
    return name;
#include "runtime/language/kinds.def"
  }
  return "";
}

std::optional<Kind> find_kind(std::string_view name) {
  for (const auto& [kind, own] : kNames) {
    if (own == name) return kind;
  }
  return std::nullopt;
}

Kind kind_of(const Value& scalar) {
  if (scalar.as<bool>() != nullptr) return Kind::Bool;
  if (scalar.as<std::int64_t>() != nullptr) return Kind::Int;
  return scalar.as<double>() != nullptr ? Kind::Real : Kind::Str;
}

std::optional<Kind> join(Kind a, Kind b) {
  if (a == b) return a;
  if (a == Kind::Any || b == Kind::Any) return Kind::Any;
  if (is_number(a) && is_number(b)) return Kind::Real;
  return std::nullopt;
}

}  // namespace seedc::language
