// Runs calls of the library without Python's lock; the helper thread, and signals.
#include "python/core/work.h"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

namespace nb = nanobind;

namespace seedc::python {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{20};

/// A body that another thread runs, and what it threw.
class Task {
 public:
  explicit Task(const std::function<void()>& body) : body_(body) {}

  /// `at_end` is called before anyone learns that the task has ended.
  template <class AtEnd>
  void run(const AtEnd& at_end) {
    try {
      body_();
    } catch (...) {
      thrown_ = std::current_exception();
    }
    at_end();
    const std::scoped_lock lock(mutex_);
    is_done_ = true;
    changed_.notify_one();
  }
  /// Whether it has ended within that time.
  bool wait(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [&] { return is_done_; });
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_done_; });
  }
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  const std::function<void()>& body_;
  std::exception_ptr thrown_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_done_ = false;
};

/// A thread that waits for tasks, one at a time. It lives as long as the process.
class Helper {
 public:
  Helper() {
    std::thread([this] { serve(); }).detach();
  }
  /// False if it is busy.
  bool give(const std::shared_ptr<Task>& task) {
    const std::scoped_lock lock(mutex_);
    if (is_busy_) return false;
    is_busy_ = true;
    task_ = task;
    changed_.notify_one();
    return true;
  }

 private:
  void serve() {
    while (true) {
      std::shared_ptr<Task> task;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return task_ != nullptr; });
        task = std::move(task_);
      }
      task->run([this] {
        const std::scoped_lock lock(mutex_);
        is_busy_ = false;
      });
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<Task> task_;
  bool is_busy_ = false;
};

// A process that was forked has no such thread: it makes another one. Neither is ever destroyed, as
// the thread may outlive whatever would do it.
Helper* helper = nullptr;

void start(const std::shared_ptr<Task>& task) {
  static const int once = pthread_atfork(nullptr, nullptr, [] { helper = nullptr; });
  static_cast<void>(once);
  if (helper == nullptr) helper = new Helper();
  if (!helper->give(task)) std::thread([task] { task->run([] {}); }).detach();
}

/// Where handlers of signals run.
bool is_main_thread() { return gettid() == getpid(); }

// From the end of Python's main program on, other threads may not take its lock any more: Python
// would end them inside of functions that cannot be left so. `taking` are about to.
std::atomic<bool> is_ending = false;
std::atomic<int> taking = 0;

[[noreturn]] void wait_for_the_end() {
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

/// Python's lock is let go meanwhile.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
  ~Unlocked() {
    ++taking;
    if (is_ending && !is_main_thread()) {
      --taking;
      wait_for_the_end();
    }
    PyEval_RestoreThread(state_);
    --taking;
  }

 private:
  PyThreadState* state_;
};

/// The tokens of the calls that the library is working on.
class Working {
 public:
  /// False once it is closed: then no call may begin.
  bool add(const Cancel& cancel) {
    const std::scoped_lock lock(mutex_);
    if (!is_closed_) tokens_.insert(&cancel);
    return !is_closed_;
  }
  void remove(const Cancel& cancel) {
    const std::scoped_lock lock(mutex_);
    tokens_.erase(&cancel);
    changed_.notify_all();
  }
  /// Cancels the calls and waits until they have ended.
  void close() {
    std::unique_lock lock(mutex_);
    is_closed_ = true;
    for (const Cancel* token : tokens_) token->request();
    changed_.wait(lock, [&] { return tokens_.empty(); });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<const Cancel*> tokens_;
  bool is_closed_ = false;
};

// Never destroyed, as the process's end would do while other threads wait in it. A fork has none of
// the threads that were working: it begins with an empty one.
Working* working = new Working();

/// While it lives, the library is working on the call of that token.
class Work {
 public:
  explicit Work(const Cancel& cancel) : cancel_(cancel) {
    static const int once = pthread_atfork(nullptr, nullptr, [] { working = new Working(); });
    static_cast<void>(once);
    if (!working->add(cancel_)) wait_for_the_end();
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  ~Work() { working->remove(cancel_); }

 private:
  const Cancel& cancel_;
};

}  // namespace

// What the library and LLVM hold for the whole process is destroyed after Python's end, so no call
// may be in them then.
void prepare_end() {
  is_ending = true;
  PyThreadState* const state = PyEval_SaveThread();
  working->close();
  while (taking > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  PyEval_RestoreThread(state);
}

Call call_of(const CallOptions& options, const Cancel& cancel) {
  Call call{.cancel = cancel,
            .time_limit = std::chrono::duration<double>(options.timeout),
            .memory_limit = options.memory};
  // The objects are those of the caller, who waits.
  if (!options.progress.is_none()) {
    call.progress = [&options](std::string_view step, std::uint64_t done, std::uint64_t total) {
      if (is_ending) return true;
      const nb::gil_scoped_acquire lock;
      const nb::object answer = options.progress(nb::str(step.data(), step.size()), done, total);
      return !answer.is(nb::handle(Py_False));
    };
  }
  if (!options.log.is_none()) {
    call.log = [&options](bool is_warning, std::string_view text) {
      if (is_ending) return;
      const nb::gil_scoped_acquire lock;
      options.log(is_warning, nb::str(text.data(), text.size()));
    };
  }
  return call;
}

void run_unlocked(const Cancel& cancel, const std::function<void()>& body) {
  if (!is_main_thread()) {
    const Unlocked unlocked;
    const Work work(cancel);
    return body();
  }
  const auto task = std::make_shared<Task>(body);
  bool is_interrupted = false;
  {
    const Unlocked unlocked;
    start(task);
    while (!is_interrupted && !task->wait(kBetweenLooks)) {
      const nb::gil_scoped_acquire lock;
      is_interrupted = PyErr_CheckSignals() != 0;
    }
  }
  if (!is_interrupted) return task->rethrow();
  nb::python_error interruption;  // takes the exception that is set
  cancel.request();
  {
    const Unlocked unlocked;
    task->wait();
  }
  throw interruption;
}

}  // namespace seedc::python
