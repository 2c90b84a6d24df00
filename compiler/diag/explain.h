// What each diagnostic means: why it is a mistake, a program that has it, and the same program
// without it. The rows stand in explanations.def; a code without one does not compile.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "compiler/diag/diagnostics.h"

namespace seedc {

/// What an example is written in.
enum class Notation : std::uint8_t {
  Req,      ///< a shorthand file
  Jsonl,    ///< requests, one a line
  Json,     ///< one request or condition tree
  Formula,  ///< a Formula Seed
  Ir,       ///< a module, as `seedc opt` reads it
  Command,  ///< a command line
  Convert,  ///< requests, one a line, for `seedc convert`
};

struct Explanation {
  std::string_view code;
  std::string_view cause;  ///< sentences
  Notation notation;
  /// Whole programs. `⟨TEXT⟩×N` in them stands for N times the text.
  std::string_view example, fixed;
};
const Explanation& explanation(DiagCode code);

/// The code of that name, or nothing.
std::optional<DiagCode> find_code(std::string_view name);

/// A code's text with `…` for what differs from case to case.
std::string headline(DiagCode code);
/// The explanation as text for people.
std::string explain(DiagCode code);
/// All explanations as a page of Markdown.
std::string explanations_page();

}  // namespace seedc
