// The ledger of a load: each record of each file was either accepted, or skipped for a reason.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "runtime/base/result.h"
#include "runtime/data/model/dataset.h"
#include "runtime/data/snapshot/snapshot_format.h"

namespace seedc::data {

using LoadReports = std::array<LoadReport, kReportParts>;

/// One report that combines some parts, in order.
LoadReport combined(std::span<const LoadReport> parts);
/// The error for data in which nothing is readable.
tl::unexpected<base::Error> no_readable_item(const std::string& path, const LoadReport& report);
/// The error of a strict run for a skipped record.
base::Error error_of(const LoadReport::Skipped& skipped);

class LoadLog {
 public:
  /// `strict`: the first skipped record is an error.
  explicit LoadLog(bool strict) : strict_(strict) {}

  /// The following calls concern files of this part; Records initially.
  void begin_part(ReportPart part) { part_ = static_cast<std::size_t>(part); }
  /// The following calls concern this file.
  void begin_file(const std::string& file);
  void accept();
  /// Line 0: not tied to one line.
  void skip(std::uint64_t line, std::string reason);
  /// A value is left out, of a record that is accepted or skipped by itself.
  void skip_value(std::uint64_t line, std::string reason);

  /// Takes the report on a part from a log of this part alone, and its error.
  void take_part(ReportPart part, LoadLog&& of_part);

  /// Whether loading should stop.
  void stop(base::Error error) { error_ = std::move(error); }

  const std::optional<base::Error>& error() const { return error_; }
  const LoadReports& reports() const { return reports_; }

 private:
  bool strict_;
  std::size_t part_ = 0;
  LoadReports reports_;
  std::optional<base::Error> error_;
};

}  // namespace seedc::data
