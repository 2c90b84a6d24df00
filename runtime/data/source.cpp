// The sources that are files: folders and bundles of JSON lines, and snapshots.
#include "runtime/data/source.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "runtime/data/duckdb/duckdb_source.h"
#include "runtime/data/jsonl/files.h"
#include "runtime/data/record_source.h"
#include "runtime/data/schema_sample.h"
#include "runtime/data/snapshot/snapshot.h"

namespace seedc::data {
namespace {

class JsonLines final : public RecordSource {
 public:
  explicit JsonLines(std::string path) : path_(std::move(path)) {}

  const std::string& name() const override { return path_; }

  base::Result<language::Schema> schema(const ReadSchemaOptions& options) const override {
    return read_schema(path_, options);
  }

  std::optional<std::uint64_t> bytes_to_read(bool with_reviews) const override {
    const auto files = find_files(path_);
    if (!files) return std::nullopt;
    std::vector<std::string> read = files->items;
    if (!files->bundle.empty()) read.push_back(files->bundle);
    if (with_reviews) read.insert(read.end(), files->reviews.begin(), files->reviews.end());
    std::uint64_t bytes = 0;
    std::error_code unknown;
    for (const std::string& file : read) {
      bytes += std::filesystem::file_size(file, unknown);
      if (unknown) return std::nullopt;
    }
    return bytes;
  }

  base::Result<std::optional<language::Schema>> sampled_schema(
      const ReadSchemaOptions& options) const override {
    const auto files = find_files(path_);
    if (!files) return tl::unexpected(files.error());
    if (!files->bundle.empty()) return std::nullopt;
    return sample_schema(path_, options).map([](language::Schema schema) {
      return std::optional(std::move(schema));
    });
  }

  base::Result<std::vector<std::string>> files() const override {
    return find_files(path_).map([](const DatasetFiles& files) { return all_of(files); });
  }

  bool has_lines() const override { return true; }

  bool may_have_user_graph() const override {
    const auto files = find_files(path_);
    return files && files->user_mapping.empty() && !files->users.empty();
  }

  base::Result<std::unique_ptr<LoadedRecords>> load_records(
      RecordLayout layout, FilesBeside beside, const LoadOptions& options) const override {
    return data::load_records(path_, std::move(layout), beside, options);
  }

 private:
  std::string path_;
};

}  // namespace

std::shared_ptr<const Source> source_at(std::string path, SnapshotAccess access,
                                        std::string duckdb_library) {
  if (is_snapshot(path)) return snapshot_at(std::move(path), access);
  if (duckdb::is_for_duckdb(path))
    return duckdb::source_at(std::move(path), std::move(duckdb_library));
  return std::make_shared<JsonLines>(std::move(path));
}

}  // namespace seedc::data
