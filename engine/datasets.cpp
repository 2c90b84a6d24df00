// Reads schemas and writes snapshots, with progress and ledgers for the host.
#include "engine/datasets.h"

#include <fmt/format.h>

#include "engine/report/load_report.h"
#include "runtime/data/snapshot/snapshot.h"

namespace seedc::engine {

namespace {

/// The schema, and what reading it left out.
base::Result<language::Schema> read(const data::Source& data, Host& host,
                                    data::LoadReport& left_out) {
  Stage stage(host, "read the schema");
  auto schema = data.schema({.progress = host.begin("reading data"),
                             .report = [&](const data::LoadReport& report) { left_out = report; },
                             .call = host.call()});
  if (schema) stage.did(schema->item_paths.size() + schema->review_paths.size(), "path");
  return schema;
}

}  // namespace

base::Result<language::Schema> read_schema(const data::Source& data, Host& host) {
  data::LoadReport left_out;
  auto schema = read(data, host, left_out);
  if (schema && (left_out.skipped_count > 0 || !data.kept_as().empty()))
    host.loaded(left_out, schema->items, schema->reviews, data.kept_as());
  return schema;
}

base::Result<std::string> left_out_json(const data::Source& data, Host& host) {
  data::LoadReport left_out;
  return read(data, host, left_out).map([&](const language::Schema& schema) {
    return report::load_report_json(left_out, schema.items, schema.reviews);
  });
}

base::Result<std::uint64_t> write_snapshot(const EvaluateOptions& options,
                                           const std::string& file) {
  Stage stage(*options.host, "write the snapshot");
  return data::save_snapshot(*options.data, file,
                             {.strict = options.strict,
                              .threads = options.threads,
                              .progress = options.host->begin("reading data"),
                              .call = options.host->call()})
      .map([&](const data::SavedSnapshot& saved) {
        stage.did(saved.bytes, "byte");
        options.host->loaded(saved.report, saved.items, saved.reviews, /*kept_as=*/{});
        return saved.bytes;
      });
}

base::Result<void> verify_snapshot(const std::string& file, const base::Call& call) {
  if (!data::is_snapshot(file)) return base::fail<base::ErrorCode::NotASnapshot>(file);
  return data::SnapshotFile::open(file).map(
      [&](const auto& snapshot) { snapshot->verify_all(call); });
}

base::Result<void> verify_sources(const std::string& file, const base::Call& call) {
  return verify_snapshot(file, call).and_then([&] { return data::verify_sources(file, call); });
}

}  // namespace seedc::engine
