// Paths whose strings a snapshot stores separately from the columns, because nearly all are
// distinct.
#pragma once

#include "runtime/language/value.h"

namespace seedc::data {

inline const language::Path kItemIdPath = {"business_id"};
inline const language::Path kReviewIdPath = {"review_id"};
inline const language::Path kTextPath = {"text"};

}  // namespace seedc::data
