// The contents of a Dataset, the same for data loaded into memory and for a snapshot: there, arrays
// and texts are views of the mapped file and the rest is made on demand.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/data/model/arena.h"
#include "runtime/data/model/dataset.h"
#include "runtime/data/model/flat_array.h"
#include "runtime/data/model/judgements.h"
#include "runtime/data/model/lazy.h"
#include "runtime/data/model/searched_texts.h"
#include "runtime/data/model/texts.h"
#include "runtime/text/word_index.h"

namespace seedc::data {

struct Dataset::Storage {
  base::MemoryCharge charge;  ///< of what is not made on demand, without the arenas
  /// The memory that views point into: one or the other.
  std::vector<Arena> memory;
  std::shared_ptr<const SnapshotFile> snapshot;

  LoadReport report;
  Texts item_ids;
  Texts review_ids;
  FlatArray<std::uint32_t> review_begins;  ///< one per item, and the end
  /// Sorted by id.
  std::optional<Lazy<FlatArray<std::uint32_t>>> items_by_id;
  std::optional<Texts> texts;
  std::optional<SearchedTexts> searched_texts;
  std::optional<Lazy<text::WordIndex>> word_index;  ///< of a snapshot, if texts are requested
  std::map<language::Path, Lazy<Column>> item_columns;
  std::map<language::Path, Lazy<Column>> review_columns;
  /// Of some columns: the same values, read one by one.
  std::map<language::Path, Lazy<RowValues>> review_rows;
  /// Of some columns: marks of the same values; std::nullopt where that takes the column in memory.
  template <class Mark>
  using Marking =
      std::function<std::optional<ColumnMarks<Mark>>(const MarkOf<Mark>&, const base::Call&)>;
  std::map<language::Path, Marking<std::uint8_t>> review_tests;
  std::map<language::Path, Marking<std::uint16_t>> review_numbers;
  std::optional<Lazy<Column>> names;
  std::optional<FlatArray<std::uint32_t>> name_graphs;  ///< of each code; absent: all of graph 0
  /// If the friend graph is of users.
  std::optional<Lazy<Column>> reviewers;
  std::optional<FlatArray<std::uint32_t>> reviewer_graphs;               ///< as `name_graphs`
  std::optional<Lazy<std::shared_ptr<const FriendGraph>>> friend_graph;  ///< never null
  struct People {
    base::MemoryCharge charge;
    std::vector<std::uint32_t> numbers;
  };
  Lazy<People> people_of_reviewers;  ///< made by the Dataset
  std::optional<Lazy<Judgements>> judgements;

  /// Of a code of the column of reviewers. `graph`: the friend graph. Throws DamagedData.
  std::uint32_t graph_of_reviewer(const FriendGraph& graph, std::uint32_t code) const;
};

}  // namespace seedc::data
