// How often an output of a formula flips if each extracted value is wrong with a probability. As
// JSON one object per formula:
//
//   {"formula", "output", "probability", "seed", "samples",
//    "sort"?: OUTPUT, "descending"?: BOOL, "top"?: K,
//    "items": [{"item", "name", "value",
//               "flips": 0 to 1, "standard_error": 0 if it is exact, "exact": BOOL,
//               "others": N,                              values that it may have instead
//               "becomes": [{"value", "probability"}],    the most likely of them
//               "rank"?: from 1, "ranked_by"?: VALUE,
//               "leaves"?: of the first K, how likely it is not among them}]}
//
// As lines of JSON one object per item, with "formula" and "output".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/bounds/wrong_values.h"
#include "engine/report/layout.h"
#include "runtime/contract/formula.h"
#include "runtime/data/model/dataset.h"

namespace seedc::report {

struct RankSensitivity {
  std::size_t rank = 0;  ///< from 1
  language::Cell value;
  std::optional<double> leaves;  ///< of the first ones
};
struct ItemSensitivity {
  std::uint32_t item = 0;
  language::Cell value;
  double flips = 0;
  bool is_exact = false;
  std::size_t others = 0;               ///< other values that it may have
  std::vector<bounds::Chance> becomes;  ///< those of them that are most likely, in that order
  std::optional<RankSensitivity> ranking;
};

/// The strings of cells outlive it.
struct FormulaSensitivity {
  const contract::Formula* formula = nullptr;
  std::string output;
  bounds::WrongOptions options;
  struct Ranking {
    std::string output;
    bool descending = true;
    std::size_t top = 0;
  };
  std::optional<Ranking> ranking;
  std::vector<ItemSensitivity> items;  ///< all of the data: ranked, or those that flip most first
};

/// The items, no more than `most`, as a table.
std::string sensitivity_text(const FormulaSensitivity& formula, const data::Dataset& dataset,
                             std::size_t most, const Layout& layout);
/// One of the items.
std::string item_sensitivity_text(const FormulaSensitivity& formula, const ItemSensitivity& item,
                                  const Layout& layout);
/// No more than `most` of the items, or the one.
std::string sensitivity_json(const FormulaSensitivity& formula, const data::Dataset& dataset,
                             std::size_t most, std::optional<std::uint32_t> only);
/// The same as lines.
std::string sensitivity_lines(const FormulaSensitivity& formula, const data::Dataset& dataset,
                              std::size_t most, std::optional<std::uint32_t> only);

}  // namespace seedc::report
