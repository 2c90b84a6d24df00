// Computes the facts of conditions, one function per stage.
#include "engine/explain/condition_facts.h"

#include <algorithm>
#include <set>

#include "runtime/exec/circle.h"

namespace seedc {
namespace {

ConditionFacts item_facts(const Condition& condition, const Dataset& dataset, std::uint32_t item) {
  const Column& column = dataset.item_column(item_path(condition));
  const Value& met = column.values[column.codes[item]];
  const ItemVerdict verdict = decide_one(condition, met);
  return {
      .value = verdict.value, .met = ItemFacts{.met = met, .reason = verdict.reason}, .circle = {}};
}

ConditionFacts review_facts(const Condition& condition, const Dataset& dataset,
                            std::uint32_t item) {
  ReviewVotes votes = review_votes(condition, dataset, reviews_of(dataset, item));
  const Tri value = votes.value;
  return {.value = value, .met = std::move(votes), .circle = {}};
}

/// The names of the item's reviewers, each once.
std::vector<std::string> reviewers_of(const Dataset& dataset, std::uint32_t item) {
  std::vector<std::string> names;
  std::set<std::string, std::less<>> seen;
  const ReviewRange reviews = reviews_of(dataset, item);
  for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
    const std::string* name = reviewer_name(dataset, review);
    if (name != nullptr && seen.insert(*name).second) names.push_back(*name);
  }
  return names;
}

std::vector<std::vector<std::string>> members(const Circle& circle, const Dataset& dataset,
                                              std::uint32_t item) {
  auto found = connections(circle, reviewers_of(dataset, item), dataset);
  std::erase_if(found, [](const auto& connection) { return connection.empty(); });
  std::ranges::stable_sort(found, {}, [](const auto& connection) { return connection.size(); });
  return found;
}

/// The facts of all conditions on texts, which share one search.
Result<bool> add_text_facts(const plan::Plan& plan, const Dataset& dataset, std::uint32_t item,
                            std::vector<ConditionFacts>& facts) {
  const auto& numbers = plan.stages[static_cast<std::size_t>(Stage::Texts)].conditions;
  std::vector<const Condition*> conditions;
  for (const std::uint32_t number : numbers) conditions.push_back(&plan.conditions[number]);
  auto prepared = PreparedTexts::prepare(std::move(conditions));
  if (!prepared) return tl::unexpected(prepared.error());
  const TextRules rules = TextRules::bind(std::move(*prepared), dataset);
  TextRules::Worker worker(rules);
  for (std::uint32_t i = 0; i < numbers.size(); ++i) {
    TextFinding finding = worker.examine(reviews_of(dataset, item), i);
    const Tri value = finding.value;
    facts[numbers[i]] = {.value = value, .met = std::move(finding), .circle = {}};
  }
  return true;
}

}  // namespace

const std::string* reviewer_name(const Dataset& dataset, std::uint32_t review) {
  const Column& names = dataset.reviewer_names();
  return names.values[names.codes[review]].as<std::string>();
}

Result<std::vector<ConditionFacts>> explain_conditions(const plan::Plan& plan,
                                                       const Dataset& dataset, std::uint32_t item) {
  std::vector<ConditionFacts> facts(plan.conditions.size());
  const auto conditions_of = [&](Stage stage) {
    return plan.stages[static_cast<std::size_t>(stage)].conditions;
  };
  for (const std::uint32_t number : conditions_of(Stage::Items))
    facts[number] = item_facts(plan.conditions[number], dataset, item);
  for (const std::uint32_t number : conditions_of(Stage::Reviews))
    facts[number] = review_facts(plan.conditions[number], dataset, item);
  if (auto done = add_text_facts(plan, dataset, item, facts); !done)
    return tl::unexpected(done.error());
  for (std::size_t number = 0; number < facts.size(); ++number) {
    if (const Circle* circle = find_field<Circle>(plan.conditions[number]).value)
      facts[number].circle = members(*circle, dataset, item);
  }
  return facts;
}

}  // namespace seedc
