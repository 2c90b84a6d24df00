// Computes the facts of conditions, one function per stage.
#include "engine/explain/condition_facts.h"

#include <algorithm>
#include <set>

#include "runtime/exec/circle.h"
#include "runtime/exec/match_filter.h"

namespace seedc::explain {
namespace {

ConditionFacts item_facts(const language::Condition& condition, const data::Dataset& dataset,
                          std::uint32_t item) {
  const data::Column& column = dataset.item_column(language::item_path(condition));
  const language::Value& met = column.values[column.codes[item]];
  const language::ItemVerdict verdict = language::decide_one(condition, met);
  return {
      .value = verdict.value, .met = ItemFacts{.met = met, .reason = verdict.reason}, .circle = {}};
}

ConditionFacts review_facts(const language::Condition& condition, const data::Dataset& dataset,
                            std::uint32_t item) {
  exec::ReviewVotes votes = exec::review_votes(condition, dataset, exec::reviews_of(dataset, item));
  const language::Tri value = votes.value;
  return {.value = value, .met = std::move(votes), .circle = {}};
}

/// The item's reviewers, each once, as the friend graph calls them.
std::vector<exec::NameInGraph> reviewers_of(const data::Dataset& dataset, std::uint32_t item) {
  const data::Column& column = dataset.reviewers();
  std::vector<exec::NameInGraph> names;
  std::set<std::string, std::less<>> seen;
  const exec::ReviewRange reviews = exec::reviews_of(dataset, item);
  for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
    const auto* name = column.values[column.codes[review]].as<std::string>();
    if (name != nullptr && seen.insert(*name).second)
      names.push_back({*name, dataset.graph_of_reviewer(column.codes[review])});
  }
  return names;
}

void add_circle_facts(const language::Circle& circle, const data::Dataset& dataset,
                      std::uint32_t item, ConditionFacts& facts) {
  const std::vector<exec::NameInGraph> reviewers = reviewers_of(dataset, item);
  facts.circle = exec::connections(circle, reviewers, dataset);
  std::erase_if(facts.circle, [](const auto& connection) { return connection.empty(); });
  std::ranges::stable_sort(facts.circle, {},
                           [](const auto& connection) { return connection.size(); });
  const data::FriendGraph& graph = dataset.friend_graph();
  const bool has_own = std::ranges::any_of(
      reviewers, [](const exec::NameInGraph& reviewer) { return reviewer.graph != 0; });
  if (!graph.is_of_users() || has_own) return;
  facts.users_of_anchors = exec::users_of_anchors(circle, dataset);
  for (const auto& connection : facts.circle) {
    for (const std::string& id : connection) {
      if (const auto user = graph.find(0, id)) facts.user_names[id] = graph.user_name(*user);
    }
  }
}

/// The parts of the condition that a review fails. `matches`: whether its text matches.
template <exec::Filtered T>
std::vector<MatchFacts::Failure> failures(const T& c, const exec::MatchFilter& filter,
                                          const data::Dataset& dataset, std::uint32_t review,
                                          bool matches) {
  std::vector<MatchFacts::Failure> failed;
  const std::size_t first = c.pattern ? 1 : 0;
  if (c.pattern && !matches) failed.push_back({});
  for (std::size_t part = 0; part < filter.part_count(); ++part) {
    if (filter.holds(part, review)) continue;
    MatchFacts::Failure& failure = failed.emplace_back(MatchFacts::Failure{.part = first + part});
    if (part >= c.conditions.size()) continue;
    const data::Column& column = exec::tested_column(c.conditions[part].path, dataset);
    failure.met = column.values[column.codes[review]];
  }
  return failed;
}

template <exec::Filtered T>
MatchFacts match_facts(const T& c, const ConditionFacts& facts, const data::Dataset& dataset,
                       std::uint32_t item) {
  const exec::MatchFilter filter(c, dataset);
  const exec::ReviewRange reviews = exec::reviews_of(dataset, item);
  const auto* finding = std::get_if<exec::TextFinding>(&facts.met);
  const std::size_t part_count = filter.part_count() + (c.pattern ? 1 : 0);
  MatchFacts match{.counts = std::vector<std::int64_t>(part_count, 0)};
  for (std::uint32_t i = 0; i < reviews.end - reviews.begin; ++i) {
    const bool matches = finding != nullptr && finding->reviews[i].matches;
    auto failed = failures(c, filter, dataset, reviews.begin + i, matches);
    for (std::int64_t& count : match.counts) ++count;
    for (const MatchFacts::Failure& failure : failed) --match.counts[failure.part];
    if (failed.empty()) {
      match.counted.push_back(i);
    } else {
      match.nearest.push_back({i, std::move(failed)});
    }
  }
  std::ranges::stable_sort(match.nearest, {},
                           [](const MatchFacts::NearReview& near) { return near.failures.size(); });
  return match;
}

}  // namespace

const std::string* reviewer_name(const data::Dataset& dataset, std::uint32_t review) {
  const data::Column& names = dataset.reviewer_names();
  return names.values[names.codes[review]].as<std::string>();
}

base::Result<FactFinder> FactFinder::make(const contract::Plan& plan,
                                          const data::Dataset& dataset) {
  return exec::PreparedTexts::prepare(plan, dataset.call())
      .map([&](std::shared_ptr<const exec::PreparedTexts> prepared) {
        return FactFinder(plan, dataset, std::move(prepared));
      });
}

FactFinder::FactFinder(const contract::Plan& plan, const data::Dataset& dataset,
                       std::shared_ptr<const exec::PreparedTexts> texts)
    : plan_(&plan),
      dataset_(&dataset),
      rules_(std::make_unique<exec::TextRules>(exec::TextRules::bind(std::move(texts), dataset))),
      worker_(std::make_unique<exec::TextRules::Worker>(*rules_)) {}

void FactFinder::add_text_facts(std::uint32_t item, std::vector<ConditionFacts>& facts) {
  const std::vector<std::uint32_t>& numbers = plan_->at(language::Stage::Texts).conditions;
  for (std::uint32_t i = 0; i < numbers.size(); ++i) {
    exec::TextFinding finding = worker_->examine(exec::reviews_of(*dataset_, item), i);
    const language::Tri value = finding.value;
    facts[numbers[i]] = {.value = value, .met = std::move(finding), .circle = {}};
  }
}

std::vector<ConditionFacts> FactFinder::at(std::uint32_t item) {
  std::vector<ConditionFacts> facts(plan_->conditions.size());
  for (const std::uint32_t number : plan_->at(language::Stage::Items).conditions)
    facts[number] = item_facts(plan_->conditions[number], *dataset_, item);
  for (const std::uint32_t number : plan_->at(language::Stage::Reviews).conditions)
    facts[number] = review_facts(plan_->conditions[number], *dataset_, item);
  add_text_facts(item, facts);
  for (std::size_t number = 0; number < facts.size(); ++number) {
    if (const language::Circle* circle =
            language::find_field<language::Circle>(plan_->conditions[number]).value)
      add_circle_facts(*circle, *dataset_, item, facts[number]);
    const auto add_match = [&]<class T>(const T& c) {
      if constexpr (exec::Filtered<T>)
        facts[number].match = match_facts(c, facts[number], *dataset_, item);
    };
    std::visit(add_match, plan_->conditions[number]);
  }
  return facts;
}

base::Result<std::vector<ConditionFacts>> explain_conditions(const contract::Plan& plan,
                                                             const data::Dataset& dataset,
                                                             std::uint32_t item) {
  return FactFinder::make(plan, dataset).map([&](FactFinder finder) { return finder.at(item); });
}

}  // namespace seedc::explain
