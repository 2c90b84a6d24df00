// Writes to stdout, stderr and files, and turns errors into messages and exit statuses.
#include "tools/seedc/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <utility>

#include "engine/report/data_files.h"
#include "runtime/language/display_text.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/configuration.h"
#include "tools/seedc/manifest.h"
#include "tools/seedc/status.h"
#include "tools/seedc/sudden_end.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

/// Held while something is written to stdout.
std::timed_mutex stdout_in_use;

std::span<char* const> command_line;
constexpr std::size_t kCommand = 2;  ///< its words, as in `seedc run`

/// Also of a file that there is not yet.
bool is_same_file(const std::string& one, const std::string& other) {
  namespace fs = std::filesystem;
  std::error_code unknown;
  if (fs::equivalent(one, other, unknown)) return true;
  const auto location = [&](const std::string& file) {
    return fs::weakly_canonical(fs::absolute(file, unknown), unknown);
  };
  return !one.empty() && !fs::exists(other, unknown) && location(one) == location(other);
}

/// All that the command line names behind the command itself, or that stands behind `--option=`
/// there, and the dataset that the configuration names.
std::vector<std::string> named_files() {
  std::vector<std::string> names;
  for (const std::string_view word :
       command_line.subspan(std::min(command_line.size(), kCommand))) {
    const bool is_option = word.starts_with("--") && word.find('=') != word.npos;
    names.emplace_back(is_option ? word.substr(word.find('=') + 1) : word);
  }
  if (!source_of("--data").empty()) names.push_back(configured("--data").front());
  return names;
}

/// Why the command must not write a file: it is named twice, or of a dataset that is named. Empty
/// if it may.
std::string_view why_kept(const std::string& path) {
  std::error_code unknown;
  const bool is_there = std::filesystem::exists(path, unknown);
  std::size_t times_named = 0;
  for (const std::string& name : named_files()) {
    if (is_same_file(name, path)) {
      ++times_named;
    } else if (is_there && std::ranges::any_of(
                               report::data_files(name),
                               [&](const std::string& file) { return is_same_file(file, path); })) {
      return "is read";
    }
  }
  return times_named > 1 ? "is named twice" : "";
}

/// Fails (Usage) if the command must not do that to a file.
void refuse_input(const std::string& path, std::string_view what) {
  std::error_code unknown;
  const auto status = std::filesystem::status(path, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return;
  if (const std::string_view why = why_kept(path); !why.empty())
    fail_usage(fmt::format("`{}` {}, and would be {}", path, why, what), "write to another file");
}

/// What the last system call on `name` ran into.
[[noreturn]] void fail_to_write(const std::string& name) {
  throw Error(ErrorKind::Data, fmt::format("cannot write {}: {}", name, std::strerror(errno)));
}

/// A file that is replaced reports errors as values.
template <class T>
T take(base::Result<T> result) {
  if (!result) throw Error(ErrorKind::Data, result.error().text, result.error().help);
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// A parent process may hand over a pipe that does not block.
void wait_until_writable(int file) {
  pollfd waited = {file, POLLOUT, 0};
  poll(&waited, 1, -1);
}

void write_all(int file, std::string_view text, const std::string& name) {
  std::unique_lock<std::timed_mutex> lock(stdout_in_use, std::defer_lock);
  if (file == STDOUT_FILENO) lock.lock();
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      wait_until_writable(file);
      continue;
    }
    if (written < 0 && errno == EPIPE && file == STDOUT_FILENO) end_with_reader();
    if (written < 0) fail_to_write(name);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

int status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::Usage:
      return kBadProgram;
    case ErrorKind::Data:
      return kBadData;
    case ErrorKind::Service:
      return kServiceFailed;
    case ErrorKind::Limit:
    case ErrorKind::Time:
      return kLimitReached;
    case ErrorKind::Cancelled:
      return kInterrupted;
    case ErrorKind::Internal:
      return kInternalError;
  }
  return kInternalError;
}

}  // namespace

void print_stderr(std::string_view text) {
  hide_status();
  std::fwrite(text.data(), 1, text.size(), stderr);
}

bool is_terminal(int stream) { return ::isatty(stream) == 1; }

void write_stdout(std::string_view text) {
  hide_status();
  write_all(STDOUT_FILENO, text, "the results");
}

void wait_for_stdout() {
  constexpr std::chrono::milliseconds kLongest{200};
  if (stdout_in_use.try_lock_for(kLongest)) return;  // never unlocked: nothing more is written
}

void remember_command_line(std::span<char* const> words) { command_line = words; }

void refuse_to_replace_input(const std::string& path) { refuse_input(path, "replaced"); }

void refuse_to_append_to_input(const std::string& path) { refuse_input(path, "written to"); }

OutputFile::OutputFile(const std::string& path) : path_(path), name_("`" + path + "`") {
  if (path == "-") {
    name_ = "the results";
    descriptor_ = STDOUT_FILENO;
    return;
  }
  refuse_to_replace_input(path);
  std::error_code unknown;
  const auto status = std::filesystem::status(path, unknown);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) {
    replacement_.emplace(take(base::FileReplacement::begin(path)));
    return;
  }
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail_to_write(name_);
}

OutputFile::~OutputFile() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
}

void OutputFile::write(std::string_view text) {
  hide_status();
  if (manifest_record() != nullptr) hash_.add(text);
  bytes_ += text.size();
  if (!replacement_) return write_all(descriptor_, text, name_);
  take(replacement_->append(text));
}

void OutputFile::finish() {
  if (ManifestRecord* record = manifest_record())
    record->wrote(path_, bytes_, base::hex_of(hash_.finish()));
  if (replacement_) return take(replacement_->commit());
  if (descriptor_ <= STDERR_FILENO) return;
  if (::close(std::exchange(descriptor_, -1)) != 0) fail_to_write(name_);
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.finish();
}

void print_findings(const Program& program) {
  print_stderr(program.findings_text(text_format(STDERR_FILENO)));
}

void fail_usage(std::string message, std::string help) {
  throw Error(ErrorKind::Usage, std::move(message), std::move(help));
}

int print_error(const Error& error) {
  constexpr std::size_t kIndent = 4;
  print_stderr(wrapped_message("seedc: error: " + language::printable(error.message()), kIndent) +
               '\n');
  if (!error.help().empty()) {
    print_stderr(
        wrapped_message("  help: " + language::printable(error.help()), std::size_t{2} * kIndent) +
        '\n');
  }
  return status_of(error.kind());
}

int print_result(std::string_view text, int status) {
  write_stdout(text);
  return status;
}

}  // namespace seedc::tool
