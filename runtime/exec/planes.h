// Storage for planes (runtime/contract/kernel.h): aligned, padded, one bit per item.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/base/memory.h"
#include "runtime/contract/kernel.h"

namespace seedc::exec {

/// `plane_count` planes for `item_count` items, all zero.
class Planes {
 public:
  /// Charged to the call; throws base::OutOfBudget.
  Planes(std::size_t plane_count, std::uint64_t item_count, const base::Call& call = {})
      : charge_(call, "the values of conditions", byte_count(plane_count, item_count)),
        item_count_(item_count),
        words_(padded_words(item_count)),
        storage_(plane_count * words_ + contract::kPlaneBlockWords, 0) {
    void* start = storage_.data();
    std::size_t space = storage_.size() * sizeof(std::uint64_t);
    auto* aligned =
        static_cast<std::uint64_t*>(std::align(kAlignment, sizeof(std::uint64_t), start, space));
    for (std::size_t i = 0; i < plane_count; ++i) pointers_.push_back(aligned + i * words_);
  }
  Planes(Planes&&) noexcept = default;
  Planes& operator=(Planes&&) noexcept = default;

  /// The memory needed for so many planes.
  static constexpr std::uint64_t byte_count(std::size_t plane_count, std::uint64_t item_count) {
    return plane_count * padded_words(item_count) * sizeof(std::uint64_t);
  }

  std::uint64_t item_count() const { return item_count_; }
  /// The words per plane, a multiple of kPlaneBlockWords.
  std::uint64_t words() const { return words_; }
  std::uint64_t* const* pointers() { return pointers_.data(); }
  const std::uint64_t* const* pointers() const { return pointers_.data(); }

  bool has(std::size_t plane, std::uint64_t item) const {
    return (pointers_[plane][item / 64] >> (item % 64) & 1) != 0;
  }
  void set(std::size_t plane, std::uint64_t item) {
    pointers_[plane][item / 64] |= std::uint64_t{1} << (item % 64);
  }

 private:
  static constexpr std::size_t kAlignment = 64;
  static constexpr std::uint64_t padded_words(std::uint64_t items) {
    const std::uint64_t block = 64 * contract::kPlaneBlockWords;
    return (items + block - 1) / block * contract::kPlaneBlockWords;
  }

  base::MemoryCharge charge_;
  std::uint64_t item_count_;
  std::uint64_t words_;
  std::vector<std::uint64_t> storage_;
  std::vector<std::uint64_t*> pointers_;
};

}  // namespace seedc::exec
