// Where the texts in one piece of memory begin: offsets that rise from 0, of 4 bytes each, or of 8
// if the last one needs them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/data/model/flat_array.h"

namespace seedc::data {

class Offsets {
 public:
  /// The first one.
  Offsets() : short_(std::vector<std::uint32_t>{0}) {}
  static Offsets of(std::span<const std::uint64_t> offsets) {
    Offsets all;
    for (const std::uint64_t offset : offsets.subspan(1)) all.push_back(offset);
    return all;
  }
  /// A view of what `bytes` returned; `width` is that of their last. `bytes` has whole offsets.
  static Offsets view(std::string_view bytes, std::size_t width) {
    Offsets all;
    all.short_ = {};
    if (width == sizeof(std::uint32_t)) {
      all.short_ = elements<std::uint32_t>(bytes);
    } else {
      all.long_ = elements<std::uint64_t>(bytes);
    }
    return all;
  }

  /// The bytes that each offset takes if the last one is this.
  static constexpr std::size_t width(std::uint64_t last) {
    return last <= kMostInShort ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
  }

  std::size_t size() const { return long_.size() + short_.size(); }
  std::uint64_t operator[](std::size_t index) const {
    return long_.size() == 0 ? short_[index] : long_[index];
  }
  std::uint64_t back() const { return (*this)[size() - 1]; }
  /// Memory for so many, if they are short.
  void reserve(std::size_t count) { short_.own().reserve(count); }
  void push_back(std::uint64_t offset) {
    if (long_.size() == 0 && offset <= kMostInShort) {
      short_.own().push_back(static_cast<std::uint32_t>(offset));
      return;
    }
    if (long_.size() == 0) {
      long_.own().assign(short_.begin(), short_.end());
      short_ = {};
    }
    long_.own().push_back(offset);
  }

  /// Whether they rise from 0 to `last`.
  bool rise_to(std::uint64_t last) const {
    return size() > 0 && (*this)[0] == 0 && back() == last &&
           std::ranges::is_sorted(short_.span()) && std::ranges::is_sorted(long_.span());
  }

  std::string_view bytes() const { return bytes(0, size()); }
  /// Of the offsets [begin, begin + count).
  std::string_view bytes(std::size_t begin, std::size_t count) const {
    return long_.size() == 0 ? bytes_of(short_.span().subspan(begin, count))
                             : bytes_of(long_.span().subspan(begin, count));
  }

 private:
  static constexpr std::uint64_t kMostInShort = std::numeric_limits<std::uint32_t>::max();

  template <class T>
  static FlatArray<T> elements(std::string_view bytes) {
    return FlatArray<T>::view({reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)});
  }
  template <class T>
  static std::string_view bytes_of(std::span<const T> offsets) {
    return {reinterpret_cast<const char*>(offsets.data()), offsets.size_bytes()};
  }

  FlatArray<std::uint32_t> short_;  ///< one of both is empty
  FlatArray<std::uint64_t> long_;
};

}  // namespace seedc::data
