// The schema of a folder's items, and which paths its reviews probably have.
#pragma once

#include <string>

#include "runtime/data/schema.h"

namespace seedc::data {

/// As `read_schema`, but of each file of reviews, and of users, only the first megabytes are read:
/// `reviews` and what `review_paths` say of values are of those, and paths may be missing, or be
/// those of users who have no review. Not for a bundle.
base::Result<language::Schema> sample_schema(const std::string& folder,
                                             const ReadSchemaOptions& options);

}  // namespace seedc::data
