// Looks up reviews by id, for judgements and extractions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "runtime/data/model/hash_index.h"

namespace seedc::data {

/// `IdOf`: the id of the review with an index, called again for every lookup.
template <class IdOf>
class ReviewIndex {
 public:
  ReviewIndex(std::uint32_t review_count, IdOf id_of) : id_of_(std::move(id_of)) {
    index_.reserve(review_count);
    for (std::uint32_t review = 0; review < review_count; review += kAhead)
      add(review, std::min(kAhead, review_count - review));
  }

  /// The review with this id, or HashIndex::kNone.
  std::uint32_t find(std::string_view id) const {
    return index_.find(hashed(id).hash, [&](std::uint32_t review) { return id_of_(review) == id; });
  }

 private:
  /// Slots of a large table are not in the cache: those of several reviews are fetched at once.
  static constexpr std::uint32_t kAhead = 32;

  void add(std::uint32_t begin, std::uint32_t count) {
    std::array<std::uint32_t, kAhead> hashes{};
    for (std::uint32_t i = 0; i < count; ++i) {
      hashes[i] = hashed(id_of_(begin + i)).hash;
      index_.prefetch(hashes[i]);
    }
    for (std::uint32_t i = 0; i < count; ++i) index_.add(hashes[i], begin + i);
  }

  IdOf id_of_;
  HashIndex index_;
};

}  // namespace seedc::data
