// Who has been accepted so far: ids of items, reviews and users. Records with known ids, and
// reviews of unknown items, are turned away and logged.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "runtime/data/arena.h"
#include "runtime/data/load_log.h"
#include "runtime/data/text_map.h"

namespace seedc {

/// Ids of the pieces of a bundle that have gone by, as hashes of 128 bits.
class EarlierIds {
 public:
  bool has(std::string_view id) const { return hashes_.contains(hash_of(id)); }
  void add(std::string_view id) { hashes_.insert(hash_of(id)); }

 private:
  struct Hash {
    std::uint64_t low, high;
    friend bool operator==(const Hash&, const Hash&) = default;
  };
  struct Low {
    std::size_t operator()(const Hash& hash) const { return hash.low; }
  };
  static Hash hash_of(std::string_view id) {
    const XXH128_hash_t hash = XXH3_128bits(id.data(), id.size());
    return {hash.low64, hash.high64};
  }

  tsl::robin_set<Hash, Low> hashes_;
};

struct EarlierRecords {
  EarlierIds items, reviews;
};

class Registry {
 public:
  /// `earlier`, if there is any, are known too.
  explicit Registry(LoadLog& log, EarlierRecords* earlier = nullptr)
      : log_(log), earlier_(earlier) {}

  /// Each says whether the record of this line is accepted.
  bool add_item(std::string_view id, std::uint64_t line);
  bool add_review(std::string_view id, std::string_view item_id, std::uint64_t line);
  bool add_user(std::string_view id, std::uint64_t line);

  const std::vector<std::string_view>& item_ids() const { return item_ids_; }
  /// Of each review its id and its item.
  const std::vector<std::string_view>& review_ids() const { return review_ids_; }
  const std::vector<std::uint32_t>& review_items() const { return review_items_; }
  /// What the ids lie in.
  Arena take_memory() { return std::move(ids_); }

 private:
  std::optional<std::uint32_t> find_item(std::string_view id) const;
  bool refuse_known(bool is_known, std::string_view key, std::string_view id, std::uint64_t line);

  LoadLog& log_;
  EarlierRecords* earlier_;
  Arena ids_;
  std::vector<std::string_view> item_ids_;
  TextMap<std::uint32_t> items_;
  std::vector<std::string_view> review_ids_;
  std::vector<std::uint32_t> review_items_;
  TextSet reviews_;
  TextSet users_;
};

}  // namespace seedc
