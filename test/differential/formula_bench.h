// The formulas of a program over the data of a folder, as the engine has them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runtime/contract/formula.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"

namespace seedc::differential {

/// The folder may have extractions.jsonl. Throws what is wrong with it.
struct FormulaBench {
  std::vector<contract::Formula> formulas;  ///< optimised
  std::optional<data::Dataset> dataset;

  FormulaBench(const std::filesystem::path& folder, const std::vector<std::string>& texts);
};

/// Those of the folder, judged as the formula says; none if it has none. Throws what is wrong.
data::Extractions extractions_in(const std::filesystem::path& folder,
                                 const contract::Formula& formula, const data::Dataset& dataset);

}  // namespace seedc::differential
