// Acceptance of records by their ids.
#include "runtime/data/registry.h"

#include <fmt/format.h>

namespace seedc {

bool Registry::refuse_known(bool is_known, std::string_view key, std::string_view id,
                            std::uint64_t line) {
  if (is_known) log_.skip(line, fmt::format("{} `{}` is there already", key, id));
  return is_known;
}

bool Registry::add_item(std::string_view id, std::uint64_t line) {
  const bool is_known = items_.contains(id) || (earlier_ && earlier_->items.has(id));
  if (refuse_known(is_known, "business_id", id, line)) return false;
  const std::string_view kept = ids_.store(id);
  items_.emplace(kept, static_cast<std::uint32_t>(item_ids_.size()));
  item_ids_.push_back(kept);
  log_.accept();
  return true;
}

bool Registry::add_review(std::string_view id, std::string_view item_id, std::uint64_t line) {
  const auto item = find_item(item_id);
  if (!item) {
    log_.skip(line, fmt::format("a review of the unknown item `{}`", item_id));
    return false;
  }
  const bool is_known = reviews_.contains(id) || (earlier_ && earlier_->reviews.has(id));
  if (refuse_known(is_known, "review_id", id, line)) return false;
  const std::string_view kept = ids_.store(id);
  reviews_.insert(kept);
  review_ids_.push_back(kept);
  review_items_.push_back(*item);
  log_.accept();
  return true;
}

bool Registry::add_user(std::string_view id, std::uint64_t line) {
  if (refuse_known(users_.contains(id), "user_id", id, line)) return false;
  users_.insert(ids_.store(id));
  log_.accept();
  return true;
}

std::optional<std::uint32_t> Registry::find_item(std::string_view id) const {
  const auto item = items_.find(id);
  return item == items_.end() ? std::nullopt : std::optional(item->second);
}

}  // namespace seedc
