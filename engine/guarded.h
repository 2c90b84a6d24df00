// The top of a call: what is thrown inside of it becomes an error value.
//
//   auto run = engine::guarded([&] { return engine::run_requests(compilation, plan, options); });
//   if (!run) return report(run.error());     // Cancelled, Time, Limit, Data, ...
//
// A stopped call, damage that is found in a snapshot while it is used, memory that ran out, and
// threads that the system refuses are thrown, as they can occur anywhere. Below the top nobody
// catches them: unwinding leaves everything as it was.
#pragma once

#include <exception>
#include <utility>

#include "runtime/base/result.h"

namespace seedc::engine {

/// The error for the exception that is being handled. To be called in a `catch` block; may throw
/// std::bad_alloc.
base::Error caught_error();

/// The result of `body`, a base::Result, or the error for what it throws.
template <class Body>
auto guarded(const Body& body) -> decltype(body()) {
  try {
    return body();
  } catch (...) {
    return tl::unexpected(caught_error());
  }
}

}  // namespace seedc::engine
