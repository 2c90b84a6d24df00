// Asks voter by voter.
#include "engine/opinions.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "runtime/llm/vote.h"

namespace seedc::engine {
namespace {

/// `extracting, opinion 2 of 3 (round 1, …)`
std::string title_of(std::size_t voter, std::size_t voters, const std::string& state) {
  std::string title = "extracting";
  if (voters > 1) title += fmt::format(", opinion {} of {}", voter + 1, voters);
  return state.empty() ? title : fmt::format("{} ({})", title, state);
}

}  // namespace

llm::ExtractedRows ask_opinions(const llm::ExtractionQuestion& question,
                                std::span<const llm::ReviewToRead> reviews,
                                const std::string& state, ChatSession& session) {
  const llm::VoteRules& rules = session.votes();
  const std::vector<contract::FieldGuide>& fields = question.fields();
  std::vector<llm::Ballot> ballots(reviews.size(), llm::Ballot(rules.voters.size()));
  for (std::size_t voter = 0; voter < rules.voters.size(); ++voter) {
    std::vector<std::size_t> open;
    std::vector<llm::ReviewToRead> asked;
    for (std::size_t review = 0; review < reviews.size(); ++review) {
      if (!llm::is_open(rules, fields, ballots[review])) continue;
      open.push_back(review);
      asked.push_back(reviews[review]);
    }
    if (asked.empty()) break;
    session.expect(title_of(voter, rules.voters.size(), state), asked.size());
    auto opinions = llm::extract(question, asked, session.service(), rules.voters[voter].opinion);
    for (std::size_t i = 0; i < open.size(); ++i) ballots[open[i]][voter] = std::move(opinions[i]);
  }
  llm::ExtractedRows rows(reviews.size());
  for (std::size_t review = 0; review < reviews.size(); ++review) {
    if (llm::is_open(rules, fields, ballots[review])) continue;
    rows[review] = rules.is_vote() ? llm::elected(rules, fields, ballots[review])
                                   : std::move(ballots[review].front());
  }
  return rows;
}

}  // namespace seedc::engine
