// Explains brackets of other languages in expressions: subscripts, lists, templates, methods.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "ExpressionParser.h"
#include "compiler/parse/mistakes/foreign_forms.h"
#include "compiler/parse/syntax_error.h"
#include "runtime/language/operations.h"

namespace seedc::parse {
namespace {

using grammar::ExpressionParser;

bool is_identifier(std::string_view text) {
  return !text.empty() && !(text[0] >= '0' && text[0] <= '9') &&
         std::all_of(text.begin(), text.end(), is_word_char);
}

/// `meta['user']['fans']` is `meta.user.fans`.
Mistake subscript(const ExpressionTokens& tokens, std::size_t found) {
  Mistake mistake{.first = found,
                  .end = tokens.closer(found).value_or(found) + 1,
                  .text = "a value has no entries",
                  .help = "a dot selects a member of a value: `meta.user.fans`"};
  const auto name = tokens.name_before(found);
  if (!name) return mistake;
  std::string keys;
  std::size_t end = found;
  while (tokens.type(end) == ExpressionParser::LEFT_BRACKET &&
         tokens.type(end + 1) == ExpressionParser::STRING &&
         tokens.type(end + 2) == ExpressionParser::RIGHT_BRACKET) {
    const std::string_view key = tokens.spelling(end + 1);
    if (!is_identifier(key.substr(1, key.size() - 2))) return mistake;
    keys += "." + std::string(key.substr(1, key.size() - 2));
    end += 3;
  }
  if (keys.empty()) return mistake;
  mistake.offer(*name, end, tokens.python(*name, found) + keys);
  return mistake;
}

/// `max([a, b])` is `max(a, b)`; `[x for …]` requires a step.
Mistake list(const ExpressionTokens& tokens, std::size_t found) {
  Mistake mistake{.first = found,
                  .end = tokens.closer(found).value_or(found) + 1,
                  .text = "a list is not a value",
                  .help = "pass the values as arguments: `max(a, b)`"};
  if (tokens.word(tokens.find(found + 1, {"for"})) == "for") {
    mistake.help = "steps iterate over rows: `count`, `sum`, `max` and `min`";
    return mistake;
  }
  const bool is_argument = tokens.type(found - 1) == ExpressionParser::LEFT_PAREN &&
                           tokens.type(found - 2) == ExpressionParser::NAME &&
                           tokens.type(mistake.end) == ExpressionParser::RIGHT_PAREN;
  if (!is_argument || mistake.end < found + 3) return mistake;
  const std::string_view function = tokens.spelling(found - 2);
  if (function != "max" && function != "min") {
    mistake.help = function == "sum" ? "add the values: `a + b`" : "no function takes a list";
    return mistake;
  }
  mistake.offer(
      found - 2, mistake.end + 1,
      fmt::format("{}({})", tokens.spelling(found - 2), tokens.python(found + 1, mistake.end - 1)));
  return mistake;
}

/// `{X}`, `{{X}}` and `${X}` are `X`.
Mistake brace(const ExpressionTokens& tokens, std::size_t first) {
  std::size_t inner = first;
  while (tokens.type(inner) == ExpressionParser::LEFT_BRACE || tokens.spelling(inner) == "$")
    ++inner;
  const std::size_t inner_end = tokens.find(inner, {});
  std::size_t end = inner_end;
  while (tokens.type(end) == ExpressionParser::RIGHT_BRACE) ++end;
  const bool is_template = tokens.name_before(inner_end) == inner && inner < inner_end;
  if (!is_template || end == inner_end) {
    const bool is_dict = tokens.type(inner) == ExpressionParser::STRING;
    return {.first = first,
            .end = first + 1,
            .text = "braces are not in the language",
            .help = is_dict ? "a step with `source` and `table` looks a value up: `lookup`, or "
                              "`define_value` for each row"
                            : "a name is written bare, text in `'…'`"};
  }
  Mistake mistake{.first = first, .end = end, .text = "a name in braces", .help = ""};
  mistake.offer(first, end, tokens.python(inner, inner_end));
  return mistake;
}

/// Whether a token is the name of a module of functions.
bool is_module(const ExpressionTokens& tokens, std::size_t index) {
  const std::string_view name = tokens.spelling(index);
  return !tokens.is_key(index) &&
         (name == "math" || name == "Math" || name == "np" || name == "numpy");
}

/// `math.sqrt(x)` is `sqrt(x)`; `x.lower()` has no fix.
Mistake method(const ExpressionTokens& tokens, std::size_t key) {
  const std::string_view name = tokens.spelling(key);
  Mistake mistake{.first = key,
                  .end = key + 1,
                  .text = "method " + quote(name) + " is not in the language",
                  .help = "the functions are " + language::list_functions("`")};
  if (language::find_function(name) == nullptr || !is_module(tokens, key - 2)) return mistake;
  mistake.first = key - 2;
  mistake.text = quote(tokens.python(key - 2, key + 1)) + " is not in the language";
  mistake.offer(key - 2, key + 1, std::string(name));
  return mistake;
}

}  // namespace

std::optional<Mistake> foreign_bracket(const ExpressionTokens& tokens, std::size_t found) {
  const bool is_template = tokens.spelling(found) == "$" && tokens.opens(found + 1);
  if (tokens.type(found) == ExpressionParser::LEFT_BRACE || is_template)
    return brace(tokens, found);
  if (tokens.type(found) == ExpressionParser::LEFT_BRACKET) {
    return tokens.ends_value(found - 1) ? subscript(tokens, found) : list(tokens, found);
  }
  const bool is_index =
      tokens.type(found - 1) == ExpressionParser::LEFT_BRACKET && tokens.ends_value(found - 2);
  if (is_index) return subscript(tokens, found - 1);
  const bool is_call =
      tokens.type(found) == ExpressionParser::LEFT_PAREN && tokens.is_key(found - 1);
  return is_call ? std::optional(method(tokens, found - 1)) : std::nullopt;
}

}  // namespace seedc::parse
