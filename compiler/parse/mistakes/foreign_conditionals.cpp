// Explains conditionals of other languages: each form is split into conditions and values, which
// Python writes as a chain.
#include <utility>
#include <vector>

#include "ExpressionParser.h"
#include "compiler/parse/mistakes/foreign_forms.h"

namespace seedc::parse {
namespace {

using grammar::ExpressionParser;

struct Range {
  std::size_t first;
  std::size_t end;
};

/// `value if condition else value if condition else … last`
struct Branches {
  struct Branch {
    Range condition;
    Range value;
  };
  std::vector<Branch> branches;
  Range last;
  std::size_t end;  ///< the end of the whole form
};

class FormReader {
 public:
  explicit FormReader(const ExpressionTokens& tokens) : tokens_(tokens) {}

  /// `CASE WHEN c THEN a … ELSE b END`, from `CASE` on.
  std::optional<Branches> sql_case(std::size_t first) const {
    Branches read;
    std::size_t at = first + 1;
    while (tokens_.word(at) == "when") {
      const std::size_t then = tokens_.find(at + 1, {"then"});
      const std::size_t next = tokens_.find(then + 1, {"when", "else", "end"});
      read.branches.push_back({{at + 1, then}, {then + 1, next}});
      at = next;
    }
    if (tokens_.word(at) != "else") return std::nullopt;
    const std::size_t end = tokens_.find(at + 1, {"end"});
    read.last = {at + 1, end};
    read.end = tokens_.word(end) == "end" ? end + 1 : end;
    return read;
  }

  /// `if c then a else b` and `if c: a else: b`, from `if` on; `else if` and `elif` continue it.
  std::optional<Branches> if_then(std::size_t first) const {
    Branches read;
    std::size_t at = first;
    while (tokens_.type(at) == ExpressionParser::IF || tokens_.word(at) == "elif") {
      const std::size_t then = tokens_.find(at + 1, {"then", ":"});
      const std::size_t next = tokens_.find(then + 1, {"else", "elif"});
      read.branches.push_back({{at + 1, then}, {then + 1, next}});
      at = next + (tokens_.word(next) == "else" ? 1 : 0);
    }
    if (at == 0 || tokens_.word(at - 1) != "else") return std::nullopt;
    if (tokens_.type(at) == ExpressionParser::COLON) ++at;
    const std::size_t end = tokens_.find(at, {"end"});
    read.last = {at, end};
    read.end = tokens_.word(end) == "end" ? end + 1 : end;
    return read;
  }

  /// `IF(c, a, b)`, from `IF` on.
  std::optional<Branches> if_function(std::size_t first) const {
    if (tokens_.type(first + 1) != ExpressionParser::LEFT_PAREN) return std::nullopt;
    const std::size_t condition = first + 2;
    const std::size_t value = tokens_.find(condition, {}) + 1;
    const std::size_t last = tokens_.find(value, {}) + 1;
    const std::size_t close = tokens_.find(last, {});
    if (tokens_.type(value - 1) != ExpressionParser::COMMA ||
        tokens_.type(last - 1) != ExpressionParser::COMMA ||
        tokens_.type(close) != ExpressionParser::RIGHT_PAREN) {
      return std::nullopt;
    }
    return Branches{{{{condition, value - 1}, {value, last - 1}}}, {last, close}, close + 1};
  }

  /// `c ? a : b`; `b` may be another one.
  std::optional<Branches> question(std::size_t first) const {
    Branches read;
    std::size_t at = first;
    std::size_t mark = tokens_.find(at, {"?"});
    while (tokens_.type(mark) == ExpressionParser::QUESTION) {
      const std::size_t colon = tokens_.find(mark + 1, {":"});
      if (tokens_.type(colon) != ExpressionParser::COLON) return std::nullopt;
      read.branches.push_back({{at, mark}, {mark + 1, colon}});
      at = colon + 1;
      mark = tokens_.find(at, {"?"});
    }
    read.last = {at, mark};
    read.end = mark;
    return read;
  }

 private:
  const ExpressionTokens& tokens_;
};

/// Whether a part is not empty and contains no conditional.
bool is_plain(const ExpressionTokens& tokens, Range range) {
  for (std::size_t i = range.first; i < range.end; ++i) {
    const std::size_t type = tokens.type(i);
    const bool is_sign = type == ExpressionParser::QUESTION || type == ExpressionParser::COLON;
    if (type == ExpressionParser::IF || is_sign || tokens.word(i) == "case") return false;
  }
  return range.first < range.end;
}

/// The chain; empty if it has a part that contains another conditional.
std::string python_of(const ExpressionTokens& tokens, const Branches& read) {
  std::string out;
  for (const auto& [condition, value] : read.branches) {
    if (!is_plain(tokens, condition) || !is_plain(tokens, value)) return {};
    out += tokens.python(value.first, value.end) + " if " +
           tokens.python(condition.first, condition.end) + " else ";
  }
  if (read.branches.empty() || !is_plain(tokens, read.last)) return {};
  return out + tokens.python(read.last.first, read.last.end);
}

/// The form that `head` indicates and that begins at `first`.
std::optional<Branches> read_form(const ExpressionTokens& tokens, std::size_t head,
                                  std::size_t first) {
  const FormReader reader(tokens);
  if (tokens.type(head) == ExpressionParser::QUESTION) return reader.question(first);
  if (tokens.type(head) != ExpressionParser::IF) return reader.sql_case(first);
  auto read = reader.if_function(first);
  return read ? read : reader.if_then(first);
}

/// The token that indicates a conditional, if the parser stopped because of one.
std::optional<std::size_t> head_of(const ExpressionTokens& tokens, std::size_t found) {
  const bool is_case =
      tokens.word(found - 1) == "case" && !tokens.is_key(found - 1) && tokens.begins_value(found);
  if (is_case) return found - 1;
  const bool is_if = tokens.type(found) == ExpressionParser::IF && !tokens.ends_value(found - 1);
  return is_if || tokens.type(found) == ExpressionParser::QUESTION ? std::optional(found)
                                                                   : std::nullopt;
}

}  // namespace

std::optional<Mistake> foreign_conditional(const ExpressionTokens& tokens, std::size_t found) {
  const auto head = head_of(tokens, found);
  if (!head) return std::nullopt;
  Mistake mistake{.first = *head,
                  .end = *head + 1,
                  .text = "a conditional of another language",
                  .help = "write `a if c else b`, or use a `case` step"};
  const bool is_infix = tokens.type(*head) == ExpressionParser::QUESTION;
  const std::size_t first = is_infix ? tokens.part_begin(*head) : *head;
  const auto read = read_form(tokens, *head, first);
  std::string python = read ? python_of(tokens, *read) : std::string();
  if (python.empty()) return mistake;
  if (!tokens.stands_alone(first, read->end)) python = "(" + python + ")";
  mistake.offer(first, read->end, std::move(python));
  return mistake;
}

}  // namespace seedc::parse
