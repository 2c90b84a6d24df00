// Syntax errors in our wording. A parse stops at its first error, and little is parsed at a time (a
// statement, a line), so that one mistake gives one message and affects only its unit.
#pragma once

#include <antlr4-runtime.h>

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/call.h"

namespace seedc::parse {

/// Thrown by a parser at its first error.
struct StoppedParse {
  antlr4::Token* found;
  antlr4::misc::IntervalSet expected;
};

/// Makes a parser throw StoppedParse instead of reporting and recovering, and check the call.
class StopAtFirstError final : public antlr4::DefaultErrorStrategy {
 public:
  explicit StopAtFirstError(base::Call call) : call_(std::move(call)) {}
  [[noreturn]] void reportError(antlr4::Parser* parser,
                                const antlr4::RecognitionException& error) override;
  [[noreturn]] antlr4::Token* recoverInline(antlr4::Parser* parser) override;
  void sync(antlr4::Parser* parser) override;

 private:
  base::Call call_;
};

/// Sets a parser up: the strategy above, SLL prediction, silence.
void configure_parser(antlr4::Parser& parser, const base::Call& call);

/// The description of tokens that can occur in the same position: `a value` for a string, a number,
/// ….
struct TokenGroup {
  std::string_view phrase;
  std::vector<std::size_t> tokens;
};

/// The descriptions of a grammar's tokens.
struct Wording {
  const antlr4::dfa::Vocabulary& vocabulary;
  std::vector<TokenGroup> groups;  ///< a group with many tokens precedes its parts
  std::set<std::size_t> unnamed;   ///< tokens that are never mentioned
};

/// "`,` or `)`". Tokens without a group are described by their spelling.
std::string describe_expected(const antlr4::misc::IntervalSet& expected, const Wording& wording,
                              std::string_view end_phrase);

/// "`]`": a spelling as quoted in a message, shortened if it is long.
std::string quote(std::string_view spelling);

}  // namespace seedc::parse
