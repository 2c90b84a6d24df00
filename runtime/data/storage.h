// What a Dataset holds.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "runtime/data/arena.h"
#include "runtime/data/dataset.h"
#include "runtime/data/judgement_cache.h"
#include "runtime/data/load_log.h"
#include "runtime/data/registry.h"
#include "runtime/data/user_mapping.h"

namespace seedc {

struct Dataset::Storage {
  explicit Storage(bool strict) : log(strict), registry(log) {}
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  LoadLog log;
  Registry registry;  ///< its reviews in the dataset's order once loaded
  std::vector<std::uint32_t> review_begins;
  std::vector<std::string_view> texts;  ///< one a review if they were asked for
  std::vector<Arena> text_memory;
  std::map<Path, Column> item_columns;
  std::map<Path, Column> review_columns;
  std::optional<Column> names;
  FriendGraph friend_graph;
  std::optional<JudgementCache> judgements;
};

}  // namespace seedc
