// Patterns of Python's as a plan has them, for tests of the search alone.
#pragma once

#include <string>
#include <string_view>

#include "compiler/pattern/python_regex.h"
#include "runtime/contract/plan.h"

namespace seedc::support {

inline language::Pattern translated_pattern(std::string_view python) {
  pattern::TranslatedPattern translated = pattern::translate_python_regex(python);
  return {std::string(python), std::move(translated.pcre2), std::move(translated.required)};
}

}  // namespace seedc::support
