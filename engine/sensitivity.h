// How often an output of a formula flips if each extracted value is wrong with a probability: at
// each item, and how often items leave the first ones of a ranking (semantics.md section 6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/bounds/wrong_values.h"
#include "engine/evaluate.h"
#include "engine/program.h"
#include "engine/report/requests.h"
#include "engine/report/sensitivity.h"
#include "runtime/base/result.h"

namespace seedc::engine {

struct SensitivityOptions {
  EvaluateOptions evaluate;
  std::vector<std::string> extractions;  ///< as in FormulaRunOptions
  std::string output;                    ///< of the formulas that have it
  std::optional<std::string> item;       ///< only this one, as find_item takes it
  double probability = 0;                ///< above 0, 1 at most
  std::uint64_t seed = 0;
  std::uint64_t samples = kUsualSamples;
  /// NAME, NAME:asc or NAME:desc, by which items are ranked; empty: they are not, and those that
  /// flip most come first.
  std::string sort;
  /// So many items are the first of the ranking, and so many are listed; if absent 10, and in JSON
  /// all are listed.
  std::optional<std::size_t> top;
  report::Format format = report::Format::Table;  ///< Table, Json or Jsonl
  bool colour = false;                            ///< of text

  static constexpr std::uint64_t kUsualSamples = 10'000;
};

/// What is reported of an output at an item.
report::ItemSensitivity item_sensitivity(std::uint32_t item, const bounds::OutputChances& output,
                                         bool is_exact);

/// The programs' own formulas with that output, one after the other; as JSON a list, or lines
/// (engine/report/sensitivity.h). The same for any number of threads. Fails (Usage) if there is no
/// such item or output, and for a probability that is none.
base::Result<std::string> explain_sensitivity(const Compilation& compilation,
                                              const SensitivityOptions& options);

}  // namespace seedc::engine
