// Appends instructions of formulas, infers their types and inserts the conversions that the
// language defines: an integer that meets a real is converted (semantics.md section 6, Types).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "compiler/ir/module.h"
#include "compiler/ir/types.h"

namespace seedc::check {

/// A typed value under construction.
struct Typed {
  ir::ValueId id = 0;
  ir::Type type;
  std::optional<language::Value> constant;  ///< the scalar it always equals, if that is evident
  language::KindSet kinds = language::kScalarKinds;  ///< those that it may turn out to have

  /// The kind; of one that is surely a number, though only the data says which, Int.
  language::Kind family() const { return is_some_number() ? language::Kind::Int : type.kind; }
  bool is_some_number() const {
    return type.kind == language::Kind::Any && kinds != 0 && (kinds & ~language::kNumberKinds) == 0;
  }
};

class TypedBuilder {
 public:
  explicit TypedBuilder(ir::Module& module)
      : module_(module), inference_(module), builder_(module) {}

  /// Whether the value is read from the data as it is.
  bool is_load(const Typed& value) const { return ir::is_load(module_.insts[value.id].op); }

  const ir::Module& module() const { return module_; }

  /// The operands must be valid for the operation.
  Typed add(ir::Op op, const std::vector<Typed>& operands, std::vector<language::Value> attributes,
            source::Span span);
  Typed scalar(language::Value value, source::Span span);
  /// Converts to a real if necessary.
  Typed to_real(const Typed& value, source::Span span);
  /// Arithmetic on two numbers.
  Typed arithmetic(ir::Op op, Typed a, Typed b, source::Span span);
  /// Compares two values that may be of one kind.
  Typed comparison(ir::Op op, Typed a, Typed b, source::Span span);
  /// Converts `values`, which have a common kind (ir::join), to that kind.
  void unify(std::vector<Typed>& values, source::Span span);
  Typed select(const Typed& condition, const Typed& yes, const Typed& no, source::Span span);
  /// Makes the value real, or null where it is of another kind than `kind`; Any takes all.
  Typed to_kind(const Typed& value, language::Kind kind, source::Span span);

 private:
  const ir::Module& module_;
  ir::TypeInference inference_;
  ir::Builder builder_;
};

/// "a number", "a string", "a boolean": how messages name a kind.
std::string_view kind_phrase(language::Kind kind);
/// Whether both kinds are, or may turn out to be, numbers, both strings, or both booleans.
bool is_same_family(language::Kind a, language::Kind b);

}  // namespace seedc::check
