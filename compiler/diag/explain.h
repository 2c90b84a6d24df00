// What each diagnostic means: its cause, a program that has it, and the same program without it.
// The rows are in explanations.def; a code without one does not compile.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "compiler/diag/diagnostics.h"

namespace seedc::diag {

/// The notation of an example.
enum class Notation : std::uint8_t {
  Req,      ///< a shorthand file
  Jsonl,    ///< requests, one per line
  Json,     ///< one request or condition tree
  Formula,  ///< a Formula Seed
  Ir,       ///< a module as text
  Command,  ///< a command line
  Convert,  ///< requests, one per line, to be converted to the shorthand
};

struct Explanation {
  std::string_view code;
  std::string_view cause;  ///< sentences
  Notation notation;
  /// Complete programs. `⟨TEXT⟩×N` in them means TEXT repeated N times.
  std::string_view example, fixed;
};
const Explanation& explanation(DiagCode code);

/// The code of that name, or std::nullopt.
std::optional<DiagCode> find_code(std::string_view name);

/// A code's text with `…` for the parts that vary.
std::string headline(DiagCode code);
/// The explanation as plain text.
std::string explain(DiagCode code);
/// All explanations as a page of Markdown.
std::string explanations_page();

}  // namespace seedc::diag
