// The ledger of a load: each record of each file was accepted, or skipped for a reason.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "runtime/base/result.h"
#include "runtime/data/model/dataset.h"
#include "runtime/data/snapshot/snapshot_format.h"

namespace seedc {

using LoadReports = std::array<LoadReport, kReportParts>;

/// One report of some parts, in their order.
LoadReport combined(std::span<const LoadReport> parts);
/// What is said of data in which nothing can be read.
tl::unexpected<Error> no_readable_item(const std::string& path, const LoadReport& report);
/// What a strict run says of a record that is skipped.
Error error_of(const LoadReport::Skipped& skipped);

class LoadLog {
 public:
  /// `strict`: the first record that is skipped is an error.
  explicit LoadLog(bool strict) : strict_(strict) {}

  /// What follows is of files of this part; Records at first.
  void begin_part(ReportPart part) { part_ = static_cast<std::size_t>(part); }
  /// What follows is of this file.
  void begin_file(const std::string& file);
  void accept();
  /// Line 0: not of one line.
  void skip(std::uint64_t line, std::string reason);

  /// Nothing more is to be loaded.
  void stop(Error error) { error_ = std::move(error); }

  const std::optional<Error>& error() const { return error_; }
  const LoadReports& reports() const { return reports_; }

 private:
  bool strict_;
  std::size_t part_ = 0;
  LoadReports reports_;
  std::optional<Error> error_;
};

}  // namespace seedc
