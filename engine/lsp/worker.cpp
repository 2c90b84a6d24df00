// Waits for tasks and runs them.
#include "engine/lsp/worker.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "engine/guarded.h"
#include "engine/report/text.h"
#include "runtime/data/jsonl/load_log.h"

namespace seedc::lsp {

void TaskHost::loaded(const data::LoadReport& report, std::uint64_t /*items*/,
                      std::uint64_t /*reviews*/, std::string_view /*kept_as*/) {
  if (report.skipped.empty()) return;
  warned_(fmt::format("{} of the data {} left out, the first at {}",
                      report::counted(report.skipped_count, "record"),
                      report.skipped_count == 1 ? "is" : "are",
                      data::error_of(report.skipped.front()).text));
}

Worker::Worker(const engine::Host& names, RunTask run,
               std::function<void(Finish, std::optional<base::Error>)> finished,
               std::function<void(std::string)> warned)
    : host_(names, std::move(warned)),
      run_(std::move(run)),
      finished_(std::move(finished)),
      thread_([this] { work(); }) {}

Worker::~Worker() {
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
    if (stop_ != nullptr) stop_->request();
  }
  changed_.notify_all();
  thread_.join();
}

void Worker::start(Task task) {
  {
    const std::scoped_lock lock(mutex_);
    next_ = std::move(task);
    stop_ = std::make_shared<base::StopToken>();
  }
  changed_.notify_all();
}

void Worker::cancel() {
  const std::scoped_lock lock(mutex_);
  if (stop_ != nullptr) stop_->request();
}

void Worker::work() {
  while (true) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ends_ || next_ != nullptr; });
    if (ends_) return;
    const Task task = std::exchange(next_, nullptr);
    const auto stop = stop_;
    lock.unlock();
    host_.begin_task(base::Call({.stop = stop}));
    run(task);
  }
}

void Worker::run(const Task& task) {
  Finish finish;
  std::optional<base::Error> error;
  try {
    run_([&] { finish = task(host_); });
  } catch (const base::Stopped&) {
    finish = nullptr;
  } catch (...) {
    error = engine::caught_error();
  }
  finished_(std::move(finish), std::move(error));
}

}  // namespace seedc::lsp
