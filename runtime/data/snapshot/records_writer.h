// Writes loaded records as a snapshot, or as an extension of one.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "runtime/base/file_extension.h"
#include "runtime/base/file_replacement.h"
#include "runtime/data/record_source.h"
#include "runtime/data/schema_collector.h"
#include "runtime/data/snapshot/segments.h"
#include "runtime/data/snapshot/snapshot.h"

namespace seedc::data {

constexpr FilesBeside kAllBeside = {.user_mapping = true, .friends = true, .judgements = true};

/// Protects a file of another kind from a typing mistake, and snapshots from being copied so.
base::Result<void> check_snapshot_files(const Source& source, const std::string& file);

/// The columns of a snapshot of records with this schema.
RecordLayout snapshot_layout(const language::Schema& schema);

/// The schema of a source, and its part (SchemaCollector::take_part) if it can be continued.
struct SnapshotSchema {
  language::Schema whole;
  std::optional<language::Schema> part;

  static SnapshotSchema of_part(language::Schema part) {
    return {schema_of_part(part), std::move(part)};
  }
};

/// The files of a source. None of them may change while they are read.
class ReadFiles {
 public:
  static base::Result<ReadFiles> of(const RecordSource& source, SourceDetail detail);
  /// `files`: as they were before, perhaps with digests of all bytes.
  ReadFiles(const RecordSource& source, SourceDetail detail, SourceFiles files)
      : source_(&source), detail_(detail), files_(std::move(files)) {}

  /// To be called once they are read: what they were before, with digests of all bytes.
  base::Result<SourceFiles> unchanged(const base::Call& call);

 private:
  SourceFiles contents() const;

  const RecordSource* source_;
  SourceDetail detail_;
  SourceFiles files_;
};

/// The records have the layout above.
base::Result<SavedSnapshot> write_records(LoadedRecords& loaded, const SnapshotSchema& schema,
                                          const SnapshotForm& form, ReadFiles& files,
                                          base::FileReplacement file, const LoadOptions& options);

/// A snapshot and its segments.
struct StoredSnapshot {
  const SnapshotFile& file;
  Segments segments;
};

/// The records continue those of `before` (LoadedRecords::reviews_before), which `file` is.
base::Result<SavedSnapshot> write_more_records(LoadedRecords& loaded, const SnapshotSchema& schema,
                                               const SnapshotForm& form, ReadFiles& files,
                                               const StoredSnapshot& before,
                                               base::FileExtension& file,
                                               const LoadOptions& options);

}  // namespace seedc::data
