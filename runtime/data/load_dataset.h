// Converts a run's data needs to the layout of loading, and loaded tables to a dataset in memory.
#pragma once

#include "runtime/data/jsonl/loader.h"

namespace seedc::data {

RecordLayout layout_for(const DataNeeds& needs);

/// Moves the data out of `loaded`, which must have been loaded with the layout for these needs.
Dataset dataset_of(LoadedRecords& loaded, const DataNeeds& needs);

}  // namespace seedc::data
