// Lists the records that were left out, by file.
#include "engine/report/load_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "engine/report/text.h"
#include "runtime/data/jsonl/load_log.h"
#include "runtime/language/display_text.h"
#include "runtime/language/value.h"

namespace seedc::report {
namespace {

/// The records that reports name.
std::span<const data::LoadReport::Skipped> first_skipped(const data::LoadReport& report) {
  constexpr std::size_t kMostShown = 20;
  return std::span(report.skipped).first(std::min(report.skipped.size(), kMostShown));
}

std::uint64_t not_shown(const data::LoadReport& report) {
  return report.skipped_count - first_skipped(report).size();
}

}  // namespace

std::string format_left_out(const data::LoadReport& report) {
  std::string out;
  for (const data::LoadReport::Skipped& skipped : first_skipped(report)) {
    const std::string line = skipped.line == 0 ? "" : fmt::format(":{}", skipped.line);
    out += fmt::format("{}{}: warning: {}, left out\n", language::printable(skipped.file), line,
                       language::printable(skipped.reason));
  }
  if (const std::uint64_t more = not_shown(report); more > 0)
    out += fmt::format("and {} more left out\n", more);
  return out;
}

std::vector<DataFinding> load_findings(const data::LoadReport& report,
                                       std::span<const base::Error> faults) {
  const std::string_view code = base::info(base::ErrorCode::BrokenRecord).code;
  std::vector<DataFinding> findings;
  for (const data::LoadReport::Skipped& skipped : first_skipped(report))
    findings.push_back({code, data::error_of(skipped).text + ", left out"});
  if (const std::uint64_t more = not_shown(report); more > 0)
    findings.push_back({code, fmt::format("{} more records left out", more)});
  for (const base::Error& fault : faults) findings.push_back({code, fault.text, fault.help});
  return findings;
}

std::string format_data_fault(const base::Error& fault) {
  return fmt::format("warning: {}\n  help: {}\n", language::printable(fault.text),
                     language::printable(fault.help));
}

std::string format_load_counts(const data::LoadReport& report, std::uint64_t items,
                               std::uint64_t reviews, std::string_view kept_as) {
  std::string out =
      fmt::format("data: {}, {}{}{}\n", counted(items, "item"), counted(reviews, "review"),
                  kept_as.empty() ? "" : ", ", language::printable(kept_as));
  for (const data::LoadReport::FileCount& file : report.files) {
    if (file.skipped == 0) continue;
    out += fmt::format("  {}: {} = {} used + {} left out\n", language::printable(file.file),
                       counted(file.records, "record"), file.accepted, file.skipped);
  }
  return out;
}

std::string load_report_json(const data::LoadReport& report, std::uint64_t items,
                             std::uint64_t reviews) {
  const auto number = [](std::uint64_t count) {
    return language::Value(static_cast<std::int64_t>(count));
  };
  language::List files, examples;
  for (const data::LoadReport::FileCount& file : report.files) {
    files.emplace_back(language::Dict{{"file", file.file},
                                      {"records", number(file.records)},
                                      {"used", number(file.accepted)},
                                      {"left_out", number(file.skipped)}});
  }
  for (const data::LoadReport::Skipped& skipped : first_skipped(report)) {
    examples.emplace_back(language::Dict{
        {"file", skipped.file}, {"line", number(skipped.line)}, {"reason", skipped.reason}});
  }
  return language::to_json(
      language::Dict{{"items", number(items)},
                     {"reviews", number(reviews)},
                     {"left_out", language::Dict{{"count", number(report.skipped_count)},
                                                 {"files", std::move(files)},
                                                 {"examples", std::move(examples)}}}});
}

std::string format_text_ledger(const exec::TextLedger& ledger) {
  std::uint64_t searches = 0;
  for (const auto& [pattern, made] : ledger.searches) searches += made.undecided_reviews;
  if (searches == 0) return "";
  return fmt::format(
      "warning: {} searches reached the match limit of their pattern; they count as unknown\n",
      searches);
}

}  // namespace seedc::report
