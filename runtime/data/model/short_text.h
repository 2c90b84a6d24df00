// A text of at most 16 bytes in two words, which are compared without a function call.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace seedc::data {

/// kJsonPadding readable bytes must follow each text in memory.
class ShortText {
 public:
  static constexpr std::size_t kMostBytes = 16;

  ShortText() = default;  ///< equal to no text
  /// From a text that is short enough.
  explicit ShortText(std::string_view text)
      : head_(word_at(text, 0)), tail_(word_at(text, sizeof head_)), size_(text.size()) {}

  bool is(std::string_view text) const {
    return text.size() == size_ && word_at(text, 0) == head_ &&
           word_at(text, sizeof head_) == tail_;
  }
  friend bool operator==(const ShortText&, const ShortText&) = default;
  /// Hashes to `bits` bits; not resistant to chosen collisions.
  std::size_t hash(unsigned bits) const {
    return (head_ * 0x9E3779B97F4A7C15 + tail_ * 0xC2B2AE3D27D4EB4F) >> (64 - bits);
  }

 private:
  /// The bytes of a text from `begin` on, at most eight.
  static std::uint64_t word_at(std::string_view text, std::size_t begin) {
    if (begin >= text.size()) return 0;
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + begin, sizeof word);
    const std::size_t size = text.size() - begin;
    return size >= sizeof word ? word : word & ((std::uint64_t{1} << (8 * size)) - 1);
  }

  std::uint64_t head_ = 0, tail_ = 0;
  std::size_t size_ = SIZE_MAX;
};

}  // namespace seedc::data
