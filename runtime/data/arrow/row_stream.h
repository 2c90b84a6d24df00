// Rows of Arrow as a stream of items, for data that is too large to be held.
//
//   auto open = *arrow::rows_of({OwnedStream(&items), OwnedStream(&reviews)}, call);
//   auto pieces = *open(needs, options);
//   while (auto piece = *pieces->next()) ...
//
// Items, and reviews if they come beside them, are sorted by `business_id`, by bytes; reviews of
// one item are in any order. An item is complete when a review of a greater id, or the end of the
// reviews, has come: it may begin and end in any batch. Rows mean what they mean in tables
// (semantics.md section 1), but ids of reviews are compared within their item only.
//
// It needs memory for the reviews of one item and a batch of each stream, for the columns of a
// piece (PieceSize; a single item may have more reviews), and for the tables that are held.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/base/result.h"
#include "runtime/data/arrow/batches.h"
#include "runtime/data/arrow/table_records.h"
#include "runtime/data/piece_stream.h"

namespace seedc::data::arrow {

/// The streams of a dataset that arrives over time. All but `items` may be released already, or
/// null pointers.
struct RowStreams {
  OwnedStream items;
  OwnedStream reviews;
  std::shared_ptr<const Table> users, friends, judgements;
};

/// How much of the streams is one piece.
struct PieceSize {
  std::int64_t items = 4096;
  std::int64_t reviews = 65536;
};

/// Reads the types. Fails as BatchReader::open and check_tables.
base::Result<OpenPieces> rows_of(RowStreams streams, const base::Call& call, PieceSize size = {});

}  // namespace seedc::data::arrow
