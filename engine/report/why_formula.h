// The changes that turn an output of a formula at one item, how far its thresholds are, and which
// rows carry it. As JSON one object per formula:
//
//   {"formula", "item", "name", "output", "value", "to"?,
//    "open"?: [REVIEW],  reviews of the item whose answers are to come
//    "outcome": "found", "already", "impossible" or "undecided",
//    "size"?: N, "is_smallest"?: BOOL,
//    "sets": [[{"review", "change": "fields", "left_out" or "added",
//               "fields": {FIELD: {"from", "to"}}}]],
//    "reason"?: of impossible and undecided,
//    "thresholds": [{"name", "value", "threshold", "distance", "rule"}],
//    "rows"?: {"of": STEP, "value", "exact": BOOL, "rows": [{"review", "contribution", "fields"}]}}
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/bounds/changes.h"
#include "engine/report/layout.h"
#include "runtime/contract/formula.h"
#include "runtime/data/model/dataset.h"

namespace seedc::report {

/// A number that is compared with a constant.
struct Threshold {
  std::string name;
  language::Cell value;
  language::Cell at;
  std::string rule;  ///< as written
};

struct Contribution {
  std::uint32_t review = 0;
  language::Cell value;  ///< a number
};
struct Contributions {
  std::string of;  ///< a step; empty: it was not asked
  /// Null if it is not a number; then there are no rows.
  language::Cell value = language::Cell::none(language::NullCause::WrongKind);
  bool is_null = false;            ///< the step is null
  bool is_exact = false;           ///< they add up; otherwise what leaving each out changes
  std::vector<Contribution> rows;  ///< the greatest first; none that is 0
};

struct FormulaWhy {
  const contract::Formula* formula = nullptr;
  std::string output;
  language::Cell value;
  std::optional<std::string> to;
  std::chrono::duration<double> most_time = {};  ///< of the search
  bool is_already = false;                       ///< the output has the value that it is to have
  std::size_t relevant = 0;  ///< reviews, of which so many were judged inappropriate:
  std::size_t left_out = 0;
  std::size_t rows = 0;
  std::vector<std::uint32_t> open = {};  ///< reviews whose answers are to come
  bounds::Changes changes = {};
  std::vector<Threshold> thresholds = {};
  Contributions contributions = {};
  /// By review, what it has in the fields (of RowSet) that the formula reads.
  std::map<std::uint32_t, std::vector<std::pair<std::size_t, language::Value>>> values = {};
};

std::string why_formula_text(const FormulaWhy& why, const data::Dataset& dataset,
                             const Layout& layout);
std::string why_formula_json(const FormulaWhy& why, const data::Dataset& dataset,
                             std::uint32_t item);

}  // namespace seedc::report
