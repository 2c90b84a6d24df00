// Storage for planes (runtime/contract/kernel.h): aligned, padded, one bit per item.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/base/memory.h"
#include "runtime/contract/kernel.h"
#include "runtime/language/tri.h"

namespace seedc::exec {

/// `plane_count` planes for `item_count` items, all zero.
class Planes {
 public:
  /// Charged to the call; throws base::OutOfBudget.
  Planes(std::size_t plane_count, std::uint64_t item_count, const base::Call& call = {})
      : charge_(call, "the values of conditions", byte_count(plane_count, item_count)),
        item_count_(item_count),
        words_(padded_words(item_count)),
        storage_(zeros(plane_count * words_ + contract::kPlaneBlockWords)) {
    void* start = storage_.get();
    std::size_t space = (plane_count * words_ + contract::kPlaneBlockWords) * sizeof(std::uint64_t);
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

 private:
  static constexpr std::size_t kAlignment = 64;
  struct FreeStorage {
    void operator()(std::uint64_t* words) const { std::free(words); }
  };
  /// Pages that are zero until they are written, by the threads that do so.
  static std::uint64_t* zeros(std::size_t words) {
    void* const storage = std::calloc(words, sizeof(std::uint64_t));
    if (storage == nullptr) throw std::bad_alloc();
    return static_cast<std::uint64_t*>(storage);
  }
  static constexpr std::uint64_t padded_words(std::uint64_t items) {
    const std::uint64_t block = 64 * contract::kPlaneBlockWords;
    return (items + block - 1) / block * contract::kPlaneBlockWords;
  }

  base::MemoryCharge charge_;
  std::uint64_t item_count_;
  std::uint64_t words_;
  std::unique_ptr<std::uint64_t, FreeStorage> storage_;
  std::vector<std::uint64_t*> pointers_;
};

/// The values of one condition or root at all items, in planes that must outlive it.
class PlaneValues {
 public:
  PlaneValues() = default;  ///< of no items
  PlaneValues(const Planes& planes, std::size_t yes_plane)
      : yes_(planes.pointers()[yes_plane]),
        no_(planes.pointers()[yes_plane + 1]),
        size_(planes.item_count()) {}

  std::uint64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  language::Tri operator[](std::uint64_t item) const {
    if (has(yes_, item)) return language::Tri::Yes;
    return has(no_, item) ? language::Tri::No : language::Tri::Unknown;
  }

  /// The first item from `item` on that is Yes; the number of items if none is.
  std::uint64_t next_yes(std::uint64_t item) const {
    std::uint64_t skipped = ~std::uint64_t{0} << (item % kWordBits);
    for (std::uint64_t word = item / kWordBits; word < word_count();
         ++word, skipped = ~std::uint64_t{0}) {
      const std::uint64_t rest = yes_[word] & items_of(word) & skipped;
      if (rest != 0) return word * kWordBits + static_cast<std::uint64_t>(std::countr_zero(rest));
    }
    return size_;
  }
  std::uint64_t yes_count() const { return count(yes_); }
  std::uint64_t unknown_count() const { return size_ - count(yes_) - count(no_); }

 private:
  static constexpr std::uint64_t kWordBits = 64;
  static bool has(const std::uint64_t* plane, std::uint64_t item) {
    return (plane[item / kWordBits] >> (item % kWordBits) & 1) != 0;
  }
  std::uint64_t word_count() const { return (size_ + kWordBits - 1) / kWordBits; }
  /// The mask of the bits in a word that are not padding.
  std::uint64_t items_of(std::uint64_t word) const {
    const std::uint64_t bits = size_ - word * kWordBits;
    return bits < kWordBits ? (std::uint64_t{1} << bits) - 1 : ~std::uint64_t{0};
  }
  std::uint64_t count(const std::uint64_t* plane) const {
    std::uint64_t count = 0;
    for (std::uint64_t word = 0; word < word_count(); ++word)
      count += static_cast<std::uint64_t>(std::popcount(plane[word] & items_of(word)));
    return count;
  }

  const std::uint64_t* yes_ = nullptr;
  const std::uint64_t* no_ = nullptr;
  std::uint64_t size_ = 0;
};

}  // namespace seedc::exec
