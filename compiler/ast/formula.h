// The tree of a Formula Seed as it was written, with the place of every part: its JSON, and the
// expressions inside the JSON's strings, whose places point into those strings.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/ast/json.h"
#include "compiler/source/source.h"

namespace seedc::ast {

/// An expression in Python's syntax. Flat where the text is: chains of operators are one node, so
/// that only parentheses and calls nest.
struct FormulaExpr {
  enum class Kind {
    Number,      ///< text: its spelling
    String,      ///< text: its value, escapes resolved
    Bool,        ///< boolean
    Name,        ///< keys: {`A`}, {`extraction`, `severity`}, {`meta`, `user`, `fans`}
    Call,        ///< text: the function; args
    Negate,      ///< args: one. Of a row of more than three signs two or three stay
    Not,         ///< args: one, rows as with Negate
    Sum,         ///< args joined by `+` and `-`, left to right
    Product,     ///< args joined by `*` and `/`, left to right
    Comparison,  ///< args joined by <, <=, >, >=, ==, !=: a chain. A test of a `case` with a source
                 ///< has one argument, what stands right of its one operator
    And,         ///< args
    Or,          ///< args
    If,          ///< args: value, condition, value, condition, …, value
  };
  enum class Operator : std::uint8_t { Add, Subtract, Multiply, Divide, Lt, Le, Gt, Ge, Eq, Ne };
  struct Joint {
    Operator op;
    Span span;
  };

  Kind kind = Kind::Number;
  Span span;       ///< all of it, without parentheses around
  Span head_span;  ///< Call: the function's name; else all of it
  std::string text;
  bool boolean = false;
  std::vector<std::string> keys;
  std::vector<FormulaExpr> args;
  std::vector<Joint> joints;  ///< Sum, Product, Comparison: the operators, in order
};

struct Formula {
  Span span;
  FileId file = 0;
  Json json;  ///< an object
  /// By where the JSON string begins: what stands in `expr`, and in `when` if it is a test or has
  /// no `source`. Those that did not parse (reported) are not here.
  std::unordered_map<std::uint32_t, FormulaExpr> expressions;

  /// The expression in a JSON string, or null pointer.
  const FormulaExpr* expression(const Json& string) const {
    const auto it = expressions.find(string.span.begin);
    return it == expressions.end() ? nullptr : &it->second;
  }
};

}  // namespace seedc::ast
