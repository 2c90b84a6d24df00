// Python literals, as Yelp writes nested attributes: `{'garage': False, 'lot': True}` (semantics.md
// section 2).
#pragma once

#include <optional>
#include <string_view>

#include "runtime/base/limits.h"
#include "runtime/language/value.h"

namespace seedc::language {

/// The maximum nesting depth of lists and dicts.
constexpr int kMaxLiteralDepth = base::limits::kLiteralNesting;

/// The dict or list that the whole text denotes, white space around its tokens allowed;
/// std::nullopt if it is malformed. `None` is null, integers beyond 64 bits are reals, and an
/// escaped half of a surrogate pair is U+FFFD.
std::optional<Value> parse_python_literal(std::string_view text);

}  // namespace seedc::language
