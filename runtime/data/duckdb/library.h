// DuckDB's shared library, loaded where the user has one: the functions of its C interface that
// queries need, and the results of queries as Arrow streams.
//
//   auto library = duckdb::Library::load("/usr/lib/libduckdb.so");
//   auto database = duckdb::Database::open(*library, "", call);
//   auto stream = (*database)->query("SELECT * FROM 'items.parquet'", "items.parquet");
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "include/seedc/arrow_abi.h"
#include "runtime/base/call.h"
#include "runtime/base/result.h"
#include "runtime/data/arrow/table.h"

namespace seedc::data::duckdb {

/// The functions of a loaded library; valid for the rest of the process.
struct Functions;

/// Loads a library; empty: `libduckdb.so`, where the system finds it. Fails (Data) with what to
/// install if there is none, or if it is older than 1.4; `needed_for` is the file in that message.
base::Result<std::shared_ptr<const Functions>> load_functions(const std::string& library,
                                                              const std::string& needed_for);

/// A database that is only read. Used by one thread at a time.
class Database {
 public:
  /// Opens a database file; an empty path: one in memory, which can read other files. DuckDB may
  /// use that many threads (0: all), and the memory of the call's budget. Fails (Data).
  static base::Result<std::unique_ptr<Database>> open(std::shared_ptr<const Functions> functions,
                                                      const std::string& path, unsigned threads,
                                                      const base::Call& call);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  /// The rows of a query as a table; `name` is its name in messages. Fails (Data) with DuckDB's
  /// message, or as read_table.
  base::Result<std::shared_ptr<const arrow::Table>> table(const std::string& query,
                                                          const std::string& name,
                                                          const arrow::Limits& limits) const;

 private:
  Database(std::shared_ptr<const Functions> functions, base::Call call);

  std::shared_ptr<const Functions> functions_;
  base::Call call_;
  void* database_ = nullptr;
  void* connection_ = nullptr;
};

/// A name or a path as a text of SQL: 'it''s'.
std::string quoted(const std::string& text);

}  // namespace seedc::data::duckdb
