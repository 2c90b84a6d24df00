// Sessions, and requests to stop.
#include <algorithm>

#include "library/boundary.h"
#include "runtime/base/memory.h"
#include "runtime/base/processor.h"

using namespace seedc;
using namespace seedc::library;

namespace {

/// At least some columns, so that every table has room for its cells.
std::size_t width_of(std::uint32_t columns, std::size_t otherwise) {
  constexpr std::size_t kLeast = 20;
  if (columns == 0) return otherwise;
  return std::clamp<std::size_t>(columns, kLeast, report::kAnyWidth);
}

Session::Widths widths_of(const seedc_session_options& options) {
  return {.text = width_of(options.text_width, report::kDefaultWidth),
          .message = width_of(options.message_width, report::kAnyWidth)};
}

}  // namespace

seedc_error* seedc_session_new(const seedc_session_options* options, seedc_session** out) {
  clear(out);
  return guarded([&] {
    seedc_session*& session = place_for(out);
    take(base::check_processor());
    const seedc_session_options chosen = known(options);
    std::shared_ptr<base::MemoryAccount> memory;
    if (chosen.memory_limit > 0) memory = std::make_shared<base::MemoryBudget>(chosen.memory_limit);
    session = new seedc_session(
        std::make_shared<Session>(chosen.threads, std::move(memory), names_of_caller(chosen),
                                  path_of(chosen.duckdb), widths_of(chosen)));
  });
}

void seedc_session_release(seedc_session* session) {
  if (find(session) != nullptr) delete session;
}

seedc_error* seedc_cancel_new(seedc_cancel** out) {
  clear(out);
  return guarded([&] {
    seedc_cancel*& cancel = place_for(out);
    cancel = new seedc_cancel(std::make_shared<base::StopToken>());
  });
}

void seedc_cancel_request(seedc_cancel* cancel) {
  if (const auto* token = find(cancel)) (*token)->request();
}

void seedc_cancel_release(seedc_cancel* cancel) {
  if (find(cancel) != nullptr) delete cancel;
}
