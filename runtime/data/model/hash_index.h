// A hash table from texts to indices. The texts are stored by the caller, in any order; slots are
// small, so that hundreds of thousands stay in the cache.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/base/prefetch.h"
#include "runtime/base/text_hash.h"

namespace seedc::data {

/// A text with its hash, which is computed once, in the parallel part of loading.
struct HashedText {
  std::string_view text;
  std::uint32_t hash = 0;
};

inline HashedText hashed(std::string_view text) {
  return {text, static_cast<std::uint32_t>(base::TextHash()(text))};
}

class HashIndex {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr std::size_t kMostBytesOfNumber = 32;  ///< four slots

  /// The index with this hash for which `is_it(index)` holds, or kNone.
  template <class IsIt>
  std::uint32_t find(std::uint32_t hash, IsIt is_it) const {
    if (slots_.empty()) return kNone;
    for (std::size_t at = hash & mask(); slots_[at].number != kNone; at = (at + 1) & mask()) {
      if (slots_[at].hash == hash && is_it(slots_[at].number)) return slots_[at].number;
    }
    return kNone;
  }

  /// Prefetches the memory that a lookup of this hash reads first.
  void prefetch(std::uint32_t hash) const {
    if (!slots_.empty()) base::prefetch(&slots_[hash & mask()]);
  }

  /// An index with this hash, which may be that of another text, or kNone.
  std::uint32_t find_any(std::uint32_t hash) const {
    return find(hash, [](std::uint32_t) { return true; });
  }

  /// Reserves space for that many entries.
  void reserve(std::size_t count) {
    if (2 * count > slots_.size()) grow(std::bit_ceil(std::max(2 * count, kLeastSlots)));
  }

  /// The bytes of its memory, and of what it moves to if it has to hold that many more.
  std::uint64_t bytes() const { return slots_.size() * sizeof(Slot); }
  std::uint64_t bytes_to_grow(std::size_t more) const {
    const std::size_t least = 2 * (count_ + more);
    return least <= slots_.size()
               ? bytes()
               : bytes() + std::bit_ceil(std::max(least, kLeastSlots)) * sizeof(Slot);
  }

  /// Adds an index that is not in the table.
  void add(std::uint32_t hash, std::uint32_t number) {
    reserve(count_ + 1);
    put({hash, number});
    ++count_;
  }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = kNone;
  };
  static constexpr std::size_t kLeastSlots = 16;

  std::size_t mask() const { return slots_.size() - 1; }

  void put(Slot slot) {
    std::size_t at = slot.hash & mask();
    while (slots_[at].number != kNone) at = (at + 1) & mask();
    slots_[at] = slot;
  }

  void grow(std::size_t slot_count) {
    std::vector<Slot> old(slot_count);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number != kNone) put(slot);
    }
  }

  std::vector<Slot> slots_;  ///< a power of two in size, at most half full
  std::size_t count_ = 0;
};

}  // namespace seedc::data
