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

bool is_at(std::string_view literal, const char* place) {
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (!FoldedByte(literal[i]).matches(static_cast<unsigned char>(place[i]))) return false;
  }
  return true;
}

Bytes load(const char* place) {
  return Bytes(reinterpret_cast<const unsigned char*>(place), std::experimental::element_aligned);
}

/// Calls `visit` with each place where the literal occurs, until it returns false.
template <class Visit>
void for_each_place(std::string_view literal, std::string_view text, const Visit& visit) {
  if (text.size() < literal.size()) return;
  const FoldedByte first(literal.front()), last(literal.back());
  const std::size_t gap = literal.size() - 1;
  const std::size_t places = text.size() - gap;
  const char* place = text.data();
  std::size_t at = 0;
  for (; at + Bytes::size() <= places; at += Bytes::size()) {
    auto hits = first.matches(load(place + at)) && last.matches(load(place + at + gap));
    for (; any_of(hits); hits[static_cast<std::size_t>(find_first_set(hits))] = false) {
      const auto hit = at + static_cast<std::size_t>(find_first_set(hits));
      if (is_at(literal, place + hit) && !visit(hit)) return;
    }
  }
  for (; at < places; ++at) {
    if (is_at(literal, place + at) && !visit(at)) return;
  }
}

}  // namespace

Standing best_standing(const language::RequiredLiteral& literal, std::string_view text) {
  Standing best = Standing::No;
  for_each_place(literal.text, text, [&](std::size_t place) {
    best = std::max(best, standing_at(literal, text, place));
    return best != Standing::Yes;
  });
  return best;
}

}  // namespace seedc::text
