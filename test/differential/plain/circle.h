// Social circles (semantics.md section 3, review_text).
#pragma once

#include "test/differential/plain/world.h"

namespace seedc::plain {

/// Whether the review is written by a member of the circle that a social_filter asks for.
bool is_written_by_circle(const Json& review, const Json& social_filter, const World& world);

}  // namespace seedc::plain
