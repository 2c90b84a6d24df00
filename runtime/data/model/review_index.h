// Looks up reviews by id, for judgements and extractions.
#pragma once

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
    for (std::uint32_t review = 0; review < review_count; ++review)
      index_.add(hashed(id_of_(review)).hash, review);
  }

  /// The review with this id, or HashIndex::kNone.
  std::uint32_t find(std::string_view id) const {
    return index_.find(hashed(id).hash, [&](std::uint32_t review) { return id_of_(review) == id; });
  }

 private:
  IdOf id_of_;
  HashIndex index_;
};

}  // namespace seedc::data
