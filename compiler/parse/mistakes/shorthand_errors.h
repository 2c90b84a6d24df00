// Messages for syntax errors in shorthand.
#pragma once

#include <antlr4-runtime.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "compiler/diag/diagnostics.h"
#include "compiler/parse/shorthand/statements.h"
#include "compiler/parse/syntax_error.h"
#include "compiler/source/source.h"

namespace seedc::parse {

/// Whether a token is an operator that follows a condition, as in `a AND b` and `a & b`, where the
/// shorthand has calls.
bool is_infix_operator(const TokenView& tokens, std::size_t index);

class ShorthandErrors {
 public:
  ShorthandErrors(const source::SourceFile& source, source::FileId file, const TokenView& tokens,
                  diag::Diagnostics& diagnostics)
      : source_(source), file_(file), tokens_(tokens), diagnostics_(diagnostics) {}

  /// Reports why the parser stopped in the statement of tokens [begin, next). If it stopped at the
  /// token that begins the next statement, the location is the end of this one.
  void report(const StoppedParse& stopped, std::size_t begin, std::size_t next);
  /// For `a AND b`, in the statement of tokens [begin, …).
  void report_infix_operator(std::size_t begin, std::size_t index);
  /// For `cozy = review_text("cozy")`, whose name was parsed as a request.
  void report_missing_let(std::size_t index);
  /// For `R01:` followed by `R02: …`, whose id was parsed as the condition.
  void report_missing_condition(std::size_t index);
  /// For `AND(a) OR(b)` or `AND(a) 5`, in which a condition or a number follows another condition
  /// on the same line.
  void report_left_over(std::size_t index);

 private:
  void report_stray(std::size_t begin, std::size_t index, bool wants_condition);
  std::string help_for_comparison(std::size_t begin, std::size_t index) const;
  void report_expected(const StoppedParse& stopped, std::size_t begin, std::size_t next);
  /// For a statement inside which the one at `next` seems to begin: in an open bracket, or where a
  /// `let` or `request` expects a name.
  void report_unfinished(std::size_t begin, std::size_t next);
  std::string_view help_for_left_over(std::size_t index) const;
  std::string help_for(std::size_t begin, std::size_t found) const;
  std::string help_for_open_bracket(std::size_t begin, std::size_t found) const;
  /// Whether a token is the `=` of `path = x` in a call.
  bool is_option_assignment(std::size_t begin, std::size_t index) const;
  bool is_option(std::size_t open, std::size_t found) const;
  std::string help_for_assignment(std::size_t begin, std::size_t found) const;
  bool is_late_number(std::size_t begin, std::size_t index) const;
  bool lacks_comma(std::size_t begin, std::size_t index) const;
  /// Whether a token is the colon of `12:00`.
  bool is_time(std::size_t begin, std::size_t index) const;
  /// Whether a token follows `rank by` before the score is complete.
  bool is_in_ranking(std::size_t begin, std::size_t index) const;
  /// Whether the innermost open bracket is that of `review_match`.
  bool is_in_match(std::size_t begin, std::size_t index) const;
  /// Whether a token is in the brackets of a call or value, not in those of AND, OR, NOT.
  bool is_in_arguments(std::size_t begin, std::size_t index) const;
  /// The innermost bracket that is opened but not closed in tokens [begin, end).
  std::optional<std::size_t> last_open_bracket(std::size_t begin, std::size_t end) const;
  std::string_view spelling(std::size_t index) const;
  std::uint32_t line_of(std::size_t index) const;
  source::Span place_of(std::size_t index) const;
  source::Span end_of(std::size_t index) const;

  const source::SourceFile& source_;
  source::FileId file_;
  const TokenView& tokens_;
  diag::Diagnostics& diagnostics_;
};

}  // namespace seedc::parse
