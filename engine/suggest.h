// Requests that single items out.
//
//   suggest({.evaluate = {.data = source_at("examples/cafes")}, .item = "0yfRtaK2…"})
//   -> AND(drive_thru, live_music), AND(…), …, the most natural first
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/evaluate.h"
#include "runtime/base/result.h"

namespace seedc::engine {

struct SuggestOptions {
  EvaluateOptions evaluate;
  std::optional<std::string> item;  ///< as find_item takes it; without one, every item
  std::vector<std::string> kinds;   ///< words of engine/suggest/kinds.def; empty: all
  std::string group;                ///< the shape of that group of benchmarks: `G03`; or empty
  std::size_t count = 3;            ///< suggestions per item; of every item it is 1
  std::size_t depth = 5;            ///< the largest number of conditions
  bool is_strict = false;           ///< all other items fail the request, none is unknown
  bool is_json = false;
};

struct Suggestions {
  std::string report;         ///< engine/report/suggest.h
  std::string requests;       ///< a program in the shorthand, each request with text and gold
  std::uint64_t missing = 0;  ///< items without a suggestion
};

/// Fails (Usage) if there is no such item, kind or group, or if the dataset cannot be read.
base::Result<Suggestions> suggest(const SuggestOptions& options);

}  // namespace seedc::engine
