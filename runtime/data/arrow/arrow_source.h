// Tables of Arrow streams as a source of data.
//
//   auto items = arrow::read_table(&stream, "items");
//   auto source = arrow::source_of({.items = *items});
//   auto dataset = (*source)->load({.item_paths = {{"stars"}}});
#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>

#include "runtime/base/result.h"
#include "runtime/data/arrow/table_records.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/source.h"

namespace seedc::data::arrow {

/// A dataset whose records are the rows of tables. It gives the same as the same values in JSON
/// lines, and holds the tables; datasets that it loads do not. In reports files are tables, by
/// their names, and lines rows. Fails as check_tables.
base::Result<std::shared_ptr<const Source>> source_of(Tables tables);

/// The rows of a table of extractions as lines. Fails (Data) if it has no `review_id`.
base::Result<std::string> extraction_lines(const Table& table, const base::Call& call);

/// Extractions (`load_extractions`) that are the rows of a table, with the column `review_id` and a
/// column per field. Fails (Data) if it has no `review_id`.
base::Result<Extractions> load_extractions(const Table& table,
                                           std::span<const contract::Field> fields,
                                           const std::set<std::string>& known_elsewhere,
                                           const Dataset& dataset, const LoadOptions& options);

}  // namespace seedc::data::arrow
