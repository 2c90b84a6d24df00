// Accepts or rejects records by their ids.
#include "runtime/data/jsonl/registry.h"

#include <fmt/format.h>

namespace seedc::data {

bool Registry::refuse_known(bool is_known, std::string_view key, std::string_view id,
                            std::uint64_t line) {
  if (is_known) log_.skip(line, fmt::format("{} `{}` already exists", key, id));
  return is_known;
}

bool Registry::add_item(const HashedText& id, std::uint64_t line) {
  const bool is_known = items_.has(id) || (earlier_ && earlier_->items.has(id.text));
  if (refuse_known(is_known, "business_id", id.text, line)) {
    line_of_known_item_ = line;
    return false;
  }
  items_.add(id);
  log_.accept();
  return true;
}

bool Registry::add_review(const HashedText& id, const std::optional<HashedText>& item_id,
                          std::uint64_t line) {
  if (earlier_ && item_id && line == line_of_known_item_) {
    log_.skip(line, fmt::format("a review of `{}`, which already exists", item_id->text));
    return false;
  }
  const std::uint32_t item = item_id ? items_.find(*item_id) : HashIndex::kNone;
  if (item == HashIndex::kNone) {
    log_.skip(line, item_id ? fmt::format("a review of the unknown item `{}`", item_id->text)
                            : "a review of an item without an id");
    return false;
  }
  const std::uint32_t known = reviews_.find(id);
  const bool is_known = known != HashIndex::kNone || (earlier_ && earlier_->reviews.has(id.text));
  if (known != HashIndex::kNone && review_items_[known] != item) has_review_of_two_items_ = true;
  if (refuse_known(is_known, "review_id", id.text, line)) return false;
  reviews_.add(id);
  review_items_.push_back(item);
  log_.accept();
  return true;
}

bool Registry::add_user(const HashedText& id, std::uint64_t line) {
  if (refuse_known(users_.has(id), "user_id", id.text, line)) return false;
  users_.add(id);
  log_.accept();
  return true;
}

}  // namespace seedc::data
