// Several opinions on a review: for each field, the value that most of them give, by their weights.
//
// Opinions are rows as extraction makes them. Of values of equal weight the one that is declared
// first wins, of others the one that was given first; no value at all comes last. What wins has its
// share of the weight that answered beside it, as `FIELD.agreement`; a value whose share is below
// the least one is null, and is then in `FIELD.disputed`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runtime/contract/formula.h"
#include "runtime/language/value.h"
#include "runtime/llm/chat.h"

namespace seedc::llm {

struct Voter {
  Opinion opinion;
  double weight = 1;  ///< above 0
};

struct VoteRules {
  std::vector<Voter> voters;  ///< in the order in which they are asked; one at least
  double least_agreement = 0;

  bool is_vote() const { return voters.size() > 1; }
};

/// That every model gives so many opinions, each with the weight of its model. A model that is
/// named again gives further ones, so that no answer is counted twice.
VoteRules vote_rules(const std::vector<Voter>& models, std::size_t opinions,
                     double least_agreement);
/// Whether a model gives more than one.
bool is_repeated(const VoteRules& rules);
std::vector<Opinion> opinions_of(const VoteRules& rules);
/// After how many opinions a vote ends if they all agree.
std::size_t fewest_opinions(const VoteRules& rules);

/// The opinions on a review, one per voter; std::nullopt: none yet.
using Ballot = std::vector<std::optional<language::Dict>>;

/// Whether the opinions that are missing can change what wins, or whether it wins.
bool is_open(const VoteRules& rules, const std::vector<contract::FieldGuide>& fields,
             const Ballot& ballot);

/// The row that wins; the ballot has one opinion at least. What is beside a field (its quote), and
/// the reasoning for the judge, are of the first voter who gave the value, or most values.
language::Dict elected(const VoteRules& rules, const std::vector<contract::FieldGuide>& fields,
                       const Ballot& ballot);

}  // namespace seedc::llm
