// Lists the records that were left out, by file.
#include "engine/report/load_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/report/text.h"
#include "runtime/language/display_text.h"
#include "runtime/language/value.h"

namespace seedc::report {

std::string format_load_report(const data::LoadReport& report, std::uint64_t items,
                               std::uint64_t reviews) {
  constexpr std::size_t kMostShown = 20;
  std::string out;
  for (std::size_t i = 0; i < std::min(report.skipped.size(), kMostShown); ++i) {
    const data::LoadReport::Skipped& skipped = report.skipped[i];
    const std::string line = skipped.line == 0 ? "" : fmt::format(":{}", skipped.line);
    out += fmt::format("{}{}: warning: {}, left out\n", language::printable(skipped.file), line,
                       language::printable(skipped.reason));
  }
  if (report.skipped_count > kMostShown)
    out += fmt::format("and {} more left out\n", report.skipped_count - kMostShown);
  out += fmt::format("data: {}, {}\n", counted(items, "item"), counted(reviews, "review"));
  for (const data::LoadReport::FileCount& file : report.files) {
    if (file.skipped == 0) continue;
    out += fmt::format("  {}: {} = {} used + {} left out\n", language::printable(file.file),
                       counted(file.records, "record"), file.accepted, file.skipped);
  }
  return out;
}

std::string load_report_json(const data::LoadReport& report, std::uint64_t items,
                             std::uint64_t reviews) {
  constexpr std::size_t kMostShown = 20;
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
  for (std::size_t i = 0; i < std::min(report.skipped.size(), kMostShown); ++i) {
    const data::LoadReport::Skipped& skipped = report.skipped[i];
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
  for (const auto& [pattern, undecided] : ledger.undecided) searches += undecided.reviews;
  if (searches == 0) return "";
  return fmt::format(
      "warning: {} searches reached the match limit of their pattern; they count as unknown\n",
      searches);
}

}  // namespace seedc::report
