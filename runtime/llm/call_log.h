// A log of calls, one JSON object per line. It contains no prompt, no answer and no key.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "runtime/base/result.h"
#include "runtime/llm/chat.h"

namespace seedc::llm {

/// One completed call.
struct CallRecord {
  std::size_t request = 0;  ///< index in the order of the requests
  int attempt = 1;
  double seconds = 0;
  long status = 0;  ///< HTTP status; 0 if there was no response
  std::optional<ChatFailure> failure;
  ChatUsage usage;
};

class CallLog {
 public:
  /// Appends to the file.
  static base::Result<CallLog> open(const std::string& path);
  /// Why the line could not be written, with the file's name; std::nullopt on success.
  std::optional<std::string> write(const CallRecord& record);

 private:
  CallLog(std::string path, std::FILE* file) : path_(std::move(path)), file_(file, &std::fclose) {}
  std::string path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

}  // namespace seedc::llm
