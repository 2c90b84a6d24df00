// Reads schemas and writes snapshots, with progress and ledgers for the host.
#include "engine/datasets.h"

#include <fmt/format.h>

#include "engine/report/load_report.h"
#include "engine/report/text.h"
#include "engine/review_fault.h"

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

template <class Describe, class Save>
base::Result<std::uint64_t> save(const EvaluateOptions& options, const std::string& file,
                                 const Describe& describe, const Save& save) {
  const std::string& source = options.data->name();
  if (auto hidden = options.strict ? hidden_fault(source) : std::nullopt)
    return tl::unexpected(*std::move(hidden));
  Stage stage(*options.host, "write the snapshot");
  const data::LoadOptions load = {.strict = options.strict,
                                  .threads = options.threads,
                                  .progress = options.host->begin("reading data"),
                                  .call = options.host->call()};
  const auto saved = save(*options.data, file, load);
  if (!saved) return tl::unexpected(saved.error());
  stage.did(saved->bytes, "byte");
  options.host->loaded(saved->report, saved->items, saved->reviews, describe(*saved));
  const auto faults = data_faults(source, saved->reviews, saved->report);
  if (auto reported = report_faults(faults, options.strict, *options.host); !reported)
    return tl::unexpected(reported.error());
  return saved->bytes;
}

std::string updated_as(const data::SavedSnapshot& saved) {
  if (!saved.made_anew_as.empty())
    return fmt::format("the snapshot was made anew: {}", saved.made_anew_as);
  if (saved.is_unchanged) return "as in the snapshot";
  if (!saved.is_continued) return {};
  return fmt::format("{} and {} more than in the snapshot",
                     report::counted(saved.more_items, "item"),
                     report::counted(saved.more_reviews, "review"));
}

}  // namespace

base::Result<language::Schema> read_schema(const data::Source& data, Host& host) {
  data::LoadReport left_out;
  auto schema = read(data, host, left_out);
  if (schema && (left_out.skipped_count > 0 || !data.kept_as().empty()))
    host.loaded(left_out, schema->items, schema->reviews, data.kept_as());
  if (!schema) return schema;
  for (const base::Error& fault : data_faults(data.name(), schema->reviews, left_out))
    host.warn(report::format_data_fault(fault));
  return schema;
}

base::Result<std::string> left_out_json(const data::Source& data, Host& host) {
  data::LoadReport left_out;
  return read(data, host, left_out).map([&](const language::Schema& schema) {
    return report::load_report_json(left_out, schema.items, schema.reviews);
  });
}

base::Result<std::uint64_t> write_snapshot(const EvaluateOptions& options, const std::string& file,
                                           const data::SnapshotForm& form) {
  return save(
      options, file, [](const data::SavedSnapshot&) { return std::string(); },
      [&](const auto&... all) { return data::save_snapshot(all..., form); });
}

base::Result<std::uint64_t> update_snapshot(const EvaluateOptions& options,
                                            const std::string& file) {
  return save(options, file, updated_as,
              [](const auto&... all) { return data::update_snapshot(all...); });
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
