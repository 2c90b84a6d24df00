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
// One stream may have both, in rows of the structs `item` and `review`, one of which is null: each
// item is followed by its reviews, and complete with the next row that is not its own. Such a
// stream may have several rows of one item, of which all but the first are left out, as in tables,
// and rows of a struct `extraction`, next to the item that they are for.
//
// It needs memory for the reviews of one item and a batch of each stream, for the columns of a
// piece (PieceSize; a single item may have more reviews), and for the tables that are held.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/base/result.h"
#include "runtime/data/arrow/row_pieces.h"
#include "runtime/data/piece_stream.h"
#include "runtime/language/schema.h"

namespace seedc::data::arrow {

/// The streams of a dataset that arrives over time: `items`, and perhaps `reviews`, or `rows` of
/// both. Others may be released already, or null pointers.
struct RowStreams {
  OwnedStream items;
  OwnedStream reviews;
  std::shared_ptr<const Table> users, friends, judgements;
  OwnedStream rows{nullptr};
};

struct OpenedRows {
  OpenPieces open;
  bool have_extractions = false;  ///< whether they come with the pieces
  bool are_whole = false;         ///< all tables of a dataset: without reviews, there are none
};

/// Reads the types. Fails as BatchReader::open and check_tables.
base::Result<OpenedRows> rows_of(RowStreams streams, const base::Call& call, PieceSize size = {});

/// Reads streams to their end, and gives what they have as a part of a schema (SchemaCollector),
/// also if there is no item. What is left out of it is what runs leave out. Users are not joined.
/// Fails (Data, Limit) as the stream does.
base::Result<language::Schema> schema_part_of_rows(RowStreams streams, const base::Call& call);

}  // namespace seedc::data::arrow
