// Reads lists of numbers in Roaring's portable format, in place: those of the numbers with equal
// upper halves are in a container, as their lower halves, as bits, or as runs.
//
// Roaring's own reader copies the list, and 0.2.66 trusts what is in it: a container without runs
// or bits makes it read past its end.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "runtime/base/damaged_data.h"

namespace seedc::text {

namespace roaring_format {

constexpr std::uint32_t kCookie = 12346;
constexpr std::uint32_t kCookieWithRuns = 12347;  ///< the upper half is the count of containers - 1
constexpr std::uint32_t kFewContainers = 4;       ///< with runs, these have no offsets
constexpr std::uint32_t kMostInArray = 4096;
constexpr std::size_t kWordsOfBits = 1024;

/// The part of a list that is not read yet.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

  const char* take(std::size_t count) {
    if (count > bytes_.size()) throw base::DamagedData();
    const char* const taken = bytes_.data();
    bytes_.remove_prefix(count);
    return taken;
  }
  template <class Number>
  Number take() {
    return at<Number>(take(sizeof(Number)), 0);
  }
  template <class Number>
  static Number at(const char* numbers, std::size_t index) {
    Number number;
    std::memcpy(&number, numbers + index * sizeof number, sizeof number);
    return number;
  }

 private:
  std::string_view bytes_;
};

/// Calls `visit` with the lower halves of the numbers in a container that has `count`, or runs.
template <class Visit>
void for_each_in_container(Bytes& bytes, bool has_runs, std::uint32_t count, const Visit& visit) {
  if (has_runs) {
    const std::size_t runs = bytes.take<std::uint16_t>();
    const char* const numbers = bytes.take(runs * 2 * sizeof(std::uint16_t));
    std::uint32_t least = 0;  // bounds the work on damaged runs
    for (std::size_t run = 0; run < runs; ++run) {
      const std::uint32_t first = Bytes::at<std::uint16_t>(numbers, 2 * run);
      const std::uint32_t end = first + Bytes::at<std::uint16_t>(numbers, 2 * run + 1) + 1;
      if (first < least) throw base::DamagedData();
      for (std::uint32_t low = first; low < end; ++low) visit(low);
      least = end;
    }
  } else if (count <= kMostInArray) {
    const char* const numbers = bytes.take(count * sizeof(std::uint16_t));
    for (std::size_t i = 0; i < count; ++i)
      visit(std::uint32_t{Bytes::at<std::uint16_t>(numbers, i)});
  } else {
    const char* const words = bytes.take(kWordsOfBits * sizeof(std::uint64_t));
    for (std::size_t i = 0; i < kWordsOfBits; ++i) {
      for (auto bits = Bytes::at<std::uint64_t>(words, i); bits != 0; bits &= bits - 1)
        visit(
            static_cast<std::uint32_t>(i * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
    }
  }
}

}  // namespace roaring_format

/// Calls `visit` with the numbers in the list, in ascending order. Throws DamagedData if it is cut
/// short or not in the format; one that is damaged otherwise gives other numbers, in any order, or
/// ones beyond 32 bits.
template <class Visit>
void for_each_number(std::string_view list, const Visit& visit) {
  namespace format = roaring_format;
  format::Bytes bytes(list);
  const auto cookie = bytes.take<std::uint32_t>();
  const bool may_have_runs = (cookie & 0xffff) == format::kCookieWithRuns;
  if (!may_have_runs && cookie != format::kCookie) throw base::DamagedData();
  const std::size_t containers =
      may_have_runs ? (cookie >> 16) + 1 : std::size_t{bytes.take<std::uint32_t>()};
  const char* const run_flags = bytes.take(may_have_runs ? (containers + 7) / 8 : 0);
  const char* const heads = bytes.take(containers * 2 * sizeof(std::uint16_t));
  if (!may_have_runs || containers >= format::kFewContainers)
    bytes.take(containers * sizeof(std::uint32_t));  // offsets: they follow each other
  for (std::size_t i = 0; i < containers; ++i) {
    const auto high = std::uint64_t{format::Bytes::at<std::uint16_t>(heads, 2 * i)} << 16;
    const std::uint32_t count =
        std::uint32_t{format::Bytes::at<std::uint16_t>(heads, 2 * i + 1)} + 1;
    const bool has_runs = may_have_runs && (run_flags[i / 8] >> (i % 8) & 1) != 0;
    format::for_each_in_container(bytes, has_runs, count,
                                  [&](std::uint32_t low) { visit(high + low); });
  }
}

}  // namespace seedc::text
