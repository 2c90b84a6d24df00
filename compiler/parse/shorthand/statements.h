// Where statements begin in a list of tokens: the shorthand has no separators, so this is how the
// parser recovers from an error.
#pragma once

#include <antlr4-runtime.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "compiler/parse/tokens.h"

namespace seedc::parse {

const Punctuation& shorthand_punctuation();

using TokenView = std::vector<antlr4::Token*>;

/// Whether tokens can only be the beginning of a statement, whatever precedes: `let x =`, `import
/// "…"`, `request R1 {`, `R1: AND(`.
bool is_statement_head(const TokenView& tokens, std::size_t index);

/// Whether a token can begin a condition.
bool begins_condition(const antlr4::Token& token);

/// Whether a token begins a condition on the line on which another one ended, or is a number there
/// that is not an id.
bool is_left_over(const TokenView& tokens, std::size_t index, std::string_view text);

/// Whether a token with which no statement begins belongs to the statement before it: it is on the
/// same line, or a comma or closing bracket.
bool continues_statement(const TokenView& tokens, std::size_t index, std::string_view text);

/// The first token from `error` on that begins a statement, given that a broken one began at
/// `begin`: a head as above, or, on a line of its own and indented no more than the broken
/// statement, a keyword, an id with its colon, an operator, or outside all brackets any condition.
/// A head or keyword that begins the line of the error, or an id there of which only the colon or
/// the brackets of a call are the error, also counts: as words they may have been parsed as part of
/// the broken statement.
std::size_t next_statement(const TokenView& tokens, std::size_t begin, std::size_t error,
                           std::string_view text);

}  // namespace seedc::parse
