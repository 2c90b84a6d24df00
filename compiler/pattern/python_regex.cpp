// Translates a Python pattern to PCRE2: parses it, prints it, and decides what happens to patterns
// that cannot be translated.
#include "compiler/pattern/python_regex.h"

#include <fmt/format.h>

#include <variant>

#include "compiler/pattern/ambiguous_repeats.h"
#include "compiler/pattern/anchoring.h"
#include "compiler/pattern/code_points.h"
#include "compiler/pattern/empty_match.h"
#include "compiler/pattern/parse_python_regex.h"
#include "compiler/pattern/pcre2_syntax.h"
#include "compiler/pattern/required_literals.h"
#include "runtime/base/limits.h"

namespace seedc::pattern {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

/// A pattern that matches `text` itself, ignoring case.
Node literal_tree(std::u32string_view text) {
  Node root{.what = Sequence{}};
  for (const char32_t code : text) root.children.push_back({.what = Literal{code}});
  return root;
}

TranslatedPattern translated(const Node& root) {
  auto result = print_pcre2(anchored(root));
  if (auto* inexpressible = std::get_if<Inexpressible>(&result)) {
    return {.unsupported = std::move(inexpressible->text)};
  }
  return {.pcre2 = std::move(std::get<std::string>(result)),
          .required = required_literals(root),
          .has_empty_match = has_empty_match(root)};
}

}  // namespace

TranslatedPattern translate_python_regex(std::string_view pattern) {
  if (pattern.size() > base::limits::kPatternBytes) {
    return {.unsupported =
                fmt::format("the pattern is longer than {} bytes", base::limits::kPatternBytes)};
  }
  std::u32string codes = from_utf8(pattern);
  return std::visit(
      Overloaded{
          [](const Node& root) { return translated(root); },
          [&](const Refusal& refusal) {
            TranslatedPattern literal = translated(literal_tree(codes));
            literal.refusal = refusal.text;
            return literal;
          },
          [](const LimitPassed& limit) { return TranslatedPattern{.unsupported = limit.text}; },
      },
      parse_python_regex(codes));
}

bool has_ambiguous_repeat(std::string_view pattern) {
  if (pattern.size() > base::limits::kPatternBytes) return false;
  const Parsed parsed = parse_python_regex(from_utf8(pattern));
  const Node* root = std::get_if<Node>(&parsed);
  return root != nullptr && has_ambiguous_repeat(*root);
}

}  // namespace seedc::pattern
