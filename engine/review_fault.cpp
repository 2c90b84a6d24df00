// Looks for reviews, and for texts in them.
#include "engine/review_fault.h"

#include "engine/report/load_report.h"
#include "runtime/base/call.h"
#include "runtime/data/duckdb/duckdb_source.h"
#include "runtime/data/jsonl/files.h"
#include "runtime/data/record_source.h"
#include "runtime/data/snapshot/snapshot_file.h"

namespace seedc::engine {
namespace {

bool reads_reviews(const data::DataNeeds& needs) {
  return needs.texts || needs.names || needs.circles || needs.judgements ||
         !needs.review_paths.empty();
}

/// Whether the records are tables in memory, of whose reviews none was left out: there is none.
bool has_no_table(const data::Dataset& dataset, const data::Source& source) {
  const data::RecordSource* records = source.records();
  if (records == nullptr || dataset.report().skipped_count > 0) return false;
  const auto files = records->files();
  return files && files->empty();
}

base::Error no_table_fault(const std::string& source) {
  return base::error<base::ErrorCode::BrokenData>(source, "there are no reviews beside them")
      .with_help("conditions on reviews hold for no item without them");
}

/// That data without reviews has none, unless all were left out.
std::optional<base::Error> no_reviews_fault(const std::string& source,
                                            const data::LoadReport& report) {
  auto help = data::help_for_missing_reviews(source);
  if (!help) help = data::duckdb::help_for_missing_reviews(source);
  // Reviews that were all left out are reported already.
  if (!help && report.skipped_count == 0) {
    help = data::help_for_empty_reviews(source);
    if (!help && data::is_snapshot(source)) help = "it was made of data that has none";
  }
  if (!help) return std::nullopt;
  return base::error<base::ErrorCode::BrokenData>(source, "no file has reviews").with_help(*help);
}

/// That reviews or texts which the plan reads are not there.
std::optional<base::Error> review_fault(const data::Dataset& dataset, const data::DataNeeds& needs,
                                        const data::Source& source) {
  if (dataset.review_count() == 0 && reads_reviews(needs)) {
    auto missing = no_reviews_fault(source.name(), dataset.report());
    return missing || !has_no_table(dataset, source) ? missing : no_table_fault(source.name());
  }
  if (dataset.review_count() == 0 || !needs.texts || has_texts(dataset)) return std::nullopt;
  return base::error<base::ErrorCode::BrokenData>(source.name(), "no review has a `text`")
      .with_help("conditions on texts hold for none: reviews have theirs, a string, at `text`");
}

std::vector<base::Error> joined(std::optional<base::Error> hidden,
                                std::optional<base::Error> missing) {
  std::vector<base::Error> faults;
  if (hidden) faults.push_back(*std::move(hidden));
  if (missing) faults.push_back(*std::move(missing));
  return faults;
}

}  // namespace

bool has_texts(const data::Dataset& dataset) {
  constexpr std::uint32_t kReviewsPerCheck = 4096;
  base::StepCounter steps(dataset.call(), kReviewsPerCheck);
  for (std::uint32_t review = 0; review < dataset.review_count(); ++review) {
    steps.step();
    if (dataset.has_text(review)) return true;
  }
  return false;
}

std::optional<base::Error> hidden_fault(const std::string& source) {
  const auto hidden = data::hidden_files(source);
  if (!hidden) return std::nullopt;
  return base::error<base::ErrorCode::BrokenData>(source, *hidden)
      .with_help("move what is not meant out of the folder");
}

std::vector<base::Error> data_faults(const data::Dataset& dataset, const data::DataNeeds& needs,
                                     const data::Source& source) {
  return joined(hidden_fault(source.name()), review_fault(dataset, needs, source));
}

std::vector<base::Error> data_faults(const std::string& source, std::uint64_t reviews,
                                     const data::LoadReport& report) {
  return joined(hidden_fault(source),
                reviews == 0 ? no_reviews_fault(source, report) : std::nullopt);
}

base::Result<void> report_faults(std::span<const base::Error> faults, bool strict, Host& host) {
  for (const base::Error& fault : faults) {
    if (strict) return tl::unexpected(fault);
    host.warn(report::format_data_fault(fault));
  }
  return {};
}

std::vector<base::Error> stream_faults(const data::DataNeeds& needs, std::uint64_t reviews,
                                       const data::LoadReport& report) {
  if (reviews > 0 || report.skipped_count > 0 || !reads_reviews(needs)) return {};
  return {no_table_fault("items")};
}

}  // namespace seedc::engine
