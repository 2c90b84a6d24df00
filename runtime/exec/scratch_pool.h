// A pool of search memory that outlives a batch: a thread's scratch is expensive to make and cheap
// to reuse, so it returns to the pool of the object that it was made for.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace seedc::exec {

/// Holds as many as were ever in use at the same time. Thread-safe; must outlive the scratches it
/// lends.
template <class Scratch>
class ScratchPool {
 public:
  struct Return {
    const ScratchPool* pool = nullptr;
    void operator()(Scratch* scratch) const { pool->keep(std::unique_ptr<Scratch>(scratch)); }
  };
  /// Returns to the pool on destruction.
  using Lent = std::unique_ptr<Scratch, Return>;

  /// An unused one; if there is none, the result of `make`.
  template <class Make>
  Lent take(const Make& make) const {
    std::unique_ptr<Scratch> scratch = take_kept();
    if (!scratch) scratch = std::make_unique<Scratch>(make());
    return Lent(scratch.release(), Return{this});
  }

 private:
  std::unique_ptr<Scratch> take_kept() const {
    const std::scoped_lock lock(mutex_);
    if (kept_.empty()) return nullptr;
    std::unique_ptr<Scratch> scratch = std::move(kept_.back());
    kept_.pop_back();
    return scratch;
  }
  void keep(std::unique_ptr<Scratch> scratch) const {
    const std::scoped_lock lock(mutex_);
    kept_.push_back(std::move(scratch));
  }

  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Scratch>> kept_;
};

}  // namespace seedc::exec
