// The friend graphs and judgements that lines of a bundle have for their own items, in place of
// those of files (semantics.md section 1).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/data/jsonl/json.h"
#include "runtime/data/jsonl/load_log.h"
#include "runtime/data/model/dataset.h"
#include "runtime/data/model/friend_graph.h"
#include "runtime/data/model/judgements.h"

namespace seedc::data {

class OwnData {
 public:
  /// What the line of an item has, as JSON; an empty text if it has none. Parts of the wrong type
  /// are logged and left out. Items come in order.
  void add(std::uint32_t item, std::string_view friend_graph, std::string_view judgements,
           std::uint64_t line, LoadLog& log);

  /// With keys of their graphs, which count from 1.
  const FriendLists& friends() const { return friends_; }
  /// The items with a friend graph of their own.
  std::span<const std::uint32_t> items() const { return items_; }
  bool is_empty() const { return items_.empty() && judgements_.empty(); }
  std::span<const OwnJudgements> judgements() const { return judgements_; }

  /// Gives the names of reviewers of items with a graph codes of their own, and returns the graph
  /// of each code; empty if all are of graph 0.
  std::vector<std::uint32_t> separate_names(Column& names,
                                            std::span<const std::uint32_t> review_begins) const;

 private:
  template <class Read>
  void read(std::string_view json, std::uint64_t line, LoadLog& log, const Read& read_root);

  JsonParser parser_;
  std::string json_;
  FriendLists friends_;
  std::vector<std::uint32_t> items_;  ///< of the graphs
  std::vector<OwnJudgements> judgements_;
};

}  // namespace seedc::data
