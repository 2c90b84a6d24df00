// The codes of a column in 1, 2 or 4 bytes each: 4 where loading made them, in a snapshot as few as
// hold the largest. They are read where they are: the copies would be larger than the originals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace seedc::data {

/// `codes` in the bytes that a PackedCodes reads.
std::string packed(std::span<const std::uint32_t> codes);

/// A view of memory that outlives it.
class PackedCodes {
 public:
  PackedCodes() = default;
  PackedCodes(std::span<const std::uint32_t> codes)
      : codes_(codes.data()), count_(codes.size()), width_(sizeof(std::uint32_t)) {}
  PackedCodes(const std::vector<std::uint32_t>& codes)
      : PackedCodes(std::span<const std::uint32_t>(codes)) {}
  PackedCodes(std::vector<std::uint32_t>&&) = delete;  // it would end before the view
  /// Of `count` codes. Throws DamagedData if the bytes are not those of so many.
  PackedCodes(std::string_view bytes, std::size_t count);

  std::size_t size() const { return count_; }
  /// Those of the first rows.
  PackedCodes first(std::size_t count) const {
    PackedCodes some = *this;
    some.count_ = count;
    return some;
  }
  /// Calls `use` with the codes as a span of what they are, for loops over many of them.
  template <class Use>
  auto with_codes(const Use& use) const {
    switch (width_) {
      case 1:
        return use(as<std::uint8_t>());
      case 2:
        return use(as<std::uint16_t>());
      default:
        return use(as<std::uint32_t>());
    }
  }
  std::uint32_t operator[](std::size_t row) const {
    return with_codes([row](const auto codes) { return std::uint32_t{codes[row]}; });
  }
  /// std::nullopt unless they have 4 bytes.
  std::optional<std::span<const std::uint32_t>> unpacked() const {
    if (width_ != sizeof(std::uint32_t)) return std::nullopt;
    return as<std::uint32_t>();
  }
  /// Throws DamagedData unless all codes are below `limit`.
  void require_below(std::size_t limit) const;
  /// Copies them to memory for `size()` codes.
  void copy_to(std::uint32_t* codes) const;

 private:
  template <class T>
  std::span<const T> as() const {
    return {static_cast<const T*>(codes_), count_};
  }

  const void* codes_ = nullptr;
  std::size_t count_ = 0;
  std::size_t width_ = 1;
};

/// Owned, of 4 bytes each, or a view.
class Codes {
 public:
  Codes() = default;
  Codes(std::vector<std::uint32_t> codes) : owned_(std::move(codes)) {}
  static Codes view(PackedCodes codes) {
    Codes view;
    view.viewed_ = codes;
    return view;
  }

  PackedCodes packed() const { return owned_.empty() ? viewed_ : PackedCodes(owned_); }
  std::size_t size() const { return packed().size(); }
  std::uint32_t operator[](std::size_t row) const { return packed()[row]; }
  /// For modification; those of a view are copied first.
  std::vector<std::uint32_t>& own();

 private:
  std::vector<std::uint32_t> owned_;
  PackedCodes viewed_;
};

}  // namespace seedc::data
