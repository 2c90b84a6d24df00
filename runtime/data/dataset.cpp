// Access to a loaded dataset.
#include "runtime/data/dataset.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "runtime/data/storage.h"

namespace seedc {
namespace {

/// The caller asks for what it did not name in its DataNeeds: a mistake in this program.
[[noreturn]] void not_asked_for(const std::string& what) {
  fmt::print(stderr,
             "seedc: internal error: {} was read of a dataset without being in its DataNeeds\n",
             what);
  std::abort();
}

const Column& column_at(const std::map<Path, Column>& columns, const Path& path,
                        std::string_view of) {
  const auto column = columns.find(path);
  if (column == columns.end()) not_asked_for(fmt::format("the {} path `{}`", of, to_string(path)));
  return column->second;
}

}  // namespace

Dataset::Dataset(std::shared_ptr<const Storage> storage) : storage_(std::move(storage)) {}

std::uint32_t Dataset::item_count() const {
  return static_cast<std::uint32_t>(storage_->registry.item_ids().size());
}

std::uint32_t Dataset::review_count() const { return storage_->review_begins.back(); }

std::string_view Dataset::item_id(std::uint32_t item) const {
  return storage_->registry.item_ids()[item];
}

std::optional<std::uint32_t> Dataset::find_item(std::string_view id) const {
  return storage_->registry.find_item(id);
}

std::uint32_t Dataset::review_begin(std::uint32_t item) const {
  return storage_->review_begins[item];
}

std::string_view Dataset::review_id(std::uint32_t review) const {
  return storage_->registry.review_ids()[review];
}

std::string_view Dataset::text(std::uint32_t review) const {
  if (storage_->texts.empty()) not_asked_for("the reviews' text");
  return storage_->texts[review];
}

const Column& Dataset::item_column(const Path& path) const {
  return column_at(storage_->item_columns, path, "item");
}

const Column& Dataset::review_column(const Path& path) const {
  return column_at(storage_->review_columns, path, "review");
}

const Column& Dataset::reviewer_names() const {
  if (!storage_->names) not_asked_for("the reviewers' names");
  return *storage_->names;
}

const FriendGraph& Dataset::friend_graph() const {
  if (!storage_->names) not_asked_for("the friend graph");
  return storage_->friend_graph;
}

std::vector<Judgement> Dataset::judgements(std::string_view topic) const {
  if (!storage_->judgements) not_asked_for("the judgements");
  std::vector<Judgement> judgements;
  judgements.reserve(review_count());
  for (const std::string_view id : storage_->registry.review_ids()) {
    judgements.push_back(storage_->judgements->find(fmt::format("{}:{}", id, topic)));
  }
  return judgements;
}

const LoadReport& Dataset::report() const { return storage_->log.report(); }

}  // namespace seedc
