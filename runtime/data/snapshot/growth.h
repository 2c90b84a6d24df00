// Whether a dataset's files have only grown since a snapshot was made of them, and from where on
// they are to be read.
#pragma once

#include <string>

#include "runtime/base/call.h"
#include "runtime/base/result.h"
#include "runtime/data/jsonl/files.h"
#include "runtime/data/model/dataset.h"
#include "runtime/data/snapshot/source_files.h"

namespace seedc::data {

struct Growth {
  /// Why records that were read before would not be what they were, as the reason for which a
  /// snapshot is made anew; empty if the files have only grown.
  std::string obstacle;
  bool is_none = false;  ///< no file has changed
  FilesReadBefore before;
  SourceFiles now;  ///< with digests of all bytes
  /// The report of what was read before, with the files' paths of now.
  LoadReport report;
};

/// Files are the same by their names in the folder and by their bytes, all of which are read.
/// `before`, `report`: of the snapshot. Lines that were added are those after the last file of
/// items, of reviews, or of the bundle: rows have the order of files.
base::Result<Growth> growth_of(const SourceFiles& before, const LoadReport& report,
                               const DatasetFiles& files, const base::Call& call);

/// The report of records that were read at two times.
LoadReport joined(const LoadReport& before, const LoadReport& more);

}  // namespace seedc::data
