// The syntax tree of a program as written, with the location of every part. Both notations,
// shorthand (`.req`) and JSON (`requests.jsonl`, one request, a condition tree), parse into it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/ast/formula.h"
#include "compiler/ast/json.h"
#include "compiler/source/source.h"

namespace seedc::ast {

/// A text with its location.
struct Field {
  std::string text;
  source::Span span;
};

/// What follows the path in `stars >= 4`.
struct Comparison {
  Field sign;
  Json operand;
};

/// An operand of a shorthand call: `true: "False"`, or without a key, or a comparison, whose path
/// is then the value.
struct Argument {
  std::string key;  ///< empty if positional
  source::Span key_span;
  Json value;
  std::optional<Comparison> comparison = std::nullopt;
};

/// A node of a request's tree.
struct Expr {
  enum class Kind {
    And,       ///< args
    Or,        ///< args
    Not,       ///< args (the checker requires exactly one)
    AtLeast,   ///< args, of which it takes `k`
    Name,      ///< name: a condition defined elsewhere
    Evidence,  ///< evidence: an object with `kind`, from JSON; name: its aspect, which is also in
               ///< label if present
    Call,  ///< name(arguments): an evidence kind as a function (shorthand), optionally with a label
    Hop,  ///< name is `1HOP`, `2HOP`, `1HOP_STARS`, …; arguments: the friends, and a pattern unless
          ///< `_STARS`; optionally a label
  };
  Kind kind = Kind::Name;
  source::Span span;       ///< the whole node
  source::Span head_span;  ///< the operator, the name, or in JSON the value of `op` or `aspect`
                           ///< (else the whole node)
  std::string name;
  std::vector<Expr> args;
  Json k;  ///< of AtLeast, as written; null if absent
  std::vector<Argument> arguments;
  Json evidence;
  /// The condition's name at its point of use: `as no_dogs`, or in JSON its `aspect`. Absent and
  /// empty are different.
  std::optional<Field> label;
};

/// `rank by "risk.json".FINAL_RISK_SCORE asc`: the order of a request's matches.
struct Rank {
  source::Span span;
  Field formula;  ///< the file, as written, relative to the request's file
  Field output;
  bool descending = true;
  bool order_is_written = false;  ///< otherwise it is the default
};

struct Request {
  source::Span span;        ///< the whole request
  std::optional<Field> id;  ///< absent for a bare expression; the driver numbers those
  std::optional<Field> group, scenario, text, shorthand, gold;
  /// Those of the fields above that are given as null, which means absent: their names in the
  /// shorthand, at the location of the null.
  std::vector<Field> nulls;
  std::optional<Rank> rank;
  std::optional<Expr> structure;  ///< absent if it was missing or did not parse (reported)
};

/// `let name = …`. A value that did not parse (reported) is an empty AND whose span contains the
/// error.
struct Let {
  Field name;
  Expr value;
};

/// `import "conditions.json"`
struct Import {
  source::Span span;
  Field path;  ///< as written, relative to the importing file
};

struct Program {
  source::FileId file = 0;
  std::vector<Import> imports;
  std::vector<Let> lets;
  std::vector<Request> requests;
  std::vector<Formula> formulas;
};

/// A condition library: `{name: evidence}`.
struct Library {
  source::FileId file = 0;
  bool is_whole = true;  ///< false if part of it could not be read (reported)
  std::vector<Let> conditions;
};

}  // namespace seedc::ast
