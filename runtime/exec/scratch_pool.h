// Search memory that outlives a batch: what a thread needs to search is dear to make and cheap to
// use again, so it goes back to the pool of what it was made for.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace seedc {

/// Holds as many as were ever in use at the same time. Threads share it; it outlives what it lends.
template <class Scratch>
class ScratchPool {
 public:
  struct Return {
    const ScratchPool* pool = nullptr;
    void operator()(Scratch* scratch) const { pool->keep(std::unique_ptr<Scratch>(scratch)); }
  };
  /// Goes back to the pool at its end.
  using Lent = std::unique_ptr<Scratch, Return>;

  /// One that is not in use, else what `make` returns.
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

}  // namespace seedc
