// Translates a Python pattern to PCRE2: parses it, prints it, and decides what happens to patterns
// that cannot be translated.
#include "compiler/pattern/python_regex.h"

#include <fmt/format.h>

#include <variant>

#include "compiler/pattern/code_points.h"
#include "compiler/pattern/parse_python_regex.h"
#include "compiler/pattern/pcre2_syntax.h"
#include "runtime/base/limits.h"

namespace seedc {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

TranslatedPattern printed(const regex::Node& root) {
  auto result = regex::print_pcre2(root);
  if (auto* inexpressible = std::get_if<regex::Inexpressible>(&result)) {
    return {.unsupported = std::move(inexpressible->text)};
  }
  return {.pcre2 = std::move(std::get<std::string>(result))};
}

}  // namespace

TranslatedPattern translate_python_regex(std::string_view pattern) {
  if (pattern.size() > limits::kPatternBytes) {
    return {.unsupported =
                fmt::format("the pattern is longer than {} bytes", limits::kPatternBytes)};
  }
  std::u32string codes = regex::from_utf8(pattern);
  return std::visit(Overloaded{
                        [](const regex::Node& root) { return printed(root); },
                        [&](const regex::Refusal& refusal) {
                          return TranslatedPattern{.pcre2 = regex::literal_pcre2(codes),
                                                   .refusal = refusal.text};
                        },
                        [](const regex::LimitPassed& limit) {
                          return TranslatedPattern{.unsupported = limit.text};
                        },
                    },
                    regex::parse_python_regex(codes));
}

}  // namespace seedc
