// What is to be settled: outputs of a formula at all items, the scores of a ranked request's
// matches, or the first ones of an order.
//
//   VERDICT            that output at each item; of a group all its values
//   R01                what the matches of that request are ranked by
//   top 10 by RISK     the first ten items, as `run` orders them by that output; `asc`: lowest
//   top 3 by R01       the first three matches of that request
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/evaluate.h"
#include "engine/program.h"
#include "runtime/base/result.h"
#include "runtime/contract/plan.h"

namespace seedc::engine {

struct Target {
  std::string name;                    ///< as it was given
  std::vector<std::size_t> outputs;    ///< of the formula
  std::optional<std::size_t> request;  ///< of the plan: only its matches
  std::optional<std::size_t> top;      ///< only so many first ones, of one output
  bool descending = true;
  /// Only these items, ascending; std::nullopt: all of them, or the matches are not known yet.
  std::optional<std::vector<std::uint32_t>> items = std::nullopt;
};

/// The formula for whose fields a model is asked, and what its answers are to settle.
struct ToExtract {
  const check::CheckedFormula* checked = nullptr;  ///< of the compilation
  std::size_t formula = 0;                         ///< of the plan
  std::vector<Target> targets;  ///< none: the answers to all relevant reviews are wanted
};

/// Of a program that is one formula, or has requests that are ranked by one. Fails (Usage) for any
/// other program, and if it has nothing of such a name; (Limit) if the formula cannot be bounded.
base::Result<ToExtract> find_to_extract(const Compilation& compilation, const contract::Plan& plan,
                                        const std::vector<std::string>& names);

/// The data that it reads, texts of reviews included.
data::DataNeeds needs_of(const ToExtract& wanted, const contract::Plan& plan);

/// Finds the matches of requests, whose conditions no answer changes.
base::Result<void> find_matches(std::vector<Target>& targets, const contract::Plan& plan,
                                const data::Dataset& dataset, const EvaluateOptions& options);

/// Whether the target is about the item.
bool is_about(const Target& target, std::uint32_t item);

}  // namespace seedc::engine
