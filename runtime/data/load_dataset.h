// From what a run reads to the tables that loading fills, and from those to a dataset in memory.
#pragma once

#include "runtime/data/jsonl/loader.h"

namespace seedc {

RecordLayout layout_for(const DataNeeds& needs);

/// Takes what it needs out of `loaded`, which was laid out so.
Dataset dataset_of(LoadedRecords& loaded, const DataNeeds& needs);

}  // namespace seedc
