// What may be written at a location of a program in the shorthand, whatever is wrong with the rest
// of it: found from the tokens before it alone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lsp/analysis.h"

namespace seedc::lsp {

struct ShorthandContext {
  enum class Where : std::uint8_t {
    Nothing,    ///< a comment, a number, a name that is new
    Statement,  ///< the beginning of one
    Condition,
    Argument,  ///< of `call`: an option, or a positional operand
    Value,     ///< of the option `key` of `call`
    Field,     ///< the name of a field of a request
    Import,    ///< the path of a file
    Output,    ///< of the formula in the file `key`
  };
  Where where = Where::Nothing;
  Extent word;         ///< the bytes that are replaced: the word or the string at the location
  std::string prefix;  ///< what is written of it before the location, without a quote
  char quote = 0;      ///< of the string that the location is in; 0: it is in none
  std::string call;    ///< the kind or hop whose arguments the location is in
  std::string key;     ///< of the option that is given, or a file
  std::size_t operands = 0;        ///< of the call without a name, before the location
  std::string path;                ///< the first of them, or the option `path`
  std::vector<std::string> given;  ///< the options that the call has before the location
};

ShorthandContext context_at(std::string_view text, std::size_t offset);

}  // namespace seedc::lsp
