// The syntax tree of a Formula Seed as written, with the location of every part: its JSON, and the
// expressions inside the JSON's strings, whose locations point into those strings.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/ast/json.h"
#include "compiler/source/source.h"

namespace seedc::ast {

/// An expression in Python's syntax. It is as flat as the text: a chain of operators is one node,
/// so that only parentheses and calls nest.
struct FormulaExpr {
  enum class Kind {
    Number,      ///< text: its spelling
    String,      ///< text: its value, escapes resolved
    Bool,        ///< boolean
    Name,        ///< keys: {`A`}, {`$V`}, {`extraction`, `severity`}, {`meta`, `user`, `fans`};
                 ///< boolean: one of them is in brackets, `G['mild'].N`
    Call,        ///< text: the function; args
    Negate,      ///< args: one. Of more than three consecutive signs, two or three are kept
    Not,         ///< args: one; consecutive ones as with Negate
    Sum,         ///< args joined by `+` and `-`, left to right
    Product,     ///< args joined by `*` and `/`, left to right
    Comparison,  ///< args joined by <, <=, >, >=, ==, !=: a chain. A test of a `case` with a source
                 ///< has one argument, the right operand of its only operator
    In,          ///< args: a value, and the literals or names that it may equal; boolean: `not in`
    And,         ///< args
    Or,          ///< args
    If,          ///< args: value, condition, value, condition, …, value
  };
  enum class Operator : std::uint8_t { Add, Subtract, Multiply, Divide, Lt, Le, Gt, Ge, Eq, Ne };
  struct Joint {
    Operator op;
    source::Span span;
  };

  Kind kind = Kind::Number;
  source::Span span;       ///< the whole expression, without enclosing parentheses
  source::Span head_span;  ///< Call: the function's name; Name: its keys in brackets, if any;
                           ///< otherwise the whole expression
  std::string text;
  bool boolean = false;
  std::vector<std::string> keys;
  std::vector<FormulaExpr> args;
  std::vector<Joint> joints;  ///< Sum, Product, Comparison: the operators, in order
};

struct Formula {
  source::Span span;
  source::FileId file = 0;
  Json json;  ///< an object
  /// By the offset of the JSON string: the expressions in `expr` (of a step, or of what a step
  /// chooses), in `when` if it is a test or has no `source`, and in a `source` that is a literal.
  /// Those that did not parse (reported) are absent.
  std::unordered_map<std::uint32_t, FormulaExpr> expressions;

  /// The expression in a JSON string, or nullptr.
  const FormulaExpr* expression(const Json& string) const {
    const auto it = expressions.find(string.span.begin);
    return it == expressions.end() ? nullptr : &it->second;
  }
};

}  // namespace seedc::ast
