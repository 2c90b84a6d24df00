// A mistake in an expression, in the form in which it is explained before it is reported.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "compiler/diag/diagnostics.h"
#include "compiler/parse/expression/expression_tokens.h"

namespace seedc::parse {

/// What is wrong in an expression, and the fix. Ranges are of tokens, [first, end).
struct Mistake {
  struct Replacement {
    std::size_t first;
    std::size_t end;
    std::string text;
    bool is_safe = true;  ///< as in FixIt
  };

  std::size_t first;
  std::size_t end;
  std::string text;
  std::string help;
  std::optional<Replacement> fix;

  /// Whether this fix also covers another mistake.
  bool fixes(const Mistake& other) const;
  /// Offers `python` for tokens [from, to), also in the help unless that would fill the screen.
  void offer(std::size_t from, std::size_t to, std::string python);
};

void report(const Mistake& mistake, const ExpressionTokens& tokens, diag::Diagnostics& diagnostics);

}  // namespace seedc::parse
