// The language server: the Language Server Protocol (3.17) over streams of bytes, for programs in
// the shorthand and in JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/host.h"
#include "runtime/base/result.h"

namespace seedc::lsp {

/// The text of an object of settings (engine/lsp/settings.h), or of an error for the user.
struct FolderSettings {
  std::string text;
  bool is_error = false;
};

struct ServeOptions {
  /// Waits for bytes: how many it put into the buffer, 0 at the end, a negative errno code after
  /// an error. -EAGAIN: none came for a while, which the server uses to look whether it is to end.
  /// Called by a thread of its own.
  std::function<std::int64_t(char* buffer, std::size_t size)> read;
  /// Takes bytes; false if nobody receives them.
  std::function<bool(std::string_view bytes)> write;
  /// The settings for the programs of a folder. May be empty.
  std::function<FolderSettings(const std::string& folder)> settings_of;
  /// Runs work on the threads that it may use.
  std::function<void(const std::function<void()>&)> run = [](const auto& work) { work(); };
  /// Whether what a message starts is finished before the next message is looked at: what is sent
  /// then depends on the messages alone, and not on time.
  bool in_order = false;
  std::string settings;  ///< such an object, which comes before all others; or empty
  std::string version;   ///< of seedc
  std::string duckdb;    ///< DuckDB's shared library (runtime/data/source.h)
  /// The names of settings in messages, and the call that ends the server: checked when a message
  /// arrives. Outlives it.
  engine::Host* host = &engine::silent_host();
};

/// Serves one client until it says `exit` or sends nothing any more. Whether it asked for the end
/// (`shutdown`) before.
base::Result<bool> serve(const ServeOptions& options);

}  // namespace seedc::lsp
