// Counts what calls have taken.
#include "runtime/base/memory.h"

#include <algorithm>

#include "runtime/base/call.h"

namespace seedc::base {

bool MemoryBudget::take(std::uint64_t bytes) noexcept {
  std::uint64_t used = used_.load(std::memory_order_relaxed);
  do {
    if (used > limit_ || bytes > limit_ - used) return false;
  } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
  if (!whole_ || whole_->take(bytes)) return true;
  used_.fetch_sub(bytes, std::memory_order_relaxed);
  return false;
}

void MemoryBudget::give_back(std::uint64_t bytes) noexcept {
  used_.fetch_sub(bytes, std::memory_order_relaxed);
  if (whole_) whole_->give_back(bytes);
}

std::uint64_t MemoryBudget::limit() const noexcept {
  return whole_ ? std::min(limit_, whole_->limit()) : limit_;
}

MemoryCharge::MemoryCharge(const Call& call, const char* purpose) {
  if (call.memory()) taken_ = std::make_shared<Taken>(call.memory(), purpose);
}

MemoryCharge::MemoryCharge(const std::shared_ptr<MemoryAccount>& account, const char* purpose,
                           std::uint64_t bytes) {
  if (account) taken_ = std::make_shared<Taken>(account, purpose);
  add(bytes);
}

void MemoryCharge::Taken::add(std::uint64_t more) {
  if (!account->take(more)) throw OutOfBudget(more, purpose, account->limit());
  bytes += more;
}

void MemoryCharge::Taken::set(std::uint64_t all) {
  if (all > bytes) return add(all - bytes);
  account->give_back(bytes - all);
  bytes = all;
}

}  // namespace seedc::base
