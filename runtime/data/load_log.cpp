// Counting and reporting of records.
#include "runtime/data/load_log.h"

#include <fmt/format.h>

namespace seedc {

void LoadLog::begin_file(const std::string& file) { report_.files.push_back({file}); }

void LoadLog::accept() {
  ++report_.files.back().records;
  ++report_.files.back().accepted;
}

void LoadLog::skip(std::uint64_t line, std::string reason) {
  LoadReport::FileCount& file = report_.files.back();
  ++file.records;
  ++file.skipped;
  ++report_.skipped_count;
  if (strict_ && !error_) {
    const std::string place = line == 0 ? file.file : fmt::format("{}:{}", file.file, line);
    error_ = Error{ErrorKind::Data, fmt::format("{}: {}", place, reason), {}};
  }
  if (report_.skipped.size() < LoadReport::kMaxReported) {
    report_.skipped.push_back({file.file, line, std::move(reason)});
  }
}

}  // namespace seedc
