// What loading needs of the records of a snapshot to add what files have more.
#pragma once

#include <optional>

#include "runtime/data/jsonl/loader.h"
#include "runtime/data/snapshot/segments.h"

namespace seedc::data {

/// The ids of all records, each the number of its row. Views of the file.
KnownRecords known_records(const SnapshotFile& file, const Segments& segments,
                           const base::Call& call);

/// The names of reviewers, without `files`, in a layout that has all of the snapshot's columns.
/// Views of the file; `known` is of it. Who wrote a review matters beside its name only where
/// users are in files, and is left out. std::nullopt if some name is an object: its members are
/// stored elsewhere.
std::optional<RecordsBefore> records_before(const SnapshotFile& file, const Segments& segments,
                                            KnownRecords known, RecordLayout layout,
                                            const base::Call& call);

}  // namespace seedc::data
