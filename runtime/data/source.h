// Where a dataset comes from. Everything above reads data through a Source and does not know which
// one it is: a folder, a bundle, a snapshot, or what a program has in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "runtime/base/result.h"
#include "runtime/data/model/dataset.h"
#include "runtime/data/schema.h"
#include "runtime/language/schema.h"

namespace seedc::data {

class RecordSource;

/// Immutable to its users, and safe to use from several threads at once. It is shared, as
/// `std::shared_ptr<const Source>`, by everyone who may read it later.
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  /// Its name in messages: the path of files.
  virtual const std::string& name() const = 0;

  /// Reads what is needed, or opens it in place. Fails if it does not exist, has no items, or
  /// contains nothing readable; broken records are skipped and reported (or are errors, if
  /// `strict`). Damage of a snapshot that is found only while it is used throws DamagedData
  /// (damaged_data.h).
  virtual base::Result<Dataset> load(const DataNeeds& needs,
                                     const LoadOptions& options = {}) const = 0;

  /// The schema of what `load` would read; fails as it does.
  virtual base::Result<language::Schema> schema(const ReadSchemaOptions& options = {}) const = 0;

  /// Whether its datasets have an index of the texts (`Dataset::word_index`).
  virtual bool has_word_index() const = 0;

  /// How many bytes `load` has to read from files and parse, without or with reviews: 0 if it opens
  /// in place, or is in memory.
  /// std::nullopt if that is unknown, or there is nothing to load.
  virtual std::optional<std::uint64_t> bytes_to_read(bool with_reviews) const = 0;

  /// How the data of the last load was reached instead of being read from its files, as a part of a
  /// sentence; empty if it was read.
  virtual std::string kept_as() const { return {}; }

  /// Its records one by one, of which a snapshot can be made; nullptr if it is a snapshot.
  virtual const RecordSource* records() const = 0;
};

/// How the bytes of a snapshot are reached: in place, or as a copy in memory, for files that others
/// may cut meanwhile.
enum class SnapshotAccess : std::uint8_t { Mapped, Copied };

/// A folder, a bundle, a snapshot, a Parquet file or a DuckDB database. Whether the path exists is
/// found when it is read. `duckdb`: DuckDB's shared library (duckdb/library.h).
std::shared_ptr<const Source> source_at(std::string path,
                                        SnapshotAccess access = SnapshotAccess::Mapped,
                                        std::string duckdb = {});

}  // namespace seedc::data
