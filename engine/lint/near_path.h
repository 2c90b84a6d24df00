// The path of the data that was probably meant by one that it does not have.
#pragma once

#include <optional>
#include <vector>

#include "runtime/language/schema.h"

namespace seedc::lint {

/// One key that has the whole path in it is that path. Else by the whole path, the last key of
/// which is near as well, or else by the last key, if it has any; or by what people call that key:
/// `rating` for `stars`. A path that the schema has is meant as it is, and merely absent here:
/// std::nullopt.
std::optional<language::Path> near_path(const language::Path& path,
                                        const std::vector<language::SchemaPath>& known);

}  // namespace seedc::lint
