// The sources that are files: folders and bundles of JSON lines, and snapshots.
#include "runtime/data/source.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "runtime/data/jsonl/files.h"
#include "runtime/data/record_source.h"
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

  base::Result<std::unique_ptr<LoadedRecords>> load_records(
      RecordLayout layout, FilesBeside beside, const LoadOptions& options) const override {
    return data::load_records(path_, std::move(layout), beside, options);
  }

 private:
  std::string path_;
};

class Snapshot final : public Source {
 public:
  explicit Snapshot(std::string path) : path_(std::move(path)) {}

  const std::string& name() const override { return path_; }
  base::Result<Dataset> load(const DataNeeds& needs, const LoadOptions& options) const override {
    return open_snapshot(path_, needs, options);
  }
  base::Result<language::Schema> schema(const ReadSchemaOptions& options) const override {
    return snapshot_schema(path_, options);
  }
  bool has_word_index() const override { return true; }
  std::optional<std::uint64_t> bytes_to_read(bool) const override { return 0; }
  const RecordSource* records() const override { return nullptr; }

 private:
  std::string path_;
};

}  // namespace

std::shared_ptr<const Source> source_at(std::string path) {
  if (is_snapshot(path)) return std::make_shared<Snapshot>(std::move(path));
  return std::make_shared<JsonLines>(std::move(path));
}

}  // namespace seedc::data
