// Writes to stdout, stderr and files, and turns errors into messages and exit statuses.
#include "tools/seedc/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <utility>

#include "runtime/language/display_text.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/setting_names.h"
#include "tools/seedc/sudden_end.h"

namespace seedc::tool {
namespace {

/// Held while something is written to stdout.
std::timed_mutex stdout_in_use;

/// What the last system call on `name` ran into.
tl::unexpected<base::Error> cannot_write(const std::string& name) {
  return base::fail(base::ErrorKind::Data,
                    fmt::format("cannot write {}: {}", name, std::strerror(errno)));
}

/// A parent process may hand over a pipe that does not block.
void wait_until_writable(int file) {
  pollfd waited = {file, POLLOUT, 0};
  poll(&waited, 1, -1);
}

base::Result<bool> write_all(int file, std::string_view text, const std::string& name) {
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
    if (written < 0) return cannot_write(name);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

int status_of(base::ErrorKind kind) {
  switch (kind) {
    case base::ErrorKind::Usage:
      return kBadProgram;
    case base::ErrorKind::Data:
      return kBadData;
    case base::ErrorKind::Service:
      return kServiceFailed;
    case base::ErrorKind::Limit:
    case base::ErrorKind::Time:
      return kLimitReached;
    case base::ErrorKind::Cancelled:
      return kInterrupted;
    case base::ErrorKind::Internal:
      return kInternalError;
  }
  return kBadProgram;
}

}  // namespace

void print_stderr(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

bool is_terminal(int stream) { return ::isatty(stream) == 1; }

bool shows_colour(int stream) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const bool is_dumb = term != nullptr && std::string_view(term) == "dumb";
  return (no_color == nullptr || *no_color == '\0') && !is_dumb && is_terminal(stream);
}

base::Result<bool> write_stdout(std::string_view text) {
  return write_all(STDOUT_FILENO, text, "the results");
}

void wait_for_stdout() {
  constexpr std::chrono::milliseconds kLongest{200};
  if (stdout_in_use.try_lock_for(kLongest)) return;  // never unlocked: nothing more is written
}

base::Result<OutputFile> OutputFile::open(const std::string& path) {
  if (path == "-") return OutputFile("the results", STDOUT_FILENO);
  std::error_code unknown;
  const auto status = std::filesystem::status(path, unknown);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) {
    auto replacement = base::FileReplacement::begin(path);
    if (!replacement) return tl::unexpected(replacement.error());
    return OutputFile(std::move(*replacement));
  }
  const std::string name = "`" + path + "`";
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return cannot_write(name);
  return OutputFile(name, descriptor);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : replacement_(std::move(other.replacement_)),
      name_(std::move(other.name_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile::~OutputFile() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
}

base::Result<bool> OutputFile::write(std::string_view text) {
  if (!replacement_) return write_all(descriptor_, text, name_);
  return replacement_->append(text).map([] { return true; });
}

base::Result<bool> OutputFile::finish() {
  if (replacement_) return replacement_->commit().map([] { return true; });
  if (descriptor_ <= STDERR_FILENO) return true;
  if (::close(std::exchange(descriptor_, -1)) != 0) return cannot_write(name_);
  return true;
}

base::Result<bool> write_file(const std::string& path, std::string_view text) {
  auto file = OutputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  if (auto done = file->write(text); !done) return done;
  return file->finish();
}

void print_findings(const engine::Compilation& compilation) {
  print_findings(compilation, compilation.diagnostics);
}

void print_findings(const engine::Compilation& compilation, const diag::Diagnostics& later) {
  print_stderr(engine::findings_text(compilation, later, shows_colour(STDERR_FILENO)));
}

int print_error(const base::Error& error) {
  print_stderr(fmt::format("seedc: error: {}\n", language::printable(error.text)));
  if (!error.help.empty())
    print_stderr(fmt::format("  help: {}{}\n", language::printable(error.help),
                             base::named(setting_name, error.setting, " (", ")")));
  return status_of(error.kind);
}

int print_result(std::string_view text, int status) {
  const auto done = write_stdout(text);
  return done ? status : print_error(done.error());
}

}  // namespace seedc::tool
