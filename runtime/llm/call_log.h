// A log of calls, one JSON object a line. No prompt, no answer and no key stands in it.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "runtime/base/result.h"
#include "runtime/llm/chat.h"

namespace seedc {

/// One call, as it ended.
struct CallRecord {
  std::size_t request = 0;  ///< index in the order of asking
  int attempt = 1;
  double seconds = 0;
  long status = 0;  ///< HTTP's; 0 if there was no response
  std::optional<ChatFailure> failure;
  ChatUsage usage;
};

class CallLog {
 public:
  /// Appends to the file.
  static Result<CallLog> open(const std::string& path);
  /// Why the line could not be written, with the file's name; nothing if it was.
  std::optional<std::string> write(const CallRecord& record);

 private:
  CallLog(std::string path, std::FILE* file) : path_(std::move(path)), file_(file, &std::fclose) {}
  std::string path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

}  // namespace seedc
