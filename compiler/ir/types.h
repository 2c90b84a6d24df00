// The types of the IR, and the type of every instruction, inferred from its operands' by the
// signature of its operation.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "compiler/ir/module.h"
#include "runtime/base/text_hash.h"

namespace seedc::ir {

enum class TypeKind : std::uint8_t { Tv, Rows, Bool, Int, Real, Str, Any };

struct Type {
  TypeKind kind = TypeKind::Tv;
  bool is_nullable = false;
  /// One value a row of these rows (a `rows` instruction); nothing: one an item.
  std::optional<ValueId> rows;
  friend bool operator==(const Type&, const Type&) = default;

  bool is_number() const {
    return kind == TypeKind::Int || kind == TypeKind::Real || kind == TypeKind::Any;
  }
};

/// `tv`, `i64`, `row str?`.
std::string to_string(const Type& type);

/// The kind of a scalar.
TypeKind kind_of(const Value& scalar);

/// The common kind of values that come from several places (branches, a table's values, a default):
/// integers among reals become reals. Nothing if they are of different kinds; Any joins with all.
std::optional<TypeKind> join(TypeKind a, TypeKind b);

/// Infers the types of one module's instructions, which may grow meanwhile.
class TypeInference {
 public:
  explicit TypeInference(const Module& module) : module_(module) {}

  /// The type of an instruction whose attributes are well formed, given those of its operands, or
  /// what is wrong with these.
  std::variant<Type, std::string> infer(const Inst& inst, std::span<const Type> operands);

 private:
  using Fields = std::unordered_map<std::string, TypeKind, TextHash>;
  const Fields& fields_of(ValueId rows);

  const Module& module_;
  std::unordered_map<ValueId, Fields> fields_;  ///< by the rows, of those that were asked for
};

/// The types of a verified module's instructions.
std::vector<Type> types_of(const Module& module);

}  // namespace seedc::ir
