// Paths whose strings a snapshot keeps beside the columns: each is another.
#pragma once

#include "runtime/language/value.h"

namespace seedc {

inline const Path kItemIdPath = {"business_id"};
inline const Path kReviewIdPath = {"review_id"};
inline const Path kTextPath = {"text"};

}  // namespace seedc
