// Writes the log of calls; each line is written completely before the next call proceeds.
#include "runtime/llm/call_log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>

namespace seedc::llm {

base::Result<CallLog> CallLog::open(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "ae");
  if (file == nullptr) {
    return base::fail<base::ErrorCode::UnwritableLog>(path, std::strerror(errno));
  }
  return CallLog(path, file);
}

std::optional<std::string> CallLog::write(const CallRecord& record) {
  const auto now = std::chrono::system_clock::now();
  nlohmann::ordered_json line = {{"time", fmt::format("{:%FT%T}Z", now)},
                                 {"request", record.request},
                                 {"attempt", record.attempt},
                                 {"seconds", std::round(record.seconds * 1000) / 1000},
                                 {"status", record.status},
                                 {"outcome", "answered"},
                                 {"prompt_tokens", record.usage.prompt_tokens},
                                 {"completion_tokens", record.usage.completion_tokens}};
  if (record.failure) {
    line["outcome"] = describe(record.failure->kind);
    line["message"] = record.failure->message;
  }
  const std::string text =
      line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
  const bool is_taken = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size();
  if (is_taken && std::fflush(file_.get()) == 0) return std::nullopt;
  return fmt::format("cannot write to the log `{}`: {}", path_, std::strerror(errno));
}

}  // namespace seedc::llm
