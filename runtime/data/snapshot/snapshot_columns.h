// The columns into which a snapshot splits records.
#pragma once

#include <vector>

#include "runtime/data/model/table.h"
#include "runtime/language/schema.h"

namespace seedc::data {

/// One column for the record itself and one for each of its paths; if there are very many, for
/// those that most records have. Objects with other members are stored whole. `kept_elsewhere`:
/// paths whose strings are stored elsewhere.
std::vector<ColumnSpec> node_columns(const std::vector<language::SchemaPath>& paths,
                                     const std::vector<language::Path>& kept_elsewhere);
constexpr std::size_t kMostNodeColumns = 512;

}  // namespace seedc::data
