// Completion candidates: ids and names from programs and data. Input that cannot be read, or not
// quickly enough for interactive use, yields no candidates.
#pragma once

#include <string>
#include <vector>

#include "runtime/contract/plan.h"
#include "runtime/data/source.h"

namespace seedc::engine {

struct Candidate {
  std::string word;
  std::string meaning = {};
};

/// Ids of requests, each with its group.
std::vector<Candidate> request_ids(const std::vector<std::string>& programs);

/// The names in one of the lists of each formula, each with the formula's name.
std::vector<Candidate> names_in_formulas(const std::vector<std::string>& programs,
                                         std::vector<std::string> contract::Formula::* list);

/// `NAME=` for each parameter of each formula, with the formula's name.
std::vector<Candidate> params_of_formulas(const std::vector<std::string>& programs);

/// Condition names that the dataset has, each with its meaning.
std::vector<Candidate> names_of_data(const data::Source& data);

/// Ids of items, each with the item's name.
std::vector<Candidate> items_of_data(const data::Source& data);

}  // namespace seedc::engine
