// Where a location is in a JSON program, whatever is wrong with the rest of it.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lsp/analysis.h"

namespace seedc::lsp {

/// An object or a list that is open at a location.
struct JsonLevel {
  bool is_object = false;
  std::string key;                             ///< of the member that is being written
  std::map<std::string, std::string> scalars;  ///< members that are strings or words, all of them
};

/// An object that is complete before the location, with its members that are strings or words.
struct JsonObject {
  std::string path;  ///< the keys to it, separated by `/`: `extract/fields`
  std::map<std::string, std::string> scalars;
};

struct JsonContext {
  std::vector<JsonLevel> levels;     ///< from the outermost
  std::vector<JsonObject> complete;  ///< of the same program
  bool is_key = false;               ///< a key may be written, no value
  bool is_in_string = false;
  Extent word;         ///< the string or word at the location, with its quotes
  std::string prefix;  ///< what is written of it before the location, without a quote

  std::string path() const;
};

/// `has_lines`: each line of the text is a program.
JsonContext json_context_at(std::string_view text, std::size_t offset, bool has_lines);

}  // namespace seedc::lsp
