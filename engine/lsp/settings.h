// How programs are compiled and where their data is: the keys of `seedc.toml`, as JSON.
#pragma once

#include <string>
#include <vector>

#include "engine/lsp/json_rpc.h"
#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc::lsp {

struct Settings {
  std::string data, schema;  ///< where names are looked up: either, or neither
  std::string cache_folder;  ///< where a snapshot of the data is kept; or empty
  std::vector<std::string> import_folders;
  std::vector<std::string> silenced, as_errors;  ///< codes of warnings
  std::vector<std::string> parameters;           ///< `[FORMULA.]NAME=VALUE`
  bool benchmark = false;                        ///< also the rules of a benchmark

  friend bool operator==(const Settings&, const Settings&) = default;
};

/// Of `{"data", "cache_folder", "schema", "import_dirs": [], "set": {}, "lint": {"off": [],
/// "error": [], "benchmark"}}`; what `setting_faults` finds has no effect. Relative paths are
/// relative to `folder`.
Settings settings_of(const Json& json, const std::string& folder);

/// A text for each key that is none of these, and for each value of another kind. Clients write
/// null for what is not set.
std::vector<std::string> setting_faults(const Json& json);

/// Without where names are looked up. Fails (Usage) for a code of no warning, or a parameter that
/// is not `NAME=VALUE`.
base::Result<engine::CompileOptions> compile_options(const Settings& settings);

}  // namespace seedc::lsp
