// The error strategy of the parsers, and the descriptions of expected tokens.
#include "compiler/parse/syntax_error.h"

#include <algorithm>
#include <memory>
#include <set>

namespace seedc::parse {
namespace {

using antlr4::Token;

/// "a, b or c"
std::string join_phrases(const std::vector<std::string>& phrases) {
  std::string joined;
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    if (i > 0) joined += i + 1 == phrases.size() ? " or " : ", ";
    joined += phrases[i];
  }
  return joined;
}

/// ANTLR spells literals `'('`.
std::string spelling_of(std::size_t type, const antlr4::dfa::Vocabulary& vocabulary) {
  const std::string literal = vocabulary.getLiteralName(type);
  return literal.empty() ? vocabulary.getSymbolicName(type)
                         : quote(std::string_view(literal).substr(1, literal.size() - 2));
}

}  // namespace

void StopAtFirstError::reportError(antlr4::Parser* parser,
                                   const antlr4::RecognitionException& error) {
  throw StoppedParse{error.getOffendingToken(), parser->getExpectedTokens()};
}

Token* StopAtFirstError::recoverInline(antlr4::Parser* parser) {
  throw StoppedParse{parser->getCurrentToken(), parser->getExpectedTokens()};
}

void StopAtFirstError::sync(antlr4::Parser* parser) {
  call_.check();
  const antlr4::atn::ATN& atn = parser->getATN();
  const auto& next = atn.nextTokens(atn.states[parser->getState()]);
  if (next.contains(Token::EPSILON) || next.contains(parser->getTokenStream()->LA(1))) return;
  throw StoppedParse{parser->getCurrentToken(), next};
}

void configure_parser(antlr4::Parser& parser, const base::Call& call) {
  parser.removeErrorListeners();
  parser.setErrorHandler(std::make_shared<StopAtFirstError>(call));
  parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(
      antlr4::atn::PredictionMode::SLL);
}

std::string describe_expected(const antlr4::misc::IntervalSet& expected, const Wording& wording,
                              std::string_view end_phrase) {
  std::set<std::size_t> left;
  for (const ssize_t type : expected.toList()) left.insert(static_cast<std::size_t>(type));
  for (const std::size_t type : wording.unnamed) left.erase(type);

  std::vector<std::string> phrases;
  for (const TokenGroup& group : wording.groups) {
    const auto is_left = [&left](std::size_t type) { return left.contains(type); };
    if (!std::all_of(group.tokens.begin(), group.tokens.end(), is_left)) continue;
    for (const std::size_t type : group.tokens) left.erase(type);
    phrases.emplace_back(group.phrase);
  }
  const bool may_end = left.erase(Token::EOF) > 0;
  for (const std::size_t type : left) phrases.push_back(spelling_of(type, wording.vocabulary));
  if (may_end) phrases.emplace_back(end_phrase);
  return join_phrases(phrases);
}

std::string quote(std::string_view spelling) {
  constexpr std::size_t kLongest = 40;
  if (spelling.size() <= kLongest) return "`" + std::string(spelling) + "`";
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(spelling[end]) & 0xC0) == 0x80) --end;
  return "`" + std::string(spelling.substr(0, end)) + "…`";
}

}  // namespace seedc::parse
