// Loads the tables of a dataset into columns, or collects their schema.
#pragma once

#include <memory>

#include "runtime/base/result.h"
#include "runtime/data/arrow/table_records.h"
#include "runtime/data/jsonl/loader.h"
#include "runtime/data/schema.h"
#include "runtime/data/schema_collector.h"

namespace seedc::data::arrow {

/// Each of tables with that layout, as RecordSource::load_records and Source::schema.
base::Result<std::unique_ptr<LoadedRecords>> load_tables(const Tables& tables, ItemLayout items,
                                                         RecordLayout layout, FilesBeside beside,
                                                         const LoadOptions& options);
base::Result<language::Schema> schema_of_tables(const Tables& tables, ItemLayout items,
                                                const ReadSchemaOptions& options);

/// What is held beside a stream of items: read once, and looked up by its pieces.
struct HeldTables {
  std::shared_ptr<const UserRows> users;
  std::shared_ptr<const FriendLists> lists;
  std::shared_ptr<const FriendGraph> friends;  ///< of the lists, or of users
  std::shared_ptr<const JudgementsByReview> judgements;
  LoadReport report;
};

/// Reads the tables of users, friends and judgements as far as the layout and `beside` ask for
/// them. The table of users outlives the result. Fails (Data) if `strict` and a row is left out.
base::Result<HeldTables> hold_tables(const Tables& tables, const RecordLayout& layout,
                                     FilesBeside beside, const LoadOptions& options);

/// As load_tables, for some of the rows of items and reviews; there may be no item. Gives a null
/// pointer if reviews of two items have one id: the pieces of each alone can be loaded.
base::Result<std::unique_ptr<LoadedRecords>> load_piece_of_tables(
    const Tables& tables, ItemLayout items, std::shared_ptr<RecordLayout> layout,
    FilesBeside beside, const HeldTables& held, const LoadOptions& options);

/// Adds the judgements that are held to a schema.
void add_held_to_schema(const Tables& tables, SchemaCollector& collector, const base::Call& call);
/// Adds the items and reviews of a piece. False, and adds nothing, if reviews of two items have one
/// id, as load_piece_of_tables.
base::Result<bool> add_piece_to_schema(const Tables& tables, ItemLayout items,
                                       SchemaCollector& collector, const base::Call& call);

}  // namespace seedc::data::arrow
