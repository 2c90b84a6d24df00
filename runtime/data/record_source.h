// Sources that are read record by record, and how their records become a dataset in memory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/data/jsonl/loader.h"
#include "runtime/data/source.h"

namespace seedc::data {

/// A source that is read whole: what it loads becomes a dataset in memory, or a snapshot.
class RecordSource : public Source {
 public:
  /// The records, with the columns of the layout. Fails as `load` does.
  virtual base::Result<std::unique_ptr<LoadedRecords>> load_records(
      RecordLayout layout, FilesBeside beside, const LoadOptions& options) const = 0;

  /// A schema that is complete of items, while of reviews only some are read (`sample_schema`);
  /// std::nullopt if it has no faster way than `schema`.
  virtual base::Result<std::optional<language::Schema>> sampled_schema(
      const ReadSchemaOptions& /*options*/) const {
    return std::nullopt;
  }

  /// The files that it reads now. Fails as finding them does; empty if its records are in memory.
  virtual base::Result<std::vector<std::string>> files() const {
    return std::vector<std::string>();
  }

  /// Whether the records are JSON lines, of the files that `find_files` finds by its name.
  virtual bool has_lines() const { return false; }

  /// Whether its friend graph may be one of users, by their ids.
  virtual bool may_have_user_graph() const { return true; }

  base::Result<Dataset> load(const DataNeeds& needs, const LoadOptions& options) const final;
  bool has_word_index() const final { return false; }
  const RecordSource* records() const final { return this; }
};

/// The layout of loading what a run needs. `user_graph`: whether there may be a friend graph of
/// users.
RecordLayout layout_for(const DataNeeds& needs, bool user_graph = true);

/// Moves the data out of `loaded`, which must have been loaded with the layout for these needs, for
/// a call.
Dataset dataset_of(LoadedRecords& loaded, const DataNeeds& needs, const base::Call& call);

}  // namespace seedc::data
