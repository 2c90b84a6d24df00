// Signal and exception handlers, which call only async-signal-safe functions.
#include "tools/seedc/sudden_end.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string_view>

#include "include/seedc/seedc.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

std::array<char, 301> out_of_memory_text = {"seedc: error: out of memory\n"};

/// Past the C library, whose lock on stderr another thread may hold for ever.
void tell(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// A progress bar may be on the terminal.
void clear_line() {
  if (::isatty(STDERR_FILENO) != 0) tell("\r\x1b[K");
}

/// Only snapshots are mapped, and a page of one is missing only if the file was cut short
/// meanwhile.
void end_with_truncated_snapshot(int) {
  clear_line();
  tell("seedc: error: the snapshot was cut short while it was being read\n");
  seedc_remove_unfinished_files();
  ::_exit(kBadData);
}

/// An exception that no caller may see: of a thread, or through code that knows none.
[[noreturn]] void end_by_exception() {
  seedc_remove_unfinished_files();
  try {
    if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    end_out_of_memory();
  } catch (const std::exception& error) {
    tell("seedc: internal error: ");
    tell(error.what());
    tell("\n");
  } catch (...) {
    tell("seedc: internal error\n");
  }
  std::abort();
}

}  // namespace

void end_by(int signal) {
  clear_line();
  seedc_remove_unfinished_files();
  std::signal(signal, SIG_DFL);
  sigset_t alone;
  sigemptyset(&alone);
  sigaddset(&alone, signal);
  pthread_sigmask(SIG_UNBLOCK, &alone, nullptr);
  ::raise(signal);
  constexpr int kBySignal = 128;
  ::_exit(kBySignal + signal);
}

void prepare_sudden_ends() {
  // A reader that went away, and a file that may grow no more, are errors of writing.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGBUS, end_with_truncated_snapshot);
  std::signal(SIGABRT, end_by);
  for (const int signal : std::array{SIGINT, SIGTERM, SIGHUP}) {
    // Signals that the parent process ignores stay ignored.
    if (std::signal(signal, end_by) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
  std::set_new_handler(end_out_of_memory);
  std::set_terminate(end_by_exception);
}

void set_out_of_memory_text(std::string_view text) {
  out_of_memory_text = {};
  text.copy(out_of_memory_text.data(), out_of_memory_text.size() - 1);
}

/// Nothing is unwound: libraries without exceptions, and destructors of what is half made (GCC 12
/// destroys some of it twice), would make a crash of it.
void end_out_of_memory() { end_at_limit(out_of_memory_text.data()); }

void end_at_limit(std::string_view text) {
  static std::atomic_flag is_ending;
  while (is_ending.test_and_set()) ::pause();
  clear_line();
  tell(text);
  wait_for_stdout();
  seedc_remove_unfinished_files();
  ::_exit(kLimitReached);
}

void end_with(int status) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  std::exit(status);  // sanitizers look for leaks, and report races, at exit
#else
  std::cout.flush();
  std::fflush(nullptr);
  ::_exit(status);
#endif
}

void end_with_reader() { end_by(SIGPIPE); }

}  // namespace seedc::tool
