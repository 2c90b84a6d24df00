// Files that contain one JSON object.
#pragma once

#include <functional>
#include <string>

#include "runtime/base/result.h"
#include "runtime/data/jsonl/json.h"
#include "runtime/data/jsonl/load_log.h"

namespace seedc::data {

/// Passes the file's object to `visit`. A file that is not an object is logged as skipped; one that
/// cannot be read is an error.
base::Result<void> read_json_file(const std::string& file, LoadLog& log, const base::Call& call,
                                  const std::function<void(JsonObject)>& visit);

}  // namespace seedc::data
