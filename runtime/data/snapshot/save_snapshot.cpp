// Makes snapshots: the records are loaded into one column per path, and written with everything
// else.
#include <filesystem>

#include "runtime/data/snapshot/columns_schema.h"
#include "runtime/data/snapshot/records_writer.h"
#include "runtime/data/snapshot/snapshot_columns.h"

namespace seedc::data {
namespace {

/// Loads the records of a source, into columns for all their paths, and its schema.
class RecordsWithSchema {
 public:
  RecordsWithSchema(const Source& source, const std::string& file, const LoadOptions& options)
      : source_(source), file_(file), options_(options) {}

  base::Result<void> load() {
    return source_.records()->sampled_schema(schema_options()).and_then([&](auto sampled) {
      return sampled ? load_by_sample(*std::move(sampled)) : load_by_schema();
    });
  }

  LoadedRecords& records() const { return *records_; }
  SnapshotSchema schema() const {
    return has_part() ? SnapshotSchema::of_part(schema_) : SnapshotSchema{schema_, std::nullopt};
  }

 private:
  ReadSchemaOptions schema_options() const {
    return {.as_part = has_part(), .progress = options_.progress, .call = options_.call};
  }
  bool has_part() const { return source_.records()->has_lines(); }

  base::Result<void> load_by_schema() {
    return source_.records()->schema(schema_options()).and_then([&](language::Schema schema) {
      schema_ = std::move(schema);
      return load_columns();
    });
  }

  /// Then the columns give the rest of the schema. If they do not, it is read; and if it has paths
  /// that the sample did not have, so are the records once more.
  base::Result<void> load_by_sample(language::Schema sample) {
    schema_ = std::move(sample);
    if (schema_.review_paths.size() >= kMostNodeColumns) return load_by_schema();
    return load_columns().and_then([&]() -> base::Result<void> {
      if (auto paths = review_paths_of(*records_, {}, options_.call)) {
        schema_.reviews = records_->review_ids.size();
        schema_.review_paths = *std::move(paths);
        return {};
      }
      auto whole = source_.records()->schema(schema_options());
      if (!whole) return tl::unexpected(whole.error());
      const bool has_all = has_columns_for(schema_.review_paths, whole->review_paths);
      schema_ = *std::move(whole);
      return has_all ? base::Result<void>() : load_columns();
    });
  }

  base::Result<void> load_columns() {
    records_.reset();
    RecordLayout layout = snapshot_layout(schema_);
    layout.texts_beside = file_;
    return source_.records()
        ->load_records(std::move(layout), kAllBeside, options_)
        .map([&](std::unique_ptr<LoadedRecords> records) { records_ = std::move(records); });
  }

  const Source& source_;
  const std::string& file_;
  const LoadOptions& options_;
  language::Schema schema_;  ///< a part, if it has one
  std::unique_ptr<LoadedRecords> records_;
};

}  // namespace

base::Result<void> check_snapshot_files(const Source& source, const std::string& file) {
  if (source.records() == nullptr) {
    return base::fail<base::ErrorCode::AlreadyASnapshot>(source.name());
  }
  std::error_code unknown;
  if (std::filesystem::is_regular_file(file, unknown) && !is_snapshot(file)) {
    return base::fail_with_help<base::ErrorCode::FileIsNoSnapshot>(
        "name another file, or remove it first", file);
  }
  return {};
}

base::Result<SavedSnapshot> save_snapshot(const Source& source, const std::string& file,
                                          const LoadOptions& options, const SnapshotForm& form) {
  if (auto checked = check_snapshot_files(source, file); !checked)
    return tl::unexpected(checked.error());
  auto replacement = base::FileReplacement::begin(file);
  if (!replacement) return tl::unexpected(replacement.error());
  auto files = ReadFiles::of(*source.records(), form.sources);
  if (!files) return tl::unexpected(files.error());
  RecordsWithSchema loaded(source, file, options);
  return loaded.load().and_then([&] {
    return write_records(loaded.records(), loaded.schema(), form, *files, std::move(*replacement),
                         options);
  });
}

}  // namespace seedc::data
