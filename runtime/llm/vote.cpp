// Counts weights.
#include "runtime/llm/vote.h"

#include <algorithm>
#include <utility>

namespace seedc::llm {
namespace {

/// A value of a field, and who gave it.
struct Candidate {
  const language::Value* value = nullptr;
  double weight = 0;
  std::size_t first = 0;  ///< the first voter who gave it
  std::size_t rank = 0;   ///< among equal weights; less is better
};

struct Count {
  std::vector<Candidate> candidates;  ///< the winner first
  double asked = 0, missing = 0;      ///< weights

  double weight_of_winner() const { return candidates.empty() ? 0 : candidates.front().weight; }
};

/// Numbers are the same by value: of a field of reals one opinion may be 2, another 2.0.
bool are_same(const language::Value& left, const language::Value& right) {
  if (left == right) return true;
  if (left.as<std::int64_t>() != nullptr && right.as<std::int64_t>() != nullptr) return false;
  const auto a = language::number_of(left), b = language::number_of(right);
  return a && b && *a == *b;
}

std::size_t rank_of(const contract::Field& field, const language::Value& value, std::size_t first,
                    std::size_t voters) {
  if (value.is_null()) return SIZE_MAX;
  const std::string* text = value.as<std::string>();
  const auto declared =
      text == nullptr ? field.values.end() : std::ranges::find(field.values, *text);
  return declared == field.values.end() ? voters + first + field.values.size()
                                        : static_cast<std::size_t>(declared - field.values.begin());
}

Count count_of(const VoteRules& rules, const contract::Field& field, const Ballot& ballot) {
  Count count;
  for (std::size_t voter = 0; voter < ballot.size(); ++voter) {
    const double weight = rules.voters[voter].weight;
    if (!ballot[voter]) {
      count.missing += weight;
      continue;
    }
    count.asked += weight;
    const language::Value& value = *language::find(*ballot[voter], field.name);
    const auto known = std::ranges::find_if(count.candidates, [&](const Candidate& candidate) {
      return are_same(*candidate.value, value);
    });
    if (known != count.candidates.end()) {
      known->weight += weight;
    } else {
      count.candidates.push_back(
          {&value, weight, voter, rank_of(field, value, voter, ballot.size())});
    }
  }
  std::ranges::stable_sort(count.candidates, [](const Candidate& left, const Candidate& right) {
    return left.weight != right.weight ? left.weight > right.weight : left.rank < right.rank;
  });
  return count;
}

/// Whether the winner has its share whatever is missing, or lacks it whatever is missing.
bool is_share_decided(const Count& count, double least) {
  const double all = count.asked + count.missing;
  const double winner = count.weight_of_winner();
  return winner >= least * all || winner + count.missing < least * all;
}

/// The first voter with the most winning values.
std::size_t spokesman(const std::vector<const language::Value*>& winners,
                      const std::vector<contract::FieldGuide>& fields, const Ballot& ballot) {
  std::size_t best = 0, most = 0;
  for (std::size_t voter = 0; voter < ballot.size(); ++voter) {
    if (!ballot[voter]) continue;
    std::size_t shared = 1;
    for (std::size_t field = 0; field < fields.size(); ++field)
      shared += are_same(*language::find(*ballot[voter], fields[field].field.name), *winners[field])
                    ? 1
                    : 0;
    if (shared > most) best = voter, most = shared;
  }
  return best;
}

bool is_beside(const std::string& key, const std::string& field) {
  return key.size() > field.size() && key.starts_with(field) && key[field.size()] == '.';
}

void add_field(language::Dict& row, const contract::Field& field, const Count& count,
               const Ballot& ballot, double least) {
  const Candidate& winner = count.candidates.front();
  const bool is_kept = winner.weight >= least * count.asked || winner.value->is_null();
  language::insert_or_assign(row, field.name, is_kept ? *winner.value : language::Value());
  if (is_kept) {
    for (const auto& [key, value] : *ballot[winner.first])
      if (is_beside(key, field.name)) language::insert_or_assign(row, key, value);
  } else {
    language::insert_or_assign(row, field.name + ".disputed", *winner.value);
  }
  language::insert_or_assign(row, field.name + ".agreement", winner.weight / count.asked);
}

}  // namespace

VoteRules vote_rules(const std::vector<Voter>& models, std::size_t opinions,
                     double least_agreement) {
  VoteRules rules{.voters = {}, .least_agreement = least_agreement};
  for (std::size_t round = 0; round < opinions; ++round) {
    for (const Voter& model : models) {
      const auto number =
          std::ranges::count(rules.voters, model.opinion.model,
                             [](const Voter& voter) { return voter.opinion.model; });
      rules.voters.push_back(
          {{model.opinion.model, static_cast<std::size_t>(number)}, model.weight});
    }
  }
  return rules;
}

bool is_repeated(const VoteRules& rules) {
  return std::ranges::any_of(rules.voters,
                             [](const Voter& voter) { return voter.opinion.number > 0; });
}

std::vector<Opinion> opinions_of(const VoteRules& rules) {
  std::vector<Opinion> opinions;
  for (const Voter& voter : rules.voters) opinions.push_back(voter.opinion);
  return opinions;
}

std::size_t fewest_opinions(const VoteRules& rules) {
  double asked = 0, missing = 0;
  for (const Voter& voter : rules.voters) missing += voter.weight;
  const double all = missing;
  std::size_t count = 0;
  do {
    asked += rules.voters[count].weight;
    missing -= rules.voters[count].weight;
    ++count;
  } while (count < rules.voters.size() &&
           (missing >= asked || asked < rules.least_agreement * all));
  return count;
}

bool is_open(const VoteRules& rules, const std::vector<contract::FieldGuide>& fields,
             const Ballot& ballot) {
  return std::ranges::any_of(fields, [&](const contract::FieldGuide& guide) {
    const Count count = count_of(rules, guide.field, ballot);
    if (count.missing == 0) return false;
    const double second = count.candidates.size() > 1 ? count.candidates[1].weight : 0;
    const bool is_decided = second + count.missing < count.weight_of_winner();
    return !is_decided || !is_share_decided(count, rules.least_agreement);
  });
}

language::Dict elected(const VoteRules& rules, const std::vector<contract::FieldGuide>& fields,
                       const Ballot& ballot) {
  std::vector<Count> counts;
  std::vector<const language::Value*> winners;
  for (const contract::FieldGuide& guide : fields) {
    counts.push_back(count_of(rules, guide.field, ballot));
    winners.push_back(counts.back().candidates.front().value);
  }
  const language::Dict& speaker = *ballot[spokesman(winners, fields, ballot)];
  language::Dict row;
  for (const auto& [key, value] : speaker) {
    const auto at = std::ranges::find_if(fields, [&](const contract::FieldGuide& guide) {
      return key == guide.field.name || is_beside(key, guide.field.name);
    });
    if (at == fields.end()) {
      language::insert_or_assign(row, key, value);
    } else if (key == at->field.name) {
      add_field(row, at->field, counts[static_cast<std::size_t>(at - fields.begin())], ballot,
                rules.least_agreement);
    }
  }
  return row;
}

}  // namespace seedc::llm
