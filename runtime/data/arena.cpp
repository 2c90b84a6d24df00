// The arena's chunks double in size, so that small tables stay small.
#include "runtime/data/arena.h"

#include <algorithm>
#include <cstring>

namespace seedc {
namespace {

constexpr std::size_t kMaxChunkBytes = std::size_t{1} << 20;

}  // namespace

std::string_view Arena::store(std::string_view text) {
  if (text.empty()) return {};
  if (text.size() > left_) grow(text.size());
  char* const place = next_;
  std::memcpy(place, text.data(), text.size());
  next_ += text.size();
  left_ -= text.size();
  return {place, text.size()};
}

void Arena::grow(std::size_t size) {
  chunk_bytes_ = std::min(chunk_bytes_ * 2, kMaxChunkBytes);
  left_ = std::max(chunk_bytes_, size);
  chunks_.push_back(std::make_unique_for_overwrite<char[]>(left_));
  next_ = chunks_.back().get();
}

}  // namespace seedc
