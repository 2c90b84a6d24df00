// Paths whose strings a snapshot stores separately from the columns, because nearly all are
// distinct.
#pragma once

#include "runtime/language/value.h"

namespace seedc {

inline const Path kItemIdPath = {"business_id"};
inline const Path kReviewIdPath = {"review_id"};
inline const Path kTextPath = {"text"};

}  // namespace seedc
