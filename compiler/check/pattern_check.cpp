// Translates the pattern, and asks the engines for their limits.
#include "compiler/check/pattern_check.h"

#include "compiler/pattern/pattern_signs.h"
#include "compiler/pattern/python_regex.h"

namespace seedc::check {

void check_pattern(const std::string& pattern, source::Span place,
                   const EngineRefusal& engine_refusal, diag::Diagnostics& diagnostics) {
  if (diagnostics.errors_within(place) > 0) return;  // its escapes are invalid
  if (pattern.find('\b') != std::string::npos) {
    diagnostics.report(diag::DiagCode::ControlInPattern, place).help =
        "for a word boundary write `\\\\b` between double quotes, or '\\b' in a .req file";
  }
  const pattern::TranslatedPattern translated = pattern::translate_python_regex(pattern);
  if (!translated.refusal.empty()) {
    diagnostics.report(diag::DiagCode::PatternNotPython, place, translated.refusal).help =
        "fix the pattern, or escape what is meant literally with `\\`";
  }
  if (translated.refusal.empty() && pattern::has_ambiguous_repeat(pattern)) {
    diagnostics.report(diag::DiagCode::RepeatedRepeat, place).help =
        "a search that fails tries all of them, and its time doubles with each character; do not "
        "repeat what is itself a repeat, or end each repetition with what cannot be part of it";
  }
  if (!pattern.empty() && translated.has_empty_match) {
    diagnostics.report(diag::DiagCode::LooseMatch, place, pattern, "every text").help =
        "it can match no characters at all, as after a `|` at its end or where all of it is "
        "optional";
  }
  if (!translated.unsupported.empty()) {
    diagnostics.report(diag::DiagCode::PatternUnsupported, place, translated.unsupported);
  } else if (engine_refusal) {
    const auto refusal = engine_refusal(language::Pattern{pattern, translated.pcre2});
    if (refusal) diagnostics.report(diag::DiagCode::PatternUnsupported, place, *refusal);
  }
}

void warn_of_pattern_signs(std::string_view text, source::Span place, std::string_view help,
                           diag::Diagnostics& diagnostics) {
  if (pattern::has_pattern_signs(text))
    diagnostics.report(diag::DiagCode::PatternAsText, place, text).help = help;
}

}  // namespace seedc::check
