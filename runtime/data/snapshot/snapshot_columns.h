// Which columns a snapshot takes records apart into.
#pragma once

#include <vector>

#include "runtime/data/model/table.h"
#include "runtime/language/schema.h"

namespace seedc {

/// A column for the record itself and one for each of its paths; of very many, those that most
/// records have. Objects with other members are kept whole. `kept_elsewhere`: paths whose strings
/// are.
std::vector<ColumnSpec> node_columns(const std::vector<SchemaPath>& paths,
                                     const std::vector<Path>& kept_elsewhere);
constexpr std::size_t kMostNodeColumns = 512;

}  // namespace seedc
