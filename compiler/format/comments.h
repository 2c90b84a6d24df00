// Comments and blank lines of a source text, put beside the nodes that they stand at.
#pragma once

#include <span>
#include <string_view>

#include "compiler/format/layout.h"
#include "compiler/source/source.h"

namespace seedc::format {

/// Puts every comment, in order, into `file`: a node whose items are the file's statements in the
/// order of their places, as are the items of all nodes. A comment in the line in which a node
/// ends, or its brackets open, trails it; another one stands on its own line before the node that
/// follows, one within a node without brackets before that node.
void place_comments(Node& file, std::string_view text, std::span<const Span> comments);

}  // namespace seedc::format
