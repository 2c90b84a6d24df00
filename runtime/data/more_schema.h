// The schema of a dataset whose files have grown since it was read.
#pragma once

#include "runtime/data/jsonl/files.h"
#include "runtime/data/jsonl/registry.h"
#include "runtime/data/schema.h"

namespace seedc::data {

/// Reads what was not read before of a dataset's files, and adds it to `part`, the schema's part of
/// what was; fails as reading does. The result is the part of all, as if it had been read at once.
/// `known`: the records that were accepted before. Not for datasets with users in files.
base::Result<language::Schema> read_more_schema(const DatasetFiles& files,
                                                const FilesReadBefore& before, KnownRecords known,
                                                const language::Schema& part,
                                                const ReadSchemaOptions& options);

}  // namespace seedc::data
