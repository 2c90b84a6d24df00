// The types of the IR. The type of every instruction is inferred from its operands: by
// runtime/language/operations.h for operations of formulas, by signature for the others.
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

enum class Sort : std::uint8_t { Condition, Rows, Value };

struct Type {
  Sort sort = Sort::Condition;
  language::Kind kind = language::Kind::Any;  ///< the kind of a Value
  bool is_nullable = false;
  /// One value per row of these rows (a `rows` instruction); std::nullopt: one per item.
  std::optional<ValueId> rows;
  friend bool operator==(const Type&, const Type&) = default;

  bool is_value() const { return sort == Sort::Value; }
  bool is_number() const {
    return is_value() && (seedc::language::is_number(kind) || kind == language::Kind::Any);
  }
};

/// Formats a type: `tv`, `i64`, `row str?`.
std::string to_string(const Type& type);

/// Infers the types of one module's instructions. The module may grow in the meantime.
class TypeInference {
 public:
  explicit TypeInference(const Module& module) : module_(module) {}

  /// The type of an instruction with well-formed attributes, given the types of its operands, or a
  /// description of what is wrong with the operands.
  std::variant<Type, std::string> infer(const Inst& inst, std::span<const Type> operands);

 private:
  using Fields = std::unordered_map<std::string, language::ValueType, base::TextHash>;
  const Fields& fields_of(ValueId rows);

  const Module& module_;
  std::unordered_map<ValueId, Fields> fields_;  ///< by rows instruction; filled on first use
};

/// The types of a verified module's instructions.
std::vector<Type> types_of(const Module& module);

}  // namespace seedc::ir
