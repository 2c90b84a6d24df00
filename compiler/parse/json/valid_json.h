// Reads JSON that has no mistakes straight from its text. Nearly all programs are such JSON, and
// the grammar's lexer and parser take ten times as long and 10 ms to get ready: they read the
// others, to say what is wrong.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "compiler/ast/json.h"
#include "compiler/parse/input.h"
#include "compiler/parse/parse.h"

namespace seedc::parse {

/// The single value in a range of a text in valid UTF-8, exactly as the grammar reads it;
/// std::nullopt if the grammar would report anything. `tokens_left` is decreased as by `lex`, if
/// there is a value.
std::optional<ast::Json> read_valid_json(std::string_view text, Stretch stretch,
                                         source::FileId file, std::size_t& tokens_left,
                                         const ParseLimits& limits);

}  // namespace seedc::parse
