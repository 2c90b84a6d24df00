// Explains requests at one item.
#pragma once

#include <string>

#include "engine/evaluate.h"
#include "engine/program.h"
#include "engine/report/explain.h"
#include "runtime/base/result.h"

namespace seedc::engine {

struct ExplainRequestOptions {
  EvaluateOptions evaluate;
  std::string item;     ///< as find_item takes it
  std::string request;  ///< only the one of this id; or empty
  bool is_json = false;
  report::ExplainOptions report;  ///< of text
};

/// The programs' requests, one after the other; as JSON a list. Fails (Usage) if there is no such
/// item or request.
base::Result<std::string> explain_requests(const Compilation& compilation,
                                           const ExplainRequestOptions& options);

}  // namespace seedc::engine
