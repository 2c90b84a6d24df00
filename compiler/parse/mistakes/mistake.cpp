// Converts mistakes in expressions to diagnostics.
#include "compiler/parse/mistakes/mistake.h"

#include <utility>

namespace seedc::parse {

bool Mistake::fixes(const Mistake& other) const {
  return fix && fix->first <= other.first && other.end <= fix->end;
}

void Mistake::offer(std::size_t from, std::size_t to, std::string python) {
  constexpr std::size_t kLongest = 200;
  if (python.size() <= kLongest) help = "write `" + python + "`";
  fix = {from, to, std::move(python)};
}

void report(const Mistake& mistake, const ExpressionTokens& tokens,
            diag::Diagnostics& diagnostics) {
  diag::Diagnostic& diagnostic = diagnostics.report(
      diag::DiagCode::ExpressionSyntax, tokens.place(mistake.first, mistake.end), mistake.text);
  diagnostic.help = mistake.help;
  if (!mistake.fix) return;
  const auto& [first, end, text, is_safe] = *mistake.fix;
  diagnostic.fix = EmbeddedText::replacement(tokens.place(first, end), text);
  diagnostic.fix->is_safe = is_safe;
}

}  // namespace seedc::parse
