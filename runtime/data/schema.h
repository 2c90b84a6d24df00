// Collects the schema of a dataset, and converts it to JSON and back.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "runtime/base/call.h"
#include "runtime/base/limits.h"
#include "runtime/base/result.h"
#include "runtime/data/model/dataset.h"
#include "runtime/language/schema.h"

namespace seedc::data {

struct ReadSchemaOptions {
  bool reviews = true;  ///< without them, `reviews` and `review_paths` stay empty
  /// Without them, and without reviews, only `topics` need be read: the rest may stay empty, and
  /// data without items is no error.
  bool items = true;
  /// As SchemaCollector::take_part gives it.
  bool as_part = false;
  /// Called now and then with the number of bytes read, and their total.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  /// Called at the end with the records that were left out.
  std::function<void(const LoadReport&)> report;
  base::Call call;
};

/// Reads the schema of a folder or a bundle; fails as loading it does. Records that loading would
/// skip are left out. So are paths beyond kMaxSchemaPaths of items, or of reviews,
/// and categories and topics beyond SchemaPath::kMaxDistinct.
base::Result<language::Schema> read_schema(const std::string& path,
                                           const ReadSchemaOptions& options = {});
constexpr std::size_t kMaxSchemaPaths = base::limits::kSchemaPaths;

/// On one line; `schema_of_json` parses it.
std::string to_json(const language::Schema& schema);

/// Parses the output of `to_json`. `file` is its name in errors, which give the location of the
/// mistake in the schema.
base::Result<language::Schema> schema_of_json(const std::string& file, std::string_view text);

}  // namespace seedc::data
