// Words for exceptions.
#include "engine/guarded.h"

#include <fmt/format.h>

#include <new>
#include <string_view>
#include <system_error>

#include "engine/report/text.h"
#include "runtime/base/call.h"
#include "runtime/base/damaged_data.h"
#include "runtime/base/memory.h"

namespace seedc::engine {
namespace {

base::Error error_of(const base::Stopped& stopped) {
  switch (stopped.reason()) {
    case base::Stopped::Reason::Cancelled:
      return base::error<base::ErrorCode::Cancelled>(stopped.what());
    case base::Stopped::Reason::Time:
      break;
  }
  return base::error<base::ErrorCode::OutOfTime>(stopped.what())
      .with_help("give it more time, or less to do", base::Setting::Timeout);
}

base::Error error_of(const base::OutOfBudget& refused) {
  return base::error<base::ErrorCode::OverBudget>(report::size_text(refused.limit()),
                                                  report::size_text(refused.bytes()),
                                                  refused.purpose())
      .with_help("give it more, or less to do", base::Setting::Memory);
}

/// Whether the system gives no more threads. TBB says so by text alone.
bool is_refused_thread(const std::exception& error) {
  const auto* system = dynamic_cast<const std::system_error*>(&error);
  return (system != nullptr && system->code() == std::errc::resource_unavailable_try_again) ||
         std::string_view(error.what()).starts_with("pthread_create");
}

base::Error error_of(const std::exception& error) {
  if (is_refused_thread(error)) {
    return base::error<base::ErrorCode::NoMoreThreads>().with_help(
        "use fewer threads, or raise the limit of processes (`ulimit -u`)", base::Setting::Threads);
  }
  return base::error<base::ErrorCode::InternalException>(error.what())
      .with_help("this is a bug in seedc; please report it");
}

}  // namespace

base::Error caught_error() {
  try {
    throw;
  } catch (const base::Stopped& stopped) {
    return error_of(stopped);
  } catch (const base::OutOfBudget& refused) {
    return error_of(refused);
  } catch (const base::DamagedData& damage) {
    return base::error<base::ErrorCode::DamagedSnapshot>(damage.what())
        .with_help(base::kDamagedDataHelp, base::Setting::SnapshotFile);
  } catch (const std::bad_alloc&) {
    return base::error<base::ErrorCode::OutOfMemory>().with_help("give it more, or less to do",
                                                                 base::Setting::Memory);
  } catch (const std::exception& error) {
    return error_of(error);
  } catch (...) {
    return base::error<base::ErrorCode::Internal>().with_help(
        "this is a bug in seedc; please report it");
  }
}

}  // namespace seedc::engine
