// The tree of a program as it was written, with the place of every part. Both notations, shorthand
// (`.req`) and JSON (`requests.jsonl`, one request, a condition tree), parse into it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/ast/formula.h"
#include "compiler/ast/json.h"
#include "compiler/source/source.h"

namespace seedc::ast {

/// A text with its place.
struct Field {
  std::string text;
  Span span;
};

/// An operand of a shorthand call: `true: "False"`, or without a key.
struct Argument {
  std::string key;  ///< empty if positional
  Span key_span;
  Json value;
};

/// A node of a request's tree.
struct Expr {
  enum class Kind {
    And,       ///< args
    Or,        ///< args
    Not,       ///< args (the checker wants exactly one)
    Name,      ///< name: a condition defined elsewhere
    Evidence,  ///< evidence: an object with `kind`, from JSON; name: its aspect, which label holds
               ///< too if it is there
    Call,      ///< name(arguments): an evidence kind as a function (shorthand), maybe with a label
    Hop,  ///< name is `1HOP`, `2HOP`, `1HOP_STARS`, …; arguments: the friends, and a pattern unless
          ///< `_STARS`; maybe a label
  };
  Kind kind = Kind::Name;
  Span span;       ///< all of it
  Span head_span;  ///< the operator, the name, or in JSON the value of `op` or `aspect` (else all
                   ///< of it)
  std::string name;
  std::vector<Expr> args;
  std::vector<Argument> arguments;
  Json evidence;
  /// What the condition is called where it stands: `as no_dogs`, or in JSON its `aspect`. Absent
  /// and empty are two things.
  std::optional<Field> label;
};

/// `rank by "risk.json".FINAL_RISK_SCORE asc`: the order of a request's matches.
struct Rank {
  Span span;
  Field formula;  ///< the file, as written, relative to the request's
  Field output;
  bool descending = true;
  bool order_is_written = false;  ///< else it is the default
};

struct Request {
  Span span;                ///< all of the request
  std::optional<Field> id;  ///< absent in a bare expression; the driver numbers those
  std::optional<Field> group, scenario, text, shorthand, gold;
  /// Of the fields above those given as null, which means absent: their names in the shorthand, at
  /// the place of the null.
  std::vector<Field> nulls;
  std::optional<Rank> rank;
  std::optional<Expr> structure;  ///< absent if it was missing or did not parse (reported)
};

/// `let name = …`. A value that did not parse (reported) is an AND of nothing whose span holds the
/// error.
struct Let {
  Field name;
  Expr value;
};

/// `import "conditions.json"`
struct Import {
  Span span;
  Field path;  ///< as written, relative to the importing file
};

struct Program {
  FileId file = 0;
  std::vector<Import> imports;
  std::vector<Let> lets;
  std::vector<Request> requests;
  std::vector<Formula> formulas;
};

/// A condition library: `{name: evidence}`.
struct Library {
  FileId file = 0;
  bool is_whole = true;  ///< false if some of it could not be read (reported)
  std::vector<Let> conditions;
};

}  // namespace seedc::ast
