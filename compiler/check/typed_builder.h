// Appends instructions of formulas whose types are inferred at once, with the conversions that the
// language makes: where an integer meets a real it becomes one (semantics.md section 6, Types).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "compiler/ir/module.h"
#include "compiler/ir/types.h"

namespace seedc {

/// A value being built.
struct Typed {
  ir::ValueId id = 0;
  ir::Type type;
  std::optional<Value> constant;  ///< the scalar that it always is, if that is plain to see
};

class TypedBuilder {
 public:
  explicit TypedBuilder(ir::Module& module) : inference_(module), builder_(module) {}

  /// The operands suit the operation.
  Typed add(ir::Op op, const std::vector<Typed>& operands, std::vector<Value> attributes,
            Span span);
  Typed scalar(Value value, Span span);
  /// As a real, if it is not one.
  Typed to_real(const Typed& value, Span span);
  /// Of two numbers.
  Typed arithmetic(ir::Op op, Typed a, Typed b, Span span);
  /// Of two values that may be of one kind.
  Typed comparison(ir::Op op, Typed a, Typed b, Span span);
  /// `values` have a common kind (ir::join); each becomes of it.
  void unify(std::vector<Typed>& values, Span span);
  Typed select(const Typed& condition, const Typed& yes, const Typed& no, Span span);

 private:
  Typed to_kind(const Typed& value, Kind kind, Span span);

  ir::TypeInference inference_;
  ir::Builder builder_;
};

/// "a number", "a string", "a boolean": how messages name a kind.
std::string_view kind_phrase(Kind kind);
/// Whether two kinds are, or for all that is known may be, both numbers, both strings, or both
/// booleans.
bool is_same_family(Kind a, Kind b);

}  // namespace seedc
