// The kinds of values in formulas, and how they join: the lattice shared by the checker, the plan
// and both backends (semantics.md section 6, Types). Pure functions; thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "runtime/language/value.h"

namespace seedc::language {

/// The kind of a value; as the type of an instruction, the kind for every row or item. Any: known
/// only at run time. Json: a list of a result, or a value as a list takes it. Has the width of Null
/// (cell.h), so that cells have no padding, which would be slow to copy around.
enum class Kind : std::uint32_t {
#define SEEDC_KIND(id, name) id,
#include "runtime/language/kinds.def"
};

/// The name in IR and plans: `bool`, `i64`, `f64`, `str`, `any` or `json`.
std::string_view name_of(Kind kind);
/// The kind of that name; std::nullopt if there is none.
std::optional<Kind> find_kind(std::string_view name);

constexpr bool is_number(Kind kind) { return kind == Kind::Int || kind == Kind::Real; }
constexpr bool may_be(Kind kind, Kind wanted) { return kind == wanted || kind == Kind::Any; }

/// A set of kinds of scalars: those that a value has where its kind is Any.
using KindSet = std::uint32_t;
constexpr KindSet set_of(Kind kind) { return KindSet{1} << static_cast<std::uint32_t>(kind); }
inline constexpr KindSet kNumberKinds = set_of(Kind::Int) | set_of(Kind::Real);
inline constexpr KindSet kScalarKinds = kNumberKinds | set_of(Kind::Bool) | set_of(Kind::Str);

/// The kind of a scalar.
Kind kind_of(const Value& scalar);

/// The common kind of values from several sources (branches, a table's values, a default): integers
/// joined with reals become reals. std::nullopt if the kinds differ otherwise; Any joins with all.
std::optional<Kind> join(Kind a, Kind b);

}  // namespace seedc::language
