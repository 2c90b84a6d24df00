// A thread for what takes time: compiling, counting, running. One task at a time, which the next
// edit can cancel.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "engine/host.h"
#include "runtime/base/call.h"
#include "runtime/base/result.h"

namespace seedc::lsp {

/// The host of all tasks: its call is that of the task that runs, and its names those of another.
class TaskHost final : public engine::Host {
 public:
  /// `warned` takes what was left out of data, on the worker's thread.
  TaskHost(const engine::Host& names, std::function<void(std::string)> warned)
      : names_(names), warned_(std::move(warned)) {}
  void begin_task(base::Call call) { call_ = std::move(call); }
  base::Call call() const override { return call_; }
  base::SettingNames setting_names() const override { return names_.setting_names(); }
  std::size_t text_width() const override { return names_.text_width(); }
  void loaded(const data::LoadReport& report, std::uint64_t items, std::uint64_t reviews,
              std::string_view kept_as) override;

 private:
  const engine::Host& names_;
  std::function<void(std::string)> warned_;
  base::Call call_;
};

class Worker {
 public:
  using Finish = std::function<void()>;
  /// Does the work, on the worker's thread; what it returns is passed to `finished`. Throws
  /// base::Stopped when it is cancelled.
  using Task = std::function<Finish(engine::Host& host)>;

  /// Runs tasks, on the threads that they may use.
  using RunTask = std::function<void(const std::function<void()>&)>;

  /// `names` outlives it. `finished` is called on the worker's thread, once per task, with what is
  /// left to be done by the thread that owns the results: an empty function if the task was
  /// cancelled or failed by an exception, which is then given as an error. `warned`: of TaskHost.
  Worker(const engine::Host& names, RunTask run,
         std::function<void(Finish, std::optional<base::Error> error)> finished,
         std::function<void(std::string)> warned);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Only while it is idle: since the last task, `finished` was called.
  void start(Task task);
  /// Asks the task that runs, if there is one, to stop.
  void cancel();

 private:
  void work();
  void run(const Task& task);

  TaskHost host_;
  RunTask run_;
  std::function<void(Finish, std::optional<base::Error>)> finished_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Task next_;
  std::shared_ptr<base::StopToken> stop_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace seedc::lsp
