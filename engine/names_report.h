// What the conditions of a program can name in a dataset, as one report: names with counts, people,
// topics and paths of reviews.
#pragma once

#include <string>
#include <vector>

#include "engine/evaluate.h"
#include "engine/report/layout.h"
#include "runtime/base/result.h"

namespace seedc::engine {

struct NamesReportOptions {
  EvaluateOptions evaluate;
  std::vector<std::string> words;  ///< only what has a word that begins with one; empty: all
  bool all = false;                ///< also ids and codes, and all people
  bool is_json = false;
  report::Layout layout = {};  ///< of tables
};

/// Tables, or one JSON object. Empty if nothing has one of the words. Fails if the dataset cannot
/// be read.
base::Result<std::string> names_report(const NamesReportOptions& options);

}  // namespace seedc::engine
