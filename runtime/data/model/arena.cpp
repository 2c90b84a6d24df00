// Allocates the arena's chunks, which double in size so that small tables stay small.
#include "runtime/data/model/arena.h"

#include <algorithm>
#include <cstring>

namespace seedc::data {
namespace {

constexpr std::size_t kMaxChunkBytes = std::size_t{32} << 20;

}  // namespace

std::string_view Arena::store(std::string_view text) {
  if (text.empty()) return {};
  char* const place = reserve(text.size());
  std::memcpy(place, text.data(), text.size());
  return commit(place + text.size());
}

std::string_view Arena::commit(const char* end) {
  const std::string_view text(next_, end);
  next_ += text.size();
  left_ -= text.size();
  return text;
}

void Arena::clear() {
  if (chunks_.size() > 1) chunks_.erase(chunks_.begin(), chunks_.end() - 1);
  next_ = chunks_.empty() ? nullptr : chunks_.back().get();
  left_ = last_bytes_;
}

void Arena::grow(std::size_t size) {
  chunk_bytes_ = std::min(chunk_bytes_ * 2, kMaxChunkBytes);
  const std::size_t chunk = std::max(chunk_bytes_, size);
  chunks_.push_back(allocate_large(chunk, account_, "texts"));
  left_ = last_bytes_ = chunk;
  next_ = chunks_.back().get();
}

}  // namespace seedc::data
