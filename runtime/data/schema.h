// Finding out what a dataset holds, and writing and reading that as JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "runtime/base/limits.h"
#include "runtime/base/result.h"
#include "runtime/data/model/dataset.h"
#include "runtime/language/schema.h"

namespace seedc {

struct ReadSchemaOptions {
  bool reviews = true;  ///< without them, `reviews` and `review_paths` stay empty
  /// Told how many bytes are read, and of how many, now and then.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  /// Told at the end which records were left out.
  std::function<void(const LoadReport&)> report;
};

/// Reads it from a folder, a bundle or a snapshot; fails as load_dataset does. Records that loading
/// would skip are left out. Paths beyond kMaxSchemaPaths of items, or of reviews, are left out too,
/// and so are categories and topics beyond SchemaPath::kMaxDistinct.
Result<Schema> read_schema(const std::string& path, const ReadSchemaOptions& options = {});
constexpr std::size_t kMaxSchemaPaths = limits::kSchemaPaths;

/// On one line; `schema_of_json` reads it back.
std::string to_json(const Schema& schema);

/// Reads what `to_json` wrote. `file` names it in errors, which say where in the schema the mistake
/// is.
Result<Schema> schema_of_json(const std::string& file, std::string_view text);

}  // namespace seedc
