// Prepares the parts of a run that depend on the plan alone.
#include "runtime/exec/prepared_requests.h"

#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "runtime/base/text_hash.h"
#include "runtime/exec/review_rules.h"
#include "runtime/language/item_rules.h"
#include "runtime/language/votes_key.h"

namespace seedc::exec {
namespace {

std::vector<PreparedRequests::ItemColumn> item_columns_of(const contract::Plan& plan) {
  const auto conditions = plan.conditions_at(language::Stage::Items);
  std::map<language::Path, std::size_t> numbers;
  std::vector<PreparedRequests::ItemColumn> columns;
  for (std::size_t k = 0; k < conditions.size(); ++k) {
    const language::Path& path = language::item_path(*conditions[k]);
    const auto [entry, is_new] = numbers.try_emplace(path, columns.size());
    if (is_new) columns.push_back({&path, {}});
    columns[entry->second].conditions.push_back(k);
  }
  return columns;
}

using SameVotes = PreparedRequests::SameVotes;

std::vector<std::vector<SameVotes>> same_votes_of(const contract::Plan& plan,
                                                  const base::Call& call) {
  const auto conditions = plan.conditions_at(language::Stage::Reviews);
  const std::vector<std::uint32_t> votes = language::number_votes(conditions, call);
  std::vector<SameVotes> same;
  for (std::uint32_t k = 0; k < votes.size(); ++k) {
    if (votes[k] == same.size()) same.emplace_back();
    same[votes[k]].push_back(k);
  }
  std::vector<std::vector<SameVotes>> sharing;
  std::unordered_map<std::string, std::size_t, base::TextHash> number_of_flags;
  for (SameVotes& each : same) {
    const std::string flags = shared_flags_of(*conditions[each.front()]);
    const std::size_t number =
        flags.empty() ? sharing.size()
                      : number_of_flags.try_emplace(flags, sharing.size()).first->second;
    if (number == sharing.size()) sharing.emplace_back();
    sharing[number].push_back(std::move(each));
  }
  return sharing;
}

}  // namespace

base::Result<PreparedRequests> PreparedRequests::prepare(const contract::Plan& plan,
                                                         std::unique_ptr<Kernels> kernels,
                                                         const base::Call& call) {
  return PreparedTexts::prepare(plan, call).map([&](std::shared_ptr<const PreparedTexts> texts) {
    return PreparedRequests(plan, std::move(kernels), std::move(texts), call);
  });
}

PreparedRequests::PreparedRequests(const contract::Plan& plan, std::unique_ptr<Kernels> kernels,
                                   std::shared_ptr<const PreparedTexts> texts,
                                   const base::Call& call)
    : plan_(&plan),
      kernels_(std::move(kernels)),
      texts_(std::move(texts)),
      item_columns_(item_columns_of(plan)),
      same_votes_(same_votes_of(plan, call)) {}

}  // namespace seedc::exec
