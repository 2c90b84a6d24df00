// Implements queries on the tokens of an expression.
#include "compiler/parse/expression/expression_tokens.h"

#include <algorithm>
#include <utility>

#include "ExpressionParser.h"

namespace seedc::parse {
namespace {

using antlr4::Token;
using grammar::ExpressionParser;

bool is_operand(std::size_t type) {
  switch (type) {
    case ExpressionParser::NAME:
    case ExpressionParser::NUMBER:
    case ExpressionParser::LEADING_ZERO:
    case ExpressionParser::STRING:
    case ExpressionParser::PREFIXED_STRING:
    case ExpressionParser::TRUE_WORD:
    case ExpressionParser::FALSE_WORD:
    case ExpressionParser::NULL_WORD:
    case ExpressionParser::ROW_NAME:
      return true;
    default:
      return false;
  }
}

}  // namespace

const Punctuation& expression_punctuation() {
  static const Punctuation kPunctuation = punctuation_of<ExpressionParser>();
  return kPunctuation;
}

bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string_view python_spelling(std::size_t type) {
  static constexpr std::pair<std::size_t, std::string_view> kSpellings[] = {
      {ExpressionParser::AND, "and"},        {ExpressionParser::OR, "or"},
      {ExpressionParser::NOT, "not"},        {ExpressionParser::IF, "if"},
      {ExpressionParser::ELSE, "else"},      {ExpressionParser::IN, "in"},
      {ExpressionParser::LT, "<"},           {ExpressionParser::LE, "<="},
      {ExpressionParser::GT, ">"},           {ExpressionParser::GE, ">="},
      {ExpressionParser::EQ, "=="},          {ExpressionParser::NE, "!="},
      {ExpressionParser::PLUS, "+"},         {ExpressionParser::MINUS, "-"},
      {ExpressionParser::TIMES, "*"},        {ExpressionParser::DIVIDE, "/"},
      {ExpressionParser::TRUE_WORD, "True"}, {ExpressionParser::FALSE_WORD, "False"},
  };
  const auto* found = std::find_if(std::begin(kSpellings), std::end(kSpellings),
                                   [type](const auto& row) { return row.first == type; });
  return found == std::end(kSpellings) ? std::string_view() : found->second;
}

ExpressionTokens::ExpressionTokens(const EmbeddedText& text, TokenView tokens,
                                   std::vector<std::string_view> spellings)
    : text_(text), tokens_(std::move(tokens)), spellings_(std::move(spellings)) {}

std::size_t ExpressionTokens::type(std::size_t index) const {
  return index < size() ? tokens_[index]->getType() : Token::EOF;
}

void ExpressionTokens::set_type(std::size_t index, std::size_t type) {
  seedc::parse::set_type(*tokens_[index], type);
}

std::string_view ExpressionTokens::spelling(std::size_t index) const {
  return index < size() ? spellings_[index] : std::string_view();
}

std::string ExpressionTokens::word(std::size_t index) const {
  std::string word(spelling(index));
  std::transform(word.begin(), word.end(), word.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return word;
}

source::Span ExpressionTokens::place(std::size_t first, std::size_t end) const {
  if (first < size())
    return source::join(text_.span_of(spelling(first)), text_.span_of(spelling(end - 1)));
  // After the last token, or before the end of a text without any.
  if (size() == 0) return text_.span(text_.value().size(), text_.value().size());
  return text_.span_of(spelling(size() - 1).substr(spelling(size() - 1).size()));
}

bool ExpressionTokens::opens(std::size_t index) const {
  return index < size() && expression_punctuation().opens(*tokens_[index]);
}

bool ExpressionTokens::closes(std::size_t index) const {
  return index < size() && expression_punctuation().closes(*tokens_[index]);
}

bool ExpressionTokens::touches_previous(std::size_t index) const {
  if (index == 0 || index >= size()) return false;
  const std::string_view before = spelling(index - 1);
  return before.data() + before.size() == spelling(index).data();
}

bool ExpressionTokens::is_key(std::size_t index) const {
  return index > 0 && type(index - 1) == ExpressionParser::DOT;
}

bool ExpressionTokens::ends_value(std::size_t index) const {
  return index < size() && (is_key(index) || is_operand(type(index)) || closes(index));
}

bool ExpressionTokens::begins_value(std::size_t index) const {
  const std::size_t type = this->type(index);
  return is_operand(type) || type == ExpressionParser::LEFT_PAREN ||
         type == ExpressionParser::MINUS || type == ExpressionParser::NOT;
}

std::optional<std::size_t> ExpressionTokens::closer(std::size_t open) const {
  std::size_t end = find(open + 1, {});
  while (type(end) == ExpressionParser::COMMA) end = find(end + 1, {});
  return end < size() ? std::optional(end) : std::nullopt;
}

std::size_t ExpressionTokens::find(std::size_t first,
                                   std::initializer_list<std::string_view> words) const {
  std::size_t depth = 0;
  for (std::size_t i = first; i < size(); ++i) {
    if (depth == 0 && (closes(i) || type(i) == ExpressionParser::COMMA)) return i;
    if (depth == 0 && !is_key(i) && std::find(words.begin(), words.end(), word(i)) != words.end()) {
      return i;
    }
    if (closes(i)) --depth;
    if (opens(i)) ++depth;
  }
  return size();
}

std::size_t ExpressionTokens::part_begin(std::size_t index) const {
  std::size_t depth = 0;
  for (std::size_t i = index; i > 0; --i) {
    if (depth == 0 && (opens(i - 1) || type(i - 1) == ExpressionParser::COMMA)) return i;
    if (opens(i - 1)) --depth;
    if (closes(i - 1)) ++depth;
  }
  return 0;
}

std::optional<std::size_t> ExpressionTokens::open_before(std::size_t index) const {
  std::size_t at = part_begin(index);
  while (at > 0 && type(at - 1) == ExpressionParser::COMMA) at = part_begin(at - 1);
  return at > 0 ? std::optional(at - 1) : std::nullopt;
}

bool ExpressionTokens::stands_alone(std::size_t first, std::size_t end) const {
  return part_begin(first) == first && find(end, {}) == end;
}

std::optional<std::size_t> ExpressionTokens::name_before(std::size_t end) const {
  std::size_t first = end;
  while (first > 0 && is_key(first - 1)) first -= 2;
  if (first == 0 || type(first - 1) != ExpressionParser::NAME) return std::nullopt;
  return first - 1;
}

std::string ExpressionTokens::python(std::size_t index) const {
  const std::string_view written = spelling(index);
  const std::string_view python = is_key(index) ? std::string_view() : python_spelling(type(index));
  return std::string(python.empty() ? written : python);
}

std::string ExpressionTokens::python(std::size_t first, std::size_t end) const {
  std::string out;
  for (std::size_t i = first; i < end; ++i) {
    const std::string next = python(i);
    const bool joins_words = !out.empty() && is_word_char(out.back()) && is_word_char(next.front());
    if (i > first && (!touches_previous(i) || joins_words)) out += ' ';
    out += next;
  }
  return out;
}

}  // namespace seedc::parse
