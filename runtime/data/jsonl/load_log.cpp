// Counts and reports records.
#include "runtime/data/jsonl/load_log.h"

#include <fmt/format.h>

#include <filesystem>

namespace seedc::data {

LoadReport combined(std::span<const LoadReport> parts) {
  LoadReport all;
  for (const LoadReport& part : parts) {
    all.files.insert(all.files.end(), part.files.begin(), part.files.end());
    all.skipped.insert(all.skipped.end(), part.skipped.begin(), part.skipped.end());
    all.skipped_count += part.skipped_count;
  }
  if (all.skipped.size() > LoadReport::kMaxReported) all.skipped.resize(LoadReport::kMaxReported);
  return all;
}

namespace {

/// The first fault; of a file that is no bundle also where data of several files is named.
std::string help_for_items(const std::string& path, const LoadReport& report) {
  const LoadReport::Skipped& first = report.skipped.front();
  std::string help = fmt::format("{}:{}: {}", first.file, first.line, first.reason);
  if (first.file != path || !first.reason.starts_with("`business` ")) return help;
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return fmt::format(
      "{}; a file is a bundle, each line an item with its reviews: of items and reviews in files "
      "of their own give the folder, `{}`",
      help, folder.empty() ? "." : folder);
}

}  // namespace

tl::unexpected<base::Error> no_readable_item(const std::string& path, const LoadReport& report) {
  std::string help;
  if (!report.files.empty() && report.files.front().records == 0) {
    help = fmt::format("`{}` is empty: it is to have one item per line", report.files.front().file);
  } else if (!report.skipped.empty()) {
    help = help_for_items(path, report);
  }
  return base::fail_with_help<base::ErrorCode::NoReadableItems>(std::move(help), path);
}

base::Error error_of(const LoadReport::Skipped& skipped) {
  if (skipped.line == 0)
    return base::error<base::ErrorCode::BrokenData>(skipped.file, skipped.reason);
  return base::error<base::ErrorCode::BrokenRecord>(skipped.file, skipped.line, skipped.reason);
}

void LoadLog::begin_file(const std::string& file) { reports_[part_].files.push_back({file}); }

void LoadLog::accept() {
  ++reports_[part_].files.back().records;
  ++reports_[part_].files.back().accepted;
}

void LoadLog::take_part(ReportPart part, LoadLog&& of_part) {
  const auto number = static_cast<std::size_t>(part);
  reports_[number] = std::move(of_part.reports_[number]);
  if (!error_) error_ = std::move(of_part.error_);
}

void LoadLog::skip(std::uint64_t line, std::string reason) {
  LoadReport::FileCount& file = reports_[part_].files.back();
  ++file.records;
  ++file.skipped;
  skip_value(line, std::move(reason));
}

void LoadLog::skip_value(std::uint64_t line, std::string reason) {
  LoadReport& report = reports_[part_];
  const LoadReport::FileCount& file = report.files.back();
  ++report.skipped_count;
  const LoadReport::Skipped skipped{file.file, line, std::move(reason)};
  if (strict_ && !error_) error_ = error_of(skipped);
  if (report.skipped.size() < LoadReport::kMaxReported) report.skipped.push_back(skipped);
}

}  // namespace seedc::data
