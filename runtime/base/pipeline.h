// A pipeline of three steps: jobs are given out one by one, worked on by several threads, and their
// results taken in the jobs' order.
#pragma once

#include <oneapi/tbb/parallel_pipeline.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "runtime/base/threads.h"

namespace seedc::base {

/// Steps of several threads, of which the first that throws ends all. They are caught here because
/// TBB does not free what is in flight in a pipeline whose filter throws.
class StepsUntilException {
 public:
  /// Calls `step`, unless an earlier one has thrown.
  template <class Step>
  void run(const Step& step) noexcept {
    if (has_thrown_) return;
    try {
      step();
    } catch (...) {
      if (!has_thrown_.exchange(true)) first_ = std::current_exception();
    }
  }
  /// After all steps have ended.
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::atomic<bool> has_thrown_ = false;
  std::exception_ptr first_;
};

/// Calls `take(work(job))` for each job that `next` returns until it returns none. `next` and
/// `take` are each called from one thread at a time and in order, `work` from so many threads (0:
/// as many as the machine has). Where one throws, no further job begins, and the exception reaches
/// the caller once all that was in flight is freed.
template <class Next, class Work, class Take>
void run_pipeline(unsigned threads, Next next, Work work, Take take) {
  namespace tbb = oneapi::tbb;
  using tbb::filter_mode, tbb::make_filter;
  using Job = typename decltype(next())::value_type;
  using Result = decltype(work(std::declval<Job&>()));
  using JobInFlight = std::shared_ptr<Job>;  // TBB wants values that can be copied
  using ResultInFlight = std::shared_ptr<Result>;
  StepsUntilException steps;
  const auto begin = [&](tbb::flow_control& control) {
    JobInFlight job;
    steps.run([&] {
      if (std::optional<Job> following = next()) job = std::make_shared<Job>(*std::move(following));
    });
    if (!job) control.stop();
    return job;
  };
  const auto work_on = [&](const JobInFlight& job) {
    ResultInFlight result;
    steps.run([&] { result = std::make_shared<Result>(work(*job)); });
    return result;
  };
  const auto end = [&](const ResultInFlight& result) {
    steps.run([&] { take(std::move(*result)); });
  };
  with_threads(threads, [&] {
    tbb::parallel_pipeline(
        2 * static_cast<std::size_t>(arena_threads(threads)),
        make_filter<void, JobInFlight>(filter_mode::serial_in_order, begin) &
            make_filter<JobInFlight, ResultInFlight>(filter_mode::parallel, work_on) &
            make_filter<ResultInFlight, void>(filter_mode::serial_in_order, end));
  });
  steps.rethrow();
}

}  // namespace seedc::base
