// Explains syntax errors in the shorthand: what was found, what was expected, and the fix.
#include "compiler/parse/mistakes/shorthand_errors.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ShorthandParser.h"
#include "compiler/ast/operator_words.h"
#include "compiler/parse/mistakes/foreign_quotes.h"
#include "compiler/parse/strings.h"
#include "compiler/parse/tokens.h"
#include "runtime/base/nearest.h"
#include "runtime/language/conditions.h"

namespace seedc::parse {
namespace {

using antlr4::Token;
using grammar::ShorthandParser;

std::vector<TokenGroup> shorthand_groups() {
  const std::vector<std::size_t> words = {ShorthandParser::NAME,    ShorthandParser::HOP,
                                          ShorthandParser::AND,     ShorthandParser::OR,
                                          ShorthandParser::NOT,     ShorthandParser::AT_LEAST,
                                          ShorthandParser::LET,     ShorthandParser::IMPORT,
                                          ShorthandParser::REQUEST, ShorthandParser::WHERE};
  std::vector<std::size_t> keys = words;
  keys.insert(keys.end(), {ShorthandParser::STRING, ShorthandParser::TRUE_WORD,
                           ShorthandParser::FALSE_WORD, ShorthandParser::NULL_WORD});
  std::vector<std::size_t> values = keys;
  values.insert(values.end(), {ShorthandParser::NUMBER, ShorthandParser::LEFT_BRACKET,
                               ShorthandParser::LEFT_BRACE});
  const std::vector<std::size_t> conditions = {ShorthandParser::NAME,    ShorthandParser::STRING,
                                               ShorthandParser::HOP,     ShorthandParser::AND,
                                               ShorthandParser::OR,      ShorthandParser::NOT,
                                               ShorthandParser::AT_LEAST};
  std::vector<std::size_t> least = conditions;
  least.insert(least.end(), {ShorthandParser::NUMBER, ShorthandParser::TRUE_WORD,
                             ShorthandParser::FALSE_WORD, ShorthandParser::NULL_WORD});
  std::vector<std::size_t> statements = conditions;
  statements.insert(statements.end(), {ShorthandParser::NUMBER, ShorthandParser::LET,
                                       ShorthandParser::IMPORT, ShorthandParser::REQUEST});
  std::vector<std::size_t> field_values = conditions;
  field_values.insert(field_values.end(), {ShorthandParser::NUMBER, ShorthandParser::NULL_WORD});
  return {{"a value", values},
          {"a key", keys},
          {"a request, `let` or `import`", statements},
          {"a number", least},
          {"a condition or a text", field_values},
          {"a condition", conditions},
          {"an id", {ShorthandParser::NAME, ShorthandParser::NUMBER, ShorthandParser::STRING}},
          {"a field", {ShorthandParser::NAME, ShorthandParser::WHERE, ShorthandParser::RANK_BY}},
          {"a name", {ShorthandParser::NAME, ShorthandParser::STRING}},
          {"a name", {ShorthandParser::NAME}},
          {"a string", {ShorthandParser::STRING}}};
}

bool is_logical(std::size_t type) {
  return type == ShorthandParser::AND || type == ShorthandParser::OR ||
         type == ShorthandParser::NOT || type == ShorthandParser::AT_LEAST;
}

/// Whether a condition was expected, rather than a value, in which `NOT` would be a word.
bool wants_condition(const StoppedParse& stopped) {
  return stopped.expected.contains(static_cast<std::size_t>(ShorthandParser::NOT)) &&
         !stopped.expected.contains(static_cast<std::size_t>(ShorthandParser::TRUE_WORD));
}

bool ends_condition(std::size_t type) {
  return type == ShorthandParser::NAME || type == ShorthandParser::STRING ||
         type == ShorthandParser::RIGHT_PAREN;
}

bool ends_value(std::size_t type) {
  return ends_condition(type) || type == ShorthandParser::NUMBER ||
         type == ShorthandParser::RIGHT_BRACKET || type == ShorthandParser::RIGHT_BRACE;
}

/// Whether it is a text or a word for a value.
bool is_word(std::size_t type) {
  return type == ShorthandParser::NAME || type == ShorthandParser::STRING ||
         type == ShorthandParser::TRUE_WORD || type == ShorthandParser::FALSE_WORD;
}

bool begins_with_digit(std::string_view text) {
  return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

std::string_view closer_of(std::string_view opener) {
  return opener == "(" ? ")" : opener == "[" ? "]" : "}";
}

constexpr std::string_view kCommaHelp = "a comma separates conditions and arguments";

std::string_view help_for_stray(std::string_view spelling, bool wants_condition) {
  const bool negates = spelling == "!" || spelling == "-";
  if (negates && wants_condition) return "write `NOT(…)`";
  if (spelling == "“" || spelling == "”" || spelling == "‘" || spelling == "’") {
    return "strings use plain quotes, `\"…\"` or `'…'`";
  }
  if (spelling == ";") return kCommaHelp;
  if (spelling == "%") return "there are no percentages: `AT_LEAST` takes a number of conditions";
  return spelling == "/" ? "a pattern is written in quotes; a comment begins with `#`" : "";
}

/// Whether it is a sign of the grammar's comparisons.
bool is_comparison(std::string_view spelling) {
  constexpr std::string_view kFirst[] = {"<", ">", "=", "!=", "~", "≥", "≤"};
  return std::any_of(std::begin(kFirst), std::end(kFirst),
                     [&](std::string_view first) { return spelling.starts_with(first); });
}

constexpr std::string_view kComparisonHelp =
    "reviews are compared in `review_match(stars >= 4)`; elsewhere an option says it: `option: "
    "value`";

/// `item_meta(stars, gt: 4)` and the like, for `stars > 4`; empty for other signs.
std::string item_comparison(std::string_view name, std::string_view sign, std::string_view number) {
  if (sign == ">=" || sign == "≥") return fmt::format("{}_gte_{}", name, number);
  if (sign == "<=" || sign == "≤") return fmt::format("{}_lte_{}", name, number);
  constexpr std::pair<std::string_view, std::string_view> kOptions[] = {
      {">", "gt"}, {"<", "lt"}, {"=", "is"}, {"==", "is"}};
  const auto* option =
      std::ranges::find(kOptions, sign, &std::pair<std::string_view, std::string_view>::first);
  if (option == std::end(kOptions)) return {};
  return fmt::format("item_meta({}, {}: {})", name, option->second, number);
}

/// For a word between the comparisons of `review_match`.
std::string_view help_for_match(std::string_view word) {
  if (word == "and" || word == "AND" || word == "&&" || word == "&")
    return "comparisons of one review are separated by commas: `review_match(stars >= 4, useful "
           ">= 1)`";
  if (word == "or" || word == "OR" || word == "||" || word == "|")
    return "write `OR(review_match(…), review_match(…))`; one of several values is in brackets: "
           "`review_match(stars = [4, 5])`";
  if (word == "in" || word == "IN")
    return "one of several values is in brackets: `review_match(stars = [4, 5])`";
  return {};
}

/// For a condition among the arguments of a call.
std::string help_for_nested(std::string_view call) {
  const std::string help = ast::help_for_operator(upper_case(call));
  return help.empty() ? "only AND, OR, NOT and AT_LEAST have conditions as arguments"
                      : fmt::format("there is no operator `{}`: {}", call, help);
}

constexpr std::string_view kRankHelp = "matches are ordered by `rank by \"risk.json\".SCORE desc`";

/// The operator to write for `a & b`.
std::string_view call_for(std::string_view infix) {
  const char first = infix.front();
  return first == '&' || first == 'a' || first == 'A' ? "AND" : "OR";
}

}  // namespace

bool is_infix_operator(const TokenView& tokens, std::size_t index) {
  if (index == 0 || !ends_condition(tokens[index - 1]->getType())) return false;
  const std::size_t type = tokens[index]->getType();
  if (type == ShorthandParser::INFIX_OPERATOR) return true;
  return (type == ShorthandParser::AND || type == ShorthandParser::OR) &&
         tokens[index + 1]->getType() != ShorthandParser::LEFT_PAREN;
}

void ShorthandErrors::report(const StoppedParse& stopped, std::size_t begin, std::size_t next) {
  const std::size_t found = stopped.found->getTokenIndex();
  if (next < found) return report_unfinished(begin, next);
  switch (stopped.found->getType()) {
    case ShorthandParser::UNTERMINATED_STRING:
      diagnostics_.report(diag::DiagCode::Syntax, place_of(found), "the string is not closed")
          .help = fmt::format("close it with `{}` in the same line", spelling(found).front());
      return;
    case ShorthandParser::STRAY:
      report_stray(begin, found, wants_condition(stopped));
      return;
    default:
      if (is_infix_operator(tokens_, found)) return report_infix_operator(begin, found);
      report_expected(stopped, begin, next);
  }
}

void ShorthandErrors::report_stray(std::size_t begin, std::size_t index, bool wants_condition) {
  auto& report = diagnostics_.report(diag::DiagCode::Syntax, place_of(index),
                                     "stray character " + quote(spelling(index)));
  report.help = is_comparison(spelling(index))
                    ? help_for_comparison(begin, index)
                    : std::string(help_for_stray(spelling(index), wants_condition));
  report.fix = in_double_quotes(source_.text(), file_, place_of(index).begin);
}

/// A value of the item is compared in a name, or in an option of `item_meta`.
std::string ShorthandErrors::help_for_comparison(std::size_t begin, std::size_t index) const {
  const bool follows_name = index > 0 && index + 1 < tokens_.size() &&
                            tokens_[index - 1]->getType() == ShorthandParser::NAME;
  if (!follows_name || is_in_arguments(begin, index)) return std::string(kComparisonHelp);
  const std::size_t value = tokens_[index + 1]->getType();
  const bool is_number = value == ShorthandParser::NUMBER;
  if (!is_number && !(is_word(value) && spelling(index).starts_with('=')))
    return std::string(kComparisonHelp);
  const std::string of_item =
      item_comparison(spelling(index - 1), spelling(index), spelling(index + 1));
  if (of_item.empty()) return std::string(kComparisonHelp);
  return fmt::format("a {} of an item is compared by `{}`, reviews by `review_match(stars >= 4)`",
                     is_number ? "number" : "value", of_item);
}

void ShorthandErrors::report_missing_let(std::size_t index) {
  const source::Span name = place_of(index);
  auto& report = diagnostics_.report(diag::DiagCode::Syntax, name, "a definition without `let`");
  const bool is_used = std::ranges::any_of(tokens_, [&](const Token* token) {
    return token != tokens_[index] && spelling(token->getTokenIndex()) == spelling(index);
  });
  report.help = fmt::format("write `let {} = …`", spelling(index));
  if (!is_used) report.help += fmt::format("; a request has a colon: `{}: …`", spelling(index));
  report.fix = diag::FixIt{{file_, name.begin, name.begin}, "let ", /*is_safe=*/is_used};
}

void ShorthandErrors::report_infix_operator(std::size_t begin, std::size_t index) {
  const bool is_in_call =
      is_in_arguments(begin, index) &&
      tokens_[*last_open_bracket(begin, index)]->getType() == ShorthandParser::LEFT_PAREN;
  const auto text = fmt::format("operator {} between {}", quote(spelling(index)),
                                is_in_call ? "arguments" : "conditions");
  const std::string_view call = call_for(spelling(index));
  auto& report = diagnostics_.report(diag::DiagCode::Syntax, place_of(index), text);
  if (is_in_call && is_in_match(begin, index)) report.help = help_for_match(spelling(index));
  if (!report.help.empty()) return;
  report.help = is_in_call ? fmt::format("it joins conditions: write `{0}({1}(…), {1}(…))`", call,
                                         spelling(*last_open_bracket(begin, index) - 1))
                           : fmt::format("write `{}(a, b)`", call);
}

void ShorthandErrors::report_missing_condition(std::size_t index) {
  const std::string found = quote(spelling(index));
  diagnostics_.report(diag::DiagCode::Syntax, end_of(index), "expected a condition, found " + found)
      .help = found + " with a `:` begins another request";
}

void ShorthandErrors::report_left_over(std::size_t index) {
  const auto text = fmt::format("expected the end of the line, found {}", quote(spelling(index)));
  diagnostics_.report(diag::DiagCode::Syntax, place_of(index), text).help =
      help_for_left_over(index);
}

std::string_view ShorthandErrors::help_for_left_over(std::size_t index) const {
  if (tokens_[index]->getType() == ShorthandParser::NUMBER)
    return "leave it out; an id of another request has a `:` after it";
  if (spelling(index) == "LEAST") return "write `AT_LEAST(2, a, b)`";
  const bool follows_name = index > 0 && tokens_[index - 1]->getType() == ShorthandParser::NAME;
  const std::string before = follows_name ? upper_case(spelling(index - 1)) : std::string();
  if (before == "LET" || before == "IMPORT" || before == "REQUEST")
    return "`let`, `import` and `request` are in lower case";
  constexpr std::size_t kScore = 4;  // `by "risk.json" . SCORE`
  const bool follows_score =
      index >= kScore && tokens_[index - kScore]->getType() == ShorthandParser::BY;
  if (follows_score) return "the order is `asc` or `desc`";
  if (spelling(index) == "as") {
    return "`as` names a call, `item_meta(…) as name`, in its line; a `let` names any condition";
  }
  const bool is_ranking =
      spelling(index) == "order" || spelling(index) == "sort" ||
      base::nearest(spelling(index), std::vector<std::string>{"rank"}) == "rank";
  return is_ranking ? kRankHelp : "write `AND(a, b)` or `OR(a, b)` to join conditions";
}

void ShorthandErrors::report_unfinished(std::size_t begin, std::size_t next) {
  const auto open = last_open_bracket(begin, next);
  const std::string expected = open ? quote(closer_of(spelling(*open))) : "a name";
  const auto text = fmt::format("expected {}, found {}", expected, quote(spelling(next)));
  diagnostics_.report(diag::DiagCode::Syntax, end_of(next), text).help =
      help_for_open_bracket(begin, next);
}

void ShorthandErrors::report_expected(const StoppedParse& stopped, std::size_t begin,
                                      std::size_t next) {
  static const Wording kWording{ShorthandParser(nullptr).getVocabulary(),
                                shorthand_groups(),
                                {ShorthandParser::TRAILING_COMMA, ShorthandParser::COMPARISON,
                                 ShorthandParser::FOREIGN_COMPARISON}};
  constexpr std::string_view kEnd = "the end of the file";
  const std::size_t found = stopped.found->getTokenIndex();
  const bool ends = stopped.found->getType() == Token::EOF;
  const auto text =
      fmt::format("expected {}, found {}", describe_expected(stopped.expected, kWording, kEnd),
                  ends ? std::string(kEnd) : quote(spelling(found)));
  const source::Span place = ends || found == next ? end_of(found) : place_of(found);
  auto& report = diagnostics_.report(diag::DiagCode::Syntax, place, text);
  report.help = help_for(begin, found);
  if (is_option_assignment(begin, found) && is_option(*last_open_bracket(begin, found), found))
    report.fix = diag::FixIt{place, ":", /*is_safe=*/true};
}

std::string ShorthandErrors::help_for(std::size_t begin, std::size_t found) const {
  if (is_option_assignment(begin, found)) return help_for_assignment(begin, found);
  if (tokens_[found]->getType() == ShorthandParser::ASSIGN)
    return help_for_comparison(begin, found);
  if (is_in_ranking(begin, found)) return std::string(kRankHelp);
  if (is_in_match(begin, found)) {
    const std::string_view help = help_for_match(spelling(found));
    if (!help.empty()) return std::string(help);
  }
  if (tokens_[found]->getType() == ShorthandParser::RANK)
    return "within braces it is `rank_by: \"risk.json\".SCORE desc`";
  if (tokens_[found]->getType() == ShorthandParser::LEFT_PAREN && is_in_arguments(begin, found)) {
    const std::string_view call = spelling(*last_open_bracket(begin, found) - 1);
    if (tokens_[found - 1]->getType() == ShorthandParser::NAME) return help_for_nested(call);
    if (is_logical(tokens_[found - 1]->getType()))
      return fmt::format("it has whole conditions as arguments: `{}({}(…))`",
                         upper_case(spelling(found - 1)), call);
  }
  if (is_late_number(begin, found))
    return fmt::format("the number is the first argument: `AT_LEAST({}, …)`", spelling(found));
  if (is_time(begin, found)) {
    return "a time range is written in quotes: `\"12:00-17:00\"`";
  }
  if (found > begin && is_logical(tokens_[found - 1]->getType())) {
    const std::string name = upper_case(spelling(found - 1));
    const bool is_not_of_name = name == "NOT" && tokens_[found]->getType() == ShorthandParser::NAME;
    return fmt::format("write `{}({})`", name, is_not_of_name ? spelling(found) : "…");
  }
  if (lacks_comma(begin, found)) return std::string(kCommaHelp);
  return help_for_open_bracket(begin, found);
}

/// Whether it is the number of `AT_LEAST(a, b, 2)`.
bool ShorthandErrors::is_late_number(std::size_t begin, std::size_t index) const {
  const auto open = last_open_bracket(begin, index);
  return open && *open > begin && tokens_[index]->getType() == ShorthandParser::NUMBER &&
         tokens_[*open - 1]->getType() == ShorthandParser::AT_LEAST;
}

/// Whether two arguments follow each other in a line.
bool ShorthandErrors::lacks_comma(std::size_t begin, std::size_t index) const {
  const std::size_t type = tokens_[index]->getType();
  return index > begin && line_of(index - 1) == line_of(index) && last_open_bracket(begin, index) &&
         ends_value(tokens_[index - 1]->getType()) && (is_word(type) || is_logical(type));
}

/// A statement that continues on the next line has most likely lost a closing bracket.
std::string ShorthandErrors::help_for_open_bracket(std::size_t begin, std::size_t found) const {
  const auto open = last_open_bracket(begin, found);
  const bool ends = tokens_[found]->getType() == Token::EOF;
  if (!open || (!ends && line_of(*open) == line_of(found))) return {};
  return fmt::format("the {} of line {} is not closed", quote(spelling(*open)), line_of(*open));
}

bool ShorthandErrors::is_option_assignment(std::size_t begin, std::size_t index) const {
  return tokens_[index]->getType() == ShorthandParser::ASSIGN && is_in_arguments(begin, index);
}

/// Whether the words before a `=` are an option of the call whose bracket is `open`; those of other
/// objects are taken for one.
bool ShorthandErrors::is_option(std::size_t open, std::size_t found) const {
  const auto kind = language::find_evidence_kind(spelling(open - 1));
  return !kind || std::ranges::any_of(language::info(*kind).options,
                                      [&](const language::OptionInfo& option) {
                                        return option.name == spelling(found - 1);
                                      });
}

/// A path of the item or a value of its reviews may be compared with in place of an option.
std::string ShorthandErrors::help_for_assignment(std::size_t begin, std::size_t found) const {
  constexpr std::size_t kLongestShown = 60;
  const std::size_t open = *last_open_bracket(begin, found);
  const auto comma =
      std::find_if(tokens_.begin() + static_cast<std::ptrdiff_t>(open),
                   tokens_.begin() + static_cast<std::ptrdiff_t>(found),
                   [](const Token* token) { return token->getType() == ShorthandParser::COMMA; });
  const bool is_first = comma == tokens_.begin() + static_cast<std::ptrdiff_t>(found) ||
                        tokens_[open + 1]->getType() == ShorthandParser::LEFT_BRACKET;
  if (is_option(open, found) || !is_first) return "write `:` between an option and its value";
  if (spelling(open - 1) != "item_meta" || found == open + 1) return std::string(kComparisonHelp);
  const std::size_t from = place_of(open + 1).begin;
  const std::string_view path = source_.text().substr(from, place_of(found - 1).end - from);
  return fmt::format("write `item_meta({}, is: …)`", path.size() > kLongestShown ? "…" : path);
}

bool ShorthandErrors::is_time(std::size_t begin, std::size_t index) const {
  return tokens_[index]->getType() == ShorthandParser::COLON && index > begin &&
         begins_with_digit(spelling(index - 1)) && begins_with_digit(spelling(index + 1));
}

bool ShorthandErrors::is_in_ranking(std::size_t begin, std::size_t index) const {
  constexpr std::size_t kLongest = 3;  // `by "risk.json" .`
  const std::size_t first = std::max(begin, index < kLongest ? 0 : index - kLongest);
  return std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(first),
                     tokens_.begin() + static_cast<std::ptrdiff_t>(index),
                     [](const Token* token) { return token->getType() == ShorthandParser::BY; });
}

bool ShorthandErrors::is_in_match(std::size_t begin, std::size_t index) const {
  const auto open = last_open_bracket(begin, index);
  return open && *open > begin && spelling(*open - 1) == "review_match";
}

bool ShorthandErrors::is_in_arguments(std::size_t begin, std::size_t index) const {
  const auto open = last_open_bracket(begin, index);
  return open && *open > begin && !is_logical(tokens_[*open - 1]->getType());
}

std::optional<std::size_t> ShorthandErrors::last_open_bracket(std::size_t begin,
                                                              std::size_t end) const {
  const Punctuation& punctuation = shorthand_punctuation();
  std::vector<std::size_t> open;
  for (std::size_t i = begin; i < end; ++i) {
    if (punctuation.opens(*tokens_[i])) open.push_back(i);
    if (punctuation.closes(*tokens_[i]) && !open.empty()) open.pop_back();
  }
  if (open.empty()) return std::nullopt;
  return open.back();
}

std::string_view ShorthandErrors::spelling(std::size_t index) const {
  const source::Span span = span_of(file_, *tokens_[index]);
  return source_.text().substr(span.begin, span.end - span.begin);
}

std::uint32_t ShorthandErrors::line_of(std::size_t index) const {
  return source_.position(span_of(file_, *tokens_[index]).begin).line;
}

source::Span ShorthandErrors::place_of(std::size_t index) const {
  return span_of(file_, *tokens_[index]);
}

source::Span ShorthandErrors::end_of(std::size_t index) const {
  if (index == 0) return place_of(index);
  const source::Span before = place_of(index - 1);
  return {file_, before.end, before.end};
}

}  // namespace seedc::parse
