// Finds a literal by testing its first and last byte first, for many positions at once.
#include "runtime/text/literal_finder.h"

#include <cstddef>
#include <experimental/simd>

namespace seedc::text {
namespace {

using Bytes = std::experimental::native_simd<unsigned char>;

/// The mask that, OR-ed with a byte, gives `c` if the byte is `c` in either case.
struct FoldedByte {
  explicit FoldedByte(char c)
      : value(static_cast<unsigned char>(c)), fold('a' <= c && c <= 'z' ? 0x20 : 0) {}
  template <class T>
  auto matches(const T& bytes) const {
    return (bytes | T(fold)) == T(value);
  }

  unsigned char value, fold;
};

bool stands_at(std::string_view literal, const char* place) {
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (!FoldedByte(literal[i]).matches(static_cast<unsigned char>(place[i]))) return false;
  }
  return true;
}

Bytes load(const char* place) {
  return Bytes(reinterpret_cast<const unsigned char*>(place), std::experimental::element_aligned);
}

}  // namespace

bool literal_occurs(std::string_view literal, std::string_view text) {
  if (text.size() < literal.size()) return false;
  const FoldedByte first(literal.front()), last(literal.back());
  const std::size_t gap = literal.size() - 1;
  const std::size_t places = text.size() - gap;
  const char* place = text.data();
  std::size_t at = 0;
  for (; at + Bytes::size() <= places; at += Bytes::size()) {
    auto hits = first.matches(load(place + at)) && last.matches(load(place + at + gap));
    for (; any_of(hits); hits[static_cast<std::size_t>(find_first_set(hits))] = false) {
      const auto hit = at + static_cast<std::size_t>(find_first_set(hits));
      if (stands_at(literal, place + hit)) return true;
    }
  }
  for (; at < places; ++at) {
    if (stands_at(literal, place + at)) return true;
  }
  return false;
}

}  // namespace seedc::text
