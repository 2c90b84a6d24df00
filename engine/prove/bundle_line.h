// A world as a line of a bundle (semantics.md section 1).
#pragma once

#include <string>
#include <vector>

#include "engine/prove/review.h"
#include "runtime/language/value.h"

namespace seedc::prove {

/// `business` without its id. Reviews get ids, and authors names, of their own.
std::string bundle_line(const language::Dict& business, const std::vector<Review>& reviews);

/// Puts a value at a path, making dicts on the way. What was on the way and is not a dict is
/// replaced. An empty path leads nowhere: nothing changes.
void set_at(language::Dict& root, const language::Path& path, language::Value value);
/// The value at a path; a null pointer if there is none.
const language::Value* find_at(const language::Dict& root, const language::Path& path);

}  // namespace seedc::prove
