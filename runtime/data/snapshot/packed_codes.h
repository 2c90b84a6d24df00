// The codes of a column as a snapshot has them: in 1, 2 or 4 bytes each, as few as hold the
// largest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/data/model/flat_array.h"

namespace seedc::data {

/// `codes` in the bytes that a PackedCodes reads.
std::string packed(std::span<const std::uint32_t> codes);

/// A view of memory that outlives it.
class PackedCodes {
 public:
  /// Of `count` codes. Throws DamagedData if the bytes are not those of so many.
  PackedCodes(std::string_view bytes, std::size_t count);

  std::size_t size() const { return count_; }
  /// Those of the first rows.
  PackedCodes first(std::size_t count) const { return {bytes_.substr(0, count * width_), count}; }
  std::uint32_t operator[](std::size_t row) const;
  /// Throws DamagedData unless all codes are below `limit`.
  void require_below(std::size_t limit) const;

  /// The codes in place; std::nullopt unless they have 4 bytes.
  std::optional<std::span<const std::uint32_t>> in_place() const;
  /// Copies them to memory for `size()` codes.
  void copy_to(std::uint32_t* codes) const;
  /// In place, or a copy.
  FlatArray<std::uint32_t> array() const;

 private:
  template <class Use>
  auto with_codes(const Use& use) const;

  std::string_view bytes_;
  std::size_t count_;
  std::size_t width_;
};

}  // namespace seedc::data
