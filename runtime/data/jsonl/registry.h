// Who has been accepted so far: ids of items, reviews and users. Records with known ids, and
// reviews of unknown items, are turned away and logged.
#pragma once

#include <tsl/robin_set.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/data/jsonl/load_log.h"
#include "runtime/data/model/hash_index.h"

namespace seedc {

/// Ids of the pieces of a bundle that have gone by, by their digests.
class EarlierIds {
 public:
  bool has(std::string_view id) const { return digests_.contains(digest_of(id)); }
  void add(std::string_view id) { digests_.insert(digest_of(id)); }

 private:
  struct Low {
    std::size_t operator()(const TextDigest& digest) const { return digest.low; }
  };

  tsl::robin_set<TextDigest, Low> digests_;
};

struct EarlierRecords {
  EarlierIds items, reviews;
};

/// Different ids, numbered in the order in which they were added. They lie elsewhere.
class Ids {
 public:
  /// The number of an id, or HashIndex::kNone.
  std::uint32_t find(const HashedText& id) const {
    return index_.find(id.hash, [&](std::uint32_t number) { return ids_[number] == id.text; });
  }
  void prefetch(const HashedText& id) const { index_.prefetch(id.hash); }
  bool has(const HashedText& id) const { return find(id) != HashIndex::kNone; }
  /// Adds an id that is not there.
  void add(const HashedText& id) {
    index_.add(id.hash, static_cast<std::uint32_t>(ids_.size()));
    ids_.push_back(id.text);
  }
  const std::vector<std::string_view>& all() const { return ids_; }
  /// The ids, of which none is found from then on.
  std::vector<std::string_view> take() {
    index_ = {};
    return std::exchange(ids_, {});
  }
  /// For so many, at a guess, each at most so many bytes. The index may have to grow once more: it
  /// costs what it has room for.
  void make_room(std::size_t count) {
    ids_.reserve(count);
    index_.reserve(count - count / 8);
  }
  static constexpr std::size_t kRoomOfId = sizeof(std::string_view) + HashIndex::kMostBytesOfNumber;

 private:
  std::vector<std::string_view> ids_;
  HashIndex index_;
};

/// Ids that it is given outlive it.
class Registry {
 public:
  /// `earlier`, if there is any, are known too: of a bundle in pieces. There the reviews of a known
  /// item's line are turned away with it, as the item may be answered already.
  explicit Registry(LoadLog& log, EarlierRecords* earlier = nullptr)
      : log_(log), earlier_(earlier) {}

  /// Each says whether the record of this line is accepted.
  bool add_item(const HashedText& id, std::uint64_t line);
  bool add_review(const HashedText& id, const std::optional<HashedText>& item_id,
                  std::uint64_t line);
  bool add_user(const HashedText& id, std::uint64_t line);

  /// Fetches what adding a review will look at first.
  void prefetch_review(const HashedText& id, const HashedText& item_id) const {
    reviews_.prefetch(id);
    items_.prefetch(item_id);
  }

  /// So that adding reviews, up to so many, moves none; each at most so many bytes.
  void make_room(std::size_t review_count) {
    reviews_.make_room(review_count);
    review_items_.reserve(review_count);
  }
  static constexpr std::size_t kRoomOfReview = Ids::kRoomOfId + sizeof(std::uint32_t);

  const std::vector<std::string_view>& item_ids() const { return items_.all(); }
  /// Of each review its id and its item.
  const std::vector<std::string_view>& review_ids() const { return reviews_.all(); }
  const std::vector<std::uint32_t>& review_items() const { return review_items_; }
  /// When all are there.
  std::vector<std::string_view> take_item_ids() { return items_.take(); }
  std::vector<std::string_view> take_review_ids() { return reviews_.take(); }

 private:
  bool refuse_known(bool is_known, std::string_view key, std::string_view id, std::uint64_t line);

  LoadLog& log_;
  EarlierRecords* earlier_;
  Ids items_;
  Ids reviews_;
  std::vector<std::uint32_t> review_items_;
  Ids users_;
  std::uint64_t line_of_known_item_ = 0;  ///< the last
};

}  // namespace seedc
