// Output of results and messages: stdout, stderr, and files replaced atomically.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "include/seedc/seedc.hpp"
#include "runtime/base/file_replacement.h"
#include "runtime/base/sha256.h"

namespace seedc::tool {

/// Whether a stream (1 or 2) is a terminal.
bool is_terminal(int stream);

/// Writes to stderr. Failures to write are ignored.
void print_stderr(std::string_view text);
template <class... Args>
void tell(fmt::format_string<Args...> text, Args&&... args) {
  print_stderr(fmt::format(text, std::forward<Args>(args)...));
}

/// Writes results to stdout. Throws Error if the disk is full; a closed pipe ends the process.
void write_stdout(std::string_view text);

/// Waits until stdout has what is being written to it, unless its reader takes too long: for a
/// process that is about to end.
void wait_for_stdout();

/// Fails (Usage) if the file is an input of the command: the command line names it twice, or it is
/// of the dataset that is read.
void refuse_to_replace_input(const std::string& path);
/// The same for a file that is written to at its end.
void refuse_to_append_to_input(const std::string& path);

/// A file that is written piece by piece under a temporary name and renamed at the end, so that its
/// old content stays until the new one is complete; an unfinished one leaves no trace. `-` is
/// stdout; devices and pipes are written to directly. Throws Error.
class OutputFile {
 public:
  /// Fails as refuse_to_replace_input.
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void write(std::string_view text);
  void finish();

 private:
  std::optional<base::FileReplacement> replacement_;
  std::string path_;
  std::string name_;   ///< for messages, where nothing is replaced
  base::Sha256 hash_;  ///< for the manifest, if one is made
  std::uint64_t bytes_ = 0;
  int descriptor_ = -1;
};

/// Writes a whole file like that.
void write_file(const std::string& path, std::string_view text);

/// The words of the command line, which outlive all files; called before one is opened.
void remember_command_line(std::span<char* const> words);

/// What is wrong with a program, to stderr.
void print_findings(const Program& program);

/// For a call of the command that makes no sense.
[[noreturn]] void fail_usage(std::string message, std::string help = {});

/// `seedc: error: TEXT` and the help; returns the exit status of the error's kind.
int print_error(const Error& error);

/// Ends a command: writes its result to stdout, and returns `status`.
int print_result(std::string_view text, int status = 0);

}  // namespace seedc::tool
