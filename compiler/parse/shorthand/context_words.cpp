// Recognises rankings, labels and comparisons in a list of tokens.
#include "compiler/parse/shorthand/context_words.h"

#include <vector>

#include "ShorthandParser.h"
#include "compiler/parse/shorthand/statements.h"
#include "runtime/language/conditions.h"

namespace seedc::parse {
namespace {

using grammar::ShorthandParser;

std::string_view spelling(const antlr4::Token& token, std::string_view text) {
  const std::size_t begin = token.getStartIndex();
  return text.substr(begin, token.getStopIndex() + 1 - begin);
}

class ContextWords {
 public:
  ContextWords(const TokenList& tokens, std::string_view text) : tokens_(tokens), text_(text) {}

  void run() {
    for (std::size_t i = 0; i + 2 < tokens_.size(); ++i) {
      if (is_name(i, "rank") && is_name(i + 1, "by") && line(i) == line(i + 1)) {
        set_type(*tokens_[i], ShorthandParser::RANK);
        set_type(*tokens_[i + 1], ShorthandParser::BY);
        mark_order(i + 2);
      } else if (is_name(i, "rank_by") && type(i + 1) == ShorthandParser::COLON &&
                 begins_score(i + 2)) {
        set_type(*tokens_[i], ShorthandParser::RANK_BY);
        mark_order(i + 2);
      } else if (is_label(i)) {
        set_type(*tokens_[i], ShorthandParser::AS);
      }
    }
  }

 private:
  /// The ranking order after the score that begins at `score`: `"risk.json".SCORE`.
  void mark_order(std::size_t score) {
    const std::size_t order = score + 3;
    if (!begins_score(score) || order >= tokens_.size() || line(order) != line(order - 1)) return;
    if (is_name(order, "asc")) set_type(*tokens_[order], ShorthandParser::ASC);
    if (is_name(order, "desc")) set_type(*tokens_[order], ShorthandParser::DESC);
  }

  /// Whether `as` and a name follow a closed call on its line.
  bool is_label(std::size_t index) const {
    if (index == 0 || !is_name(index, "as") || type(index - 1) != ShorthandParser::RIGHT_PAREN)
      return false;
    const bool names =
        type(index + 1) == ShorthandParser::NAME || type(index + 1) == ShorthandParser::STRING;
    return names && line(index - 1) == line(index) && line(index) == line(index + 1);
  }

  bool begins_score(std::size_t index) const {
    return index + 1 < tokens_.size() && type(index) == ShorthandParser::STRING &&
           type(index + 1) == ShorthandParser::DOT;
  }

  bool is_name(std::size_t index, std::string_view name) const {
    return type(index) == ShorthandParser::NAME && spelling(*tokens_[index], text_) == name;
  }

  std::size_t type(std::size_t index) const { return tokens_[index]->getType(); }
  std::size_t line(std::size_t index) const { return tokens_[index]->getLine(); }

  const TokenList& tokens_;
  std::string_view text_;
};

}  // namespace

void mark_context_words(const TokenList& tokens, std::string_view text) {
  ContextWords(tokens, text).run();
}

void mark_comparisons(const TokenList& tokens, std::string_view text) {
  TokenView view;
  for (const auto& token : tokens) view.push_back(token.get());
  std::vector<bool> takes_comparisons;  // of each open bracket
  for (std::size_t i = 0; i < view.size(); ++i) {
    antlr4::Token& token = *view[i];
    const std::size_t type = token.getType();
    if (is_statement_head(view, i)) takes_comparisons.clear();
    const bool is_here = !takes_comparisons.empty() && takes_comparisons.back();
    if (shorthand_punctuation().opens(token)) {
      const bool is_call = type == ShorthandParser::LEFT_PAREN && i > 0 &&
                           view[i - 1]->getType() == ShorthandParser::NAME;
      const auto kind =
          is_call ? language::find_evidence_kind(spelling(*view[i - 1], text)) : std::nullopt;
      takes_comparisons.push_back(kind && language::info(*kind).comparisons != nullptr);
    } else if (shorthand_punctuation().closes(token)) {
      if (!takes_comparisons.empty()) takes_comparisons.pop_back();
    } else if (type == ShorthandParser::ASSIGN && is_here) {
      set_type(token, ShorthandParser::COMPARISON);
    } else if ((type == ShorthandParser::COMPARISON ||
                type == ShorthandParser::FOREIGN_COMPARISON) &&
               !is_here) {
      set_type(token, ShorthandParser::STRAY);
    }
  }
}

}  // namespace seedc::parse
