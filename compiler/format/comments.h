// Attaches the comments and blank lines of a source text to the nodes they belong to.
#pragma once

#include <span>
#include <string_view>

#include "compiler/format/layout.h"
#include "compiler/source/source.h"

namespace seedc::format {

/// Puts every comment, in order, into `file`: a node whose items are the file's statements, sorted
/// by location, as are the items of all nodes. A comment on the line on which a node ends, or its
/// brackets open, trails it; any other comment has its own line before the node that follows, or,
/// inside a node without brackets, before that node.
void place_comments(Node& file, std::string_view text, std::span<const source::Span> comments);

}  // namespace seedc::format
