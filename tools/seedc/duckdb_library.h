// Where DuckDB's shared library is, if the user has it for something else.
#pragma once

#include <string>

namespace seedc::tool {

/// What SEEDC_DUCKDB says; else the library of node's package `@duckdb/node-api` in a
/// `node_modules` of the current folder, of those above it, or of the system, unless it belongs to
/// another user, who would choose what is run; else "", for `libduckdb.so`.
std::string duckdb_library();

}  // namespace seedc::tool
