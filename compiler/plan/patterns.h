// The patterns of a plan, in the dialect of the runtime's engines.
#pragma once

#include "compiler/pattern/python_regex.h"
#include "runtime/language/conditions.h"

namespace seedc::plan {

/// Sets what the engines need of a pattern whose source is not empty.
inline void translate(language::Pattern& pattern) {
  pattern::TranslatedPattern translated = pattern::translate_python_regex(pattern.source);
  pattern.pcre2 = std::move(translated.pcre2);
  pattern.required = std::move(translated.required);
}

}  // namespace seedc::plan
