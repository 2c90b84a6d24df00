// Reads strings as Yelp writes attributes, and walks paths (semantics.md section 2).
#pragma once

#include <optional>
#include <string>

#include "test/differential/plain/json.h"

namespace seedc::plain {

/// The value that a string denotes; null is "missing".
Json read(const std::string& string);

/// The dict or list of a Python literal; std::nullopt if it is malformed.
std::optional<Json> read_python_literal(const std::string& text);

/// A path as a program has it: a list of keys, one key, or absent.
Path path_of(const Json& option);

/// The value at a path, every string met on the way being read; null is "missing".
Json value_at(const Json& root, const Path& path);

}  // namespace seedc::plain
