// The smallest changes that would turn the results of requests.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "engine/evaluate.h"
#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc::engine {

struct WhyOptions {
  EvaluateOptions evaluate;
  std::optional<std::string> item;  ///< as find_item takes it; without one, over all items
  std::string request;              ///< only the one of this id; or empty
  std::optional<std::size_t>
      top;  ///< list that many items of each kind; if absent 10 in text, all in JSON
  bool is_json = false;
  bool colour = false;  ///< of text
};

/// The requests, one after the other; as JSON a list (engine/report/why.h). Fails (Usage) if there
/// is no such item or request.
base::Result<std::string> explain_why(const Compilation& compilation, const WhyOptions& options);

}  // namespace seedc::engine
