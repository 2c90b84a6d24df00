// Runs calls of the library without Python's lock, so that other threads go on and Ctrl-C ends
// them.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <functional>
#include <optional>
#include <seedc/seedc.hpp>
#include <type_traits>
#include <utility>

namespace seedc::python {

/// What a caller may choose for any call: `timeout` in seconds and `memory` in bytes, 0 for none;
/// `progress(step, done, total)` and `log(is_warning, text)`, or None.
struct CallOptions {
  double timeout = 0;
  std::uint64_t memory = 0;
  nanobind::object progress;
  nanobind::object log;
};

/// The options for the library, with a token of its own. The functions take Python's lock.
Call call_of(const CallOptions& options, const Cancel& cancel);

/// Runs `body` without Python's lock. Python's main thread lets another thread run it and looks for
/// signals meanwhile: if a handler throws, as that of Ctrl-C does, `cancel` is requested, and once
/// the body has ended the exception goes on. What the body throws is thrown here.
void run_unlocked(const Cancel& cancel, const std::function<void()>& body);

/// For Python's `atexit`: the calls of other threads than the main one are cancelled, and once they
/// have ended, these threads stay where they are.
void prepare_end();

/// Returns `body()`, run in that way.
template <class Body>
auto unlocked(const Cancel& cancel, const Body& body) {
  if constexpr (std::is_void_v<decltype(body())>) {
    run_unlocked(cancel, body);
  } else {
    std::optional<decltype(body())> made;
    run_unlocked(cancel, [&] { made.emplace(body()); });
    return *std::move(made);
  }
}

/// Returns `body(call)`, run in that way.
template <class Body>
auto work(const CallOptions& options, const Body& body) {
  const Cancel cancel;
  const Call call = call_of(options, cancel);
  return unlocked(cancel, [&] { return body(call); });
}

/// The same for a call that takes no options, and may wait for threads of the session all the same:
/// those may be waiting for Python's lock, with news for the caller of another.
template <class Body>
auto work(const Body& body) {
  return unlocked(Cancel(), body);
}

}  // namespace seedc::python
