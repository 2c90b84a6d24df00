// The ledger of a load: each record of each file was accepted, or skipped for a reason.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/contract/result.h"
#include "runtime/data/dataset.h"

namespace seedc {

class LoadLog {
 public:
  /// `strict`: the first record that is skipped is an error.
  explicit LoadLog(bool strict) : strict_(strict) {}

  /// What follows is of this file.
  void begin_file(const std::string& file);
  void accept();
  /// Line 0: not of one line.
  void skip(std::uint64_t line, std::string reason);

  const std::optional<Error>& error() const { return error_; }
  const LoadReport& report() const { return report_; }

 private:
  bool strict_;
  LoadReport report_;
  std::optional<Error> error_;
};

}  // namespace seedc
