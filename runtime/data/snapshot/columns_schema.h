// The schema of reviews, from the columns into which a snapshot splits them: there each value is
// counted once, and not read again wherever it occurs.
#pragma once

#include <optional>
#include <vector>

#include "runtime/data/jsonl/loader.h"
#include "runtime/language/schema.h"

namespace seedc::data {

/// Exactly the `review_paths` of the schema's part (SchemaCollector::take_part) of these records,
/// whose layout has Node columns; `before`: those of the records that they continue.
/// std::nullopt if the columns do not give them: where records were left out, which may have had
/// the first of some value; where objects are stored whole, because some member has no column; and
/// where strings are read as objects.
std::optional<std::vector<language::SchemaPath>> review_paths_of(
    LoadedRecords& loaded, const std::vector<language::SchemaPath>& before, const base::Call& call);

/// Whether a layout that was made of paths has columns for others.
bool has_columns_for(const std::vector<language::SchemaPath>& paths,
                     const std::vector<language::SchemaPath>& wanted);

}  // namespace seedc::data
