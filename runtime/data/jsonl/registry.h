// The ids of the items, reviews and users accepted so far. Records with known ids, and reviews of
// unknown items, are rejected and logged.
#pragma once

#include <tsl/robin_set.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/base/prefetch.h"
#include "runtime/data/jsonl/load_log.h"
#include "runtime/data/model/hash_index.h"

namespace seedc::data {

/// Digests of the ids in earlier pieces of a bundle.
class EarlierIds {
 public:
  bool has(std::string_view id) const { return digests_.contains(base::digest_of(id)); }
  void add(std::string_view id) { digests_.insert(base::digest_of(id)); }

 private:
  struct Low {
    std::size_t operator()(const base::TextDigest& digest) const { return digest.low; }
  };

  tsl::robin_set<base::TextDigest, Low> digests_;
};

struct EarlierRecords {
  EarlierIds items, reviews;
};

/// Distinct ids, numbered in the order in which they were added. Their texts are stored elsewhere.
class Ids {
 public:
  /// The index of an id, or HashIndex::kNone.
  std::uint32_t find(const HashedText& id) const {
    return index_.find(id.hash, [&](std::uint32_t number) { return ids_[number] == id.text; });
  }
  /// Prefetches what looking up an id reads: one after another, each some time after the last.
  void prefetch(const HashedText& id) const { index_.prefetch(id.hash); }
  void prefetch_view(const HashedText& id) const {
    const std::uint32_t number = index_.find_any(id.hash);
    if (number != HashIndex::kNone) base::prefetch(&ids_[number]);
  }
  void prefetch_text(const HashedText& id) const {
    const std::uint32_t number = index_.find_any(id.hash);
    if (number != HashIndex::kNone) base::prefetch(ids_[number].data());
  }
  bool has(const HashedText& id) const { return find(id) != HashIndex::kNone; }
  /// Adds an id that is not in the set.
  void add(const HashedText& id) {
    index_.add(id.hash, static_cast<std::uint32_t>(ids_.size()));
    ids_.push_back(id.text);
  }
  const std::vector<std::string_view>& all() const { return ids_; }
  /// Moves out the ids; afterwards none can be looked up.
  std::vector<std::string_view> take() {
    index_ = {};
    return std::exchange(ids_, {});
  }
  /// Reserves space for about that many, each at most that many bytes. The index may still have to
  /// grow once: its cost depends on its capacity.
  void make_room(std::size_t count) {
    ids_.reserve(count);
    index_.reserve(count - count / 8);
  }
  /// The bytes of its memory, if `more` are added.
  std::uint64_t bytes(std::size_t more) const {
    return base::bytes_to_grow(ids_, more) + index_.bytes_to_grow(more);
  }
  static constexpr std::size_t kRoomOfId = sizeof(std::string_view) + HashIndex::kMostBytesOfNumber;

 private:
  std::vector<std::string_view> ids_;
  HashIndex index_;
};

/// The ids of records that were accepted before, and the item of each review.
struct KnownRecords {
  Ids items, reviews;
  std::vector<std::uint32_t> review_items;
};

/// The ids given to it must outlive it.
class Registry {
 public:
  /// If given, the ids in `earlier` are known too: for a bundle in pieces. There, a line with a
  /// known item is rejected with its reviews, since the item may have been answered already.
  explicit Registry(LoadLog& log, EarlierRecords* earlier = nullptr)
      : log_(log), earlier_(earlier) {}
  /// Continues after these records.
  Registry(LoadLog& log, KnownRecords known)
      : log_(log),
        items_(std::move(known.items)),
        reviews_(std::move(known.reviews)),
        review_items_(std::move(known.review_items)) {}

  /// Each returns whether the record of this line is accepted.
  bool add_item(const HashedText& id, std::uint64_t line);
  bool add_review(const HashedText& id, const std::optional<HashedText>& item_id,
                  std::uint64_t line);
  bool add_user(const HashedText& id, std::uint64_t line);

  /// Prefetches the memory that adding a review reads first.
  void prefetch_review(const HashedText& id, const HashedText& item_id) const {
    reviews_.prefetch(id);
    items_.prefetch(item_id);
  }
  /// And then that of its item.
  void prefetch_item(const HashedText& item_id) const { items_.prefetch_view(item_id); }
  void prefetch_item_id(const HashedText& item_id) const { items_.prefetch_text(item_id); }

  /// Reserves memory so that adding up to that many reviews moves none; each at most that many
  /// bytes.
  void make_room(std::size_t review_count) {
    reviews_.make_room(review_count);
    review_items_.reserve(review_count);
  }
  /// The bytes of its memory, if that many records of any kind are added.
  std::uint64_t bytes(std::size_t more) const {
    return items_.bytes(more) + reviews_.bytes(more) + users_.bytes(more) +
           base::bytes_to_grow(review_items_, more);
  }
  static constexpr std::size_t kRoomOfReview = Ids::kRoomOfId + sizeof(std::uint32_t);

  const std::vector<std::string_view>& item_ids() const { return items_.all(); }
  /// The id and the item of each review.
  const std::vector<std::string_view>& review_ids() const { return reviews_.all(); }
  const std::vector<std::uint32_t>& review_items() const { return review_items_; }
  /// Whether a review was rejected because one of another item has its id.
  bool has_review_of_two_items() const { return has_review_of_two_items_; }
  /// To be called when all records have been added.
  std::vector<std::string_view> take_item_ids() { return items_.take(); }
  std::vector<std::string_view> take_review_ids() { return reviews_.take(); }

 private:
  bool refuse_known(bool is_known, std::string_view key, std::string_view id, std::uint64_t line);

  LoadLog& log_;
  EarlierRecords* earlier_ = nullptr;
  Ids items_;
  Ids reviews_;
  std::vector<std::uint32_t> review_items_;
  Ids users_;
  std::uint64_t line_of_known_item_ = 0;  ///< the last
  bool has_review_of_two_items_ = false;
};

}  // namespace seedc::data
