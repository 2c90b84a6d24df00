// Output of results and messages: stdout, stderr, and files replaced atomically.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/findings.h"
#include "runtime/base/file_replacement.h"
#include "runtime/base/result.h"

namespace seedc::tool {

/// Whether a stream (1 or 2) is a terminal.
bool is_terminal(int stream);

/// Whether it is one that shows colour: not with NO_COLOR, not with
/// TERM=dumb.
bool shows_colour(int stream);

/// Writes to stderr. Failures to write are ignored.
void print_stderr(std::string_view text);
template <class... Args>
void tell(fmt::format_string<Args...> text, Args&&... args) {
  print_stderr(fmt::format(text, std::forward<Args>(args)...));
}

/// Writes results to stdout. A full disk is an error; a closed pipe ends the process.
base::Result<bool> write_stdout(std::string_view text);

/// Waits until stdout has what is being written to it, unless its reader takes too long: for a
/// process that is about to end.
void wait_for_stdout();

/// A file that is written piece by piece under a temporary name and renamed at the end, so that its
/// old content stays until the new one is complete; an unfinished one leaves no trace. `-` is
/// stdout; devices and pipes are written to directly.
class OutputFile {
 public:
  static base::Result<OutputFile> open(const std::string& path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  base::Result<bool> write(std::string_view text);
  base::Result<bool> finish();

 private:
  explicit OutputFile(base::FileReplacement replacement) : replacement_(std::move(replacement)) {}
  OutputFile(std::string name, int descriptor) : name_(std::move(name)), descriptor_(descriptor) {}

  std::optional<base::FileReplacement> replacement_;
  std::string name_;  ///< for messages, where nothing is replaced
  int descriptor_ = -1;
};

/// Writes a whole file like that.
base::Result<bool> write_file(const std::string& path, std::string_view text);

/// Diagnostics of programs, to stderr.
void print_findings(const engine::Compilation& compilation);
/// The same for what was found later, when they ran.
void print_findings(const engine::Compilation& compilation, const diag::Diagnostics& later);

/// `seedc: error: TEXT` and the help, with the name of the error's setting; returns the exit status
/// of its kind.
int print_error(const base::Error& error);

/// Ends a command: writes its result to stdout, and returns `status`, or that of an error.
int print_result(std::string_view text, int status = 0);

}  // namespace seedc::tool
