// Snapshots: a complete dataset as one file that is mapped, not read. It gives the same results as
// the files it was made from: every path of items and reviews, texts, users, friends, judgements,
// the schema, and the report of loading.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "runtime/data/model/dataset.h"
#include "runtime/data/snapshot/snapshot_file.h"
#include "runtime/data/snapshot/source_files.h"
#include "runtime/data/source.h"

namespace seedc::data {

struct SavedSnapshot {
  std::uint64_t items = 0;
  std::uint64_t reviews = 0;
  std::uint64_t bytes = 0;
  LoadReport report;  ///< what is missing from the dataset
  // Of an update:
  bool is_unchanged = false;                       ///< nothing was written
  bool is_continued = false;                       ///< a snapshot that was there
  std::uint64_t more_items = 0, more_reviews = 0;  ///< than in that
  std::string made_anew_as = {};  ///< why it was made from the beginning; else empty
};

/// What a snapshot says of the files that it is made of: what they contain, so that equal data
/// gives equal snapshots where they are made; or also how they are found unchanged without reading
/// them (SourceFile).
enum class SourceDetail : std::uint8_t { Contents, All };

/// What a snapshot has.
struct SnapshotForm {
  SourceDetail sources = SourceDetail::Contents;
  bool compressed_texts = false;
  bool word_index = true;
};

/// Makes a snapshot of a source, through a temporary file that is renamed. Fails if loading the
/// dataset does, if the source is a snapshot, or if `file` exists and is not a snapshot.
base::Result<SavedSnapshot> save_snapshot(const Source& source, const std::string& file,
                                          const LoadOptions& options = {},
                                          const SnapshotForm& form = {});

/// The same, where `file` is a snapshot of the source before its files have grown: of them only
/// lines that were appended are parsed, and what they give is appended to the snapshot. If it
/// cannot be continued, it is made anew; so it is once it has been continued often, or consists
/// mostly of bytes that are no longer used. It says the same either way. Its texts and its index
/// keep their form. Fails, or is interrupted: it says what it said before, or
/// all. Several updates of one file take turns.
base::Result<SavedSnapshot> update_snapshot(const Source& source, const std::string& file,
                                            const LoadOptions& options = {},
                                            SourceDetail detail = SourceDetail::Contents);

/// Whether it has an index of its texts.
bool has_word_index(const SnapshotFile& file);

/// The files that the snapshot was made of, as they were then; empty if they are not known. Fails
/// if it is not an intact snapshot of this version.
base::Result<SourceFiles> sources_of(const std::string& snapshot);

/// Compares all bytes of those files with what they were. Fails with the first that differs, or if
/// the snapshot does not say what it was made of.
base::Result<void> verify_sources(const std::string& snapshot, const base::Call& call = {});

/// How a report of loading is changed before it is given.
using Retelling = std::function<void(LoadReport& report)>;

/// The dataset stored in a snapshot. Loading fails if it cannot be used; damage that is found later
/// throws DamagedData. The file is opened once and kept, so that all loads see the same, whatever
/// takes its place; a copy is charged to the call that makes it.
std::shared_ptr<const Source> snapshot_at(std::string file,
                                          SnapshotAccess access = SnapshotAccess::Mapped,
                                          Retelling retell = {});

}  // namespace seedc::data
