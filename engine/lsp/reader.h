// The thread that reads what the client sends.
#pragma once

#include <atomic>
#include <thread>

#include "engine/lsp/inbox.h"
#include "engine/lsp/serve.h"

namespace seedc::lsp {

/// Puts the client's messages into the inbox, up to `exit` or the end of the stream.
class Reader {
 public:
  /// Both outlive it.
  Reader(const ServeOptions& options, Inbox& inbox);
  /// Waits until the function that reads returns.
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

 private:
  void read();
  void put_messages();

  const ServeOptions& options_;
  Inbox& inbox_;
  MessageSplitter splitter_;
  std::atomic<bool> ends_ = false;
  std::thread thread_;
};

}  // namespace seedc::lsp
