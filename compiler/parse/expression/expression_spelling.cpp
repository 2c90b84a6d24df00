// Rewrites tokens one by one; the meaning of a token depends on whether a value precedes it.
#include "compiler/parse/expression/expression_spelling.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ExpressionParser.h"
#include "compiler/parse/syntax_error.h"

namespace seedc::parse {
namespace {

using grammar::ExpressionParser;

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

class SpellingCheck {
 public:
  SpellingCheck(ExpressionTokens& tokens, ExpressionForm form, const StepNames& names)
      : tokens_(tokens), form_(form), names_(names) {}

  std::vector<Mistake> run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      tokens_.is_key(i) ? check_key(i) : check(i);
    }
    return std::move(mistakes_);
  }

 private:
  /// `x.and` is a dotted name, `x.&&` is not.
  void check_key(std::size_t index) {
    const std::size_t type = tokens_.type(index);
    const bool is_operator = type == ExpressionParser::AND || type == ExpressionParser::OR ||
                             type == ExpressionParser::NOT;
    if (is_operator && !is_letter(tokens_.spelling(index).front())) {
      tokens_.set_type(index, ExpressionParser::STRAY);
    }
  }

  void check(std::size_t index) {
    const auto meant = meant_type(index);
    if (meant) tokens_.set_type(index, *meant);
    const std::size_t type = tokens_.type(index);
    if (type == ExpressionParser::STRING) return check_quotes(index);
    const std::string_view python = python_spelling(type);
    const bool is_right = python.empty() || python == tokens_.spelling(index);
    if (!is_right && stands_right(index)) add_operator(index, python);
    if (type == ExpressionParser::IF && tokens_.ends_value(index - 1)) ++open_conditionals_;
  }

  /// The type of an upper-case word, of `=`, and of a name that is a keyword elsewhere.
  std::optional<std::size_t> meant_type(std::size_t index) const {
    const std::size_t type = tokens_.type(index);
    if (type == ExpressionParser::ASSIGN && compares(index)) return ExpressionParser::EQ;
    if (is_step(index)) return ExpressionParser::NAME;
    if (type != ExpressionParser::NAME) return std::nullopt;
    const std::string word = tokens_.word(index);
    if (is_infix(index)) {
      return word == "else" && open_conditionals_ == 0 ? std::nullopt : infix_type(word);
    }
    if (!tokens_.begins_value(index + 1)) return std::nullopt;
    const bool is_conditional = word == "if" || word == "iif" || word == "ifelse";
    if (is_conditional) return ExpressionParser::IF;
    return word == "not" ? std::optional<std::size_t>(ExpressionParser::NOT) : std::nullopt;
  }

  /// Whether a step has the name of another language's word for a value.
  bool is_step(std::size_t index) const {
    const std::size_t type = tokens_.type(index);
    const bool is_word = type == ExpressionParser::TRUE_WORD ||
                         type == ExpressionParser::FALSE_WORD ||
                         type == ExpressionParser::NULL_WORD;
    const std::string_view word = tokens_.spelling(index);
    return is_word && word != "None" && word != python_spelling(type) && names_.contains(word);
  }

  /// Whether an operator is expected: after a value, and after the first word of `IS NOT`, `NOT
  /// IN`.
  bool is_infix(std::size_t index) const {
    const std::size_t before = tokens_.type(index - 1);
    const bool follows_not = before == ExpressionParser::NOT && tokens_.word(index) == "in";
    return tokens_.ends_value(index - 1) || before == ExpressionParser::IS || follows_not;
  }

  static std::optional<std::size_t> infix_type(std::string_view word) {
    static constexpr std::pair<std::string_view, std::size_t> kTypes[] = {
        {"and", ExpressionParser::AND},   {"or", ExpressionParser::OR},
        {"not", ExpressionParser::NOT},   {"if", ExpressionParser::IF},
        {"else", ExpressionParser::ELSE}, {"is", ExpressionParser::IS},
        {"in", ExpressionParser::IN}};
    const auto* found = std::find_if(std::begin(kTypes), std::end(kTypes),
                                     [word](const auto& row) { return row.first == word; });
    return found == std::end(kTypes) ? std::nullopt : std::optional(found->second);
  }

  /// Whether `=` means `==`: it neither assigns nor names an argument.
  bool compares(std::size_t index) const {
    if (form_ == ExpressionForm::Test && index == 0) return true;
    const std::size_t before = tokens_.type(index - 2);
    const bool names_argument =
        tokens_.type(index - 1) == ExpressionParser::NAME &&
        (before == ExpressionParser::COMMA || (before == ExpressionParser::LEFT_PAREN &&
                                               tokens_.type(index - 3) == ExpressionParser::NAME));
    const bool assigns = form_ == ExpressionForm::Value && index == 1;
    return tokens_.ends_value(index - 1) && !names_argument && !assigns;
  }

  /// Whether a token is where the token that is meant may be. Elsewhere the parser stops at it, and
  /// only that is reported: `IF(c, a, b)`, `|x|`.
  bool stands_right(std::size_t index) const {
    switch (tokens_.type(index)) {
      case ExpressionParser::NOT:
        return !is_infix(index) || tokens_.word(index + 1) == "in";
      case ExpressionParser::TRUE_WORD:
      case ExpressionParser::FALSE_WORD:
      case ExpressionParser::MINUS:
        return true;
      default:
        if (form_ == ExpressionForm::Test && index == 0) return true;
        return is_infix(index) && (tokens_.begins_value(index + 1) || tokens_.opens(index + 1));
    }
  }

  void add_operator(std::size_t index, std::string_view python) {
    const std::string_view written = tokens_.spelling(index);
    mistakes_.push_back({.first = index,
                         .end = index + 1,
                         .text = written == "=" ? "`=` does not compare"
                                                : quote(written) + " is not in the language",
                         .help = "write " + quote(python),
                         .fix = Mistake::Replacement{index, index + 1, apart(index, python)}});
  }

  /// A word with the spaces that separate it from its neighbours.
  std::string apart(std::size_t index, std::string_view python) const {
    std::string text(python);
    if (!is_letter(python.back())) return text;
    if (tokens_.touches_previous(index)) text.insert(0, 1, ' ');
    if (tokens_.touches_previous(index + 1)) text += ' ';
    return text;
  }

  void check_quotes(std::size_t index) {
    constexpr std::size_t kSignBytes = 3;
    std::string_view text = tokens_.spelling(index);
    if (text.front() == '\'' || text.front() == '"') return;
    text = text.substr(kSignBytes, text.size() - 2 * kSignBytes);
    Mistake& mistake = mistakes_.emplace_back(Mistake{.first = index,
                                                      .end = index + 1,
                                                      .text = "typographic quotes around a string",
                                                      .help = "strings use plain quotes, `'…'`"});
    if (text.find_first_of("'\\") != std::string_view::npos) return;
    mistake.fix = {index, index + 1, "'" + std::string(text) + "'"};
  }

  ExpressionTokens& tokens_;
  ExpressionForm form_;
  const StepNames& names_;
  std::size_t open_conditionals_ = 0;  ///< `if` that follow a value
  std::vector<Mistake> mistakes_;
};

}  // namespace

std::vector<Mistake> check_spelling(ExpressionTokens& tokens, ExpressionForm form,
                                    const StepNames& names) {
  return SpellingCheck(tokens, form, names).run();
}

}  // namespace seedc::parse
