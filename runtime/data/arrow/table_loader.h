// Loads the tables of a dataset into columns, or collects their schema.
#pragma once

#include <memory>

#include "runtime/base/result.h"
#include "runtime/data/arrow/table_records.h"
#include "runtime/data/jsonl/loader.h"
#include "runtime/data/schema.h"

namespace seedc::data::arrow {

/// Each of tables with that layout, as RecordSource::load_records and Source::schema.
base::Result<std::unique_ptr<LoadedRecords>> load_tables(const Tables& tables, ItemLayout items,
                                                         RecordLayout layout, FilesBeside beside,
                                                         const LoadOptions& options);
base::Result<language::Schema> schema_of_tables(const Tables& tables, ItemLayout items,
                                                const ReadSchemaOptions& options);

}  // namespace seedc::data::arrow
