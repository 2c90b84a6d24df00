// Parquet files and DuckDB databases as sources: DuckDB reads them, and their rows are those of
// tables of Arrow.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "runtime/data/source.h"

namespace seedc::data::duckdb {

/// Whether the path is a Parquet file, a DuckDB database, or a folder whose items are in Parquet
/// files and not in JSON lines.
bool is_for_duckdb(const std::string& path);

/// Of a file among them, in which there are no reviews: where they would be.
std::optional<std::string> help_for_missing_reviews(const std::string& path);

/// Such a path as a source. It reads the columns that are asked for each time; `library` is the
/// path of DuckDB's shared library (load_functions). Tables of a database have the names of files:
/// `items`, `restaurants` or `business`, `reviews`, `users`, `friends`, `judgements`.
std::shared_ptr<const Source> source_at(std::string path, std::string library);

}  // namespace seedc::data::duckdb
