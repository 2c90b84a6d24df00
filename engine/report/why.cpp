// Formats the changes that turn results, as text and as JSON.
#include "engine/report/why.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>

#include "engine/report/explain.h"
#include "engine/report/explain_condition.h"
#include "engine/report/explain_review.h"
#include "engine/report/requests.h"
#include "engine/report/table.h"
#include "engine/report/text.h"

namespace seedc::report {
namespace {

constexpr std::size_t kMostName = 40;

const std::string& name_of(const explain::Change& change, const ConditionTable& table) {
  return table.name(change.condition);
}

/// `no -> yes`, `yes -> no or unknown`
std::string change_text(const explain::Change& change) {
  std::vector<std::string_view> needs;
  for (const language::Tri value : change.needs) needs.push_back(word_of(value));
  return fmt::format("{} -> {}", word_of(change.now), fmt::join(needs, " or "));
}

std::string_view goal_of(language::Tri value) {
  return value == language::Tri::Yes ? "not yes" : "yes";
}

language::Dict change_json(const explain::Change& change, const ConditionTable& table) {
  language::List needs;
  for (const language::Tri value : change.needs) needs.emplace_back(static_cast<int>(value));
  return {{"condition", name_of(change, table)},
          {"now", static_cast<int>(change.now)},
          {"needs", std::move(needs)}};
}

// One item.

std::string found_text(const ItemWhy& why) {
  const explain::SmallestChanges& smallest = why.smallest;
  const std::string goal =
      why.value == language::Tri::Yes ? "to be no longer yes" : "to become yes";
  if (smallest.size == 1 && smallest.sets.size() == 1) return goal + " it takes one change:";
  if (smallest.size == 1) return goal + " it takes one change, any of these:";
  if (smallest.sets.size() == 1) return fmt::format("{} it takes {} changes:", goal, smallest.size);
  return fmt::format("{} it takes {} changes, any of these sets of them:", goal, smallest.size);
}

std::string outcome_text(const ItemWhy& why) {
  switch (why.smallest.outcome) {
    case explain::SmallestChanges::Outcome::Found:
      return found_text(why);
    case explain::SmallestChanges::Outcome::Impossible:
      return fmt::format("whatever its conditions are, it cannot be {}",
                         why.value == language::Tri::Yes ? "anything but yes" : "yes");
    case explain::SmallestChanges::Outcome::GaveUp:
      return fmt::format("it takes {} at least; the search for the smallest set was given up",
                         counted(why.smallest.size, "change"));
  }
  return "";
}

std::string set_text(const std::vector<explain::Change>& set, std::size_t number,
                     const ConditionTable& table, const std::vector<explain::ConditionFacts>& facts,
                     std::size_t line_width) {
  std::size_t width = 0;
  for (const explain::Change& change : set)
    width =
        std::max(width, language::display_width(language::clip(name_of(change, table), kMostName)));
  std::string out;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const explain::Change& change = set[i];
    const language::Condition& condition = table.condition(change);
    const std::string met = explain_condition(condition, facts[change.condition]).met;
    out += fmt::format("{:>4}  {}  {}\n", i == 0 ? fmt::format("{}.", number) : "",
                       padded(language::clip(name_of(change, table), kMostName), width),
                       change_text(change));
    out += wrapped(language::clip(fmt::format("{}; needs {}", met,
                                              need_text(condition, change.needs.front(),
                                                        facts[change.condition])),
                                  300),
                   8, line_width);
  }
  return out;
}

// All items.

/// How many items each condition alone keeps out, the most first.
std::vector<std::pair<std::uint32_t, std::size_t>> count_conditions(
    const explain::NearMisses& misses) {
  std::map<std::uint32_t, std::size_t> counts;
  for (const explain::NearMisses::Item& item : misses.items) {
    if (item.now == language::Tri::Yes) continue;
    for (const explain::Change& change : item.changes) ++counts[change.condition];
  }
  std::vector<std::pair<std::uint32_t, std::size_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::ranges::greater(),
                           [](const auto& entry) { return entry.second; });
  return sorted;
}

/// The items that do not match, or those that do: the gold first, then by what keeps them out, the
/// condition that keeps out most first.
std::vector<const explain::NearMisses::Item*> listed(const RequestWhy& why, bool matches) {
  std::map<std::uint32_t, std::size_t> ranks;
  for (const auto& [condition, count] : count_conditions(why.misses))
    ranks.emplace(condition, ranks.size());
  std::vector<const explain::NearMisses::Item*> items;
  for (const explain::NearMisses::Item& item : why.misses.items) {
    if ((item.now == language::Tri::Yes) == matches) items.push_back(&item);
  }
  std::ranges::stable_sort(items, {}, [&](const explain::NearMisses::Item* item) {
    const auto rank = ranks.find(item->changes.front().condition);
    return std::pair(item->item != why.gold, rank == ranks.end() ? 0 : rank->second);
  });
  return items;
}

std::string items_table(const std::vector<const explain::NearMisses::Item*>& items,
                        const ConditionTable& table, const data::Dataset& dataset,
                        const RequestWhy& why, std::size_t top, const Layout& layout) {
  TextTable rows({{"  item"}, {"condition"}, {"change"}, {"name"}});
  for (std::size_t i = 0; i < std::min(top, items.size()); ++i) {
    const explain::NearMisses::Item& item = *items[i];
    const std::string name = item_name(item.item, dataset);
    bool is_first = true;
    for (const explain::Change& change : item.changes) {
      const std::string title = name + std::string(item.item == why.gold ? " (the gold)" : "");
      rows.add_row({is_first ? "  " + language::clip(dataset.item_id(item.item), 24) : "    or",
                    language::clip(name_of(change, table), 24), change_text(change),
                    is_first ? title : ""});
      is_first = false;
    }
  }
  std::string out = rows.text(layout);
  if (items.size() > top)
    out += fmt::format("  and {} more{}\n", items.size() - top,
                       base::named(layout.names, base::Setting::Top, " (", " lists K)"));
  return out;
}

std::string counts_text(const explain::NearMisses& misses, const ConditionTable& table,
                        std::size_t width) {
  constexpr std::size_t kMostConditions = 10;
  const auto counts = count_conditions(misses);
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(kMostConditions, counts.size()); ++i) {
    parts.push_back(
        fmt::format("{} keeps out {}", language::clip(table.name(counts[i].first), kMostName),
                    i == 0 ? counted(counts[i].second, "item") : std::to_string(counts[i].second)));
  }
  if (counts.size() > kMostConditions)
    parts.push_back(fmt::format("and {} more conditions", counts.size() - kMostConditions));
  return parts.empty() ? "" : wrapped(fmt::format("{}", fmt::join(parts, ", ")), 2, width);
}

language::Value items_json(const std::vector<const explain::NearMisses::Item*>& items,
                           const ConditionTable& table, const data::Dataset& dataset,
                           const RequestWhy& why, std::size_t top) {
  language::List out;
  for (std::size_t i = 0; i < std::min(top, items.size()); ++i) {
    const explain::NearMisses::Item& item = *items[i];
    language::List changes;
    for (const explain::Change& change : item.changes)
      changes.emplace_back(change_json(change, table));
    out.push_back(language::Dict{{"item", std::string(dataset.item_id(item.item))},
                                 {"name", name_value(dataset, item.item)},
                                 {"is_gold", item.item == why.gold},
                                 {"value", static_cast<int>(item.now)},
                                 {"changes", std::move(changes)}});
  }
  return out;
}

}  // namespace

ConditionTable::ConditionTable(const contract::Plan& conditions, const explain::Logic& logic)
    : conditions_(conditions) {
  for (const explain::LogicNode& node : logic.nodes) {
    if (node.op == explain::LogicNode::Op::Condition) names_.emplace(node.condition, &node.name);
  }
}

const language::Condition& ConditionTable::condition(const explain::Change& change) const {
  return conditions_.conditions[change.condition];
}

std::string why_text(const ItemWhy& why, const ConditionTable& table,
                     const std::vector<explain::ConditionFacts>& facts, const Layout& layout) {
  std::string out = wrapped(
      fmt::format("{}: {}; {}", language::clip(why.id, 30), word_of(why.value), outcome_text(why)),
      0, layout.width);
  constexpr std::size_t kMostSets = 10;
  const std::size_t shown = std::min(kMostSets, why.smallest.sets.size());
  for (std::size_t i = 0; i < shown; ++i)
    out += set_text(why.smallest.sets[i], i + 1, table, facts, layout.width);
  if (shown < why.smallest.sets.size()) {
    out += fmt::format("      and {} more{}\n", why.smallest.sets.size() - shown,
                       base::named(layout.names, base::Setting::AsJson, " (", " lists them)"));
  }
  if (why.smallest.has_more) out += "      the search was stopped at its limit: there are more\n";
  return out;
}

std::string why_json(const ItemWhy& why, const ConditionTable& table,
                     const std::vector<explain::ConditionFacts>& facts,
                     const data::Dataset& dataset, std::uint32_t item) {
  constexpr std::string_view kOutcomes[] = {"found", "impossible", "gave_up"};
  language::List sets;
  for (const std::vector<explain::Change>& set : why.smallest.sets) {
    language::List changes;
    for (const explain::Change& change : set) {
      const ConditionExplanation explanation =
          explain_condition(table.condition(change), facts[change.condition]);
      language::Dict entry = change_json(change, table);
      entry.emplace_back("met", explanation.met);
      entry.emplace_back("asked", explanation.asked);
      changes.emplace_back(std::move(entry));
    }
    sets.emplace_back(std::move(changes));
  }
  return language::to_json(language::Dict{
      {"id", why.id},
      {"item", std::string(dataset.item_id(item))},
      {"name", name_value(dataset, item)},
      {"value", static_cast<int>(why.value)},
      {"goal", std::string(goal_of(why.value))},
      {"outcome", std::string(kOutcomes[static_cast<std::size_t>(why.smallest.outcome)])},
      {"size", static_cast<std::int64_t>(why.smallest.size)},
      {"has_more", why.smallest.has_more},
      {"sets", std::move(sets)}});
}

std::string near_misses_text(const RequestWhy& why, const ConditionTable& table,
                             const data::Dataset& dataset, std::size_t top, const Layout& layout) {
  const explain::NearMisses& misses = why.misses;
  std::string out = fmt::format("{}: {} of {} match", language::clip(why.id, 30), misses.matches,
                                counted(dataset.item_count(), "item"));
  if (misses.gave_up) return out + "; it has too many conditions to try each at all items\n";
  const auto near = listed(why, /*matches=*/false);
  const auto extra = listed(why, /*matches=*/true);
  out += fmt::format(", {} by one condition\n",
                     near.size() == 1 ? "1 misses" : fmt::format("{} miss", near.size()));
  out += counts_text(misses, table, layout.width);
  if (!near.empty()) out += items_table(near, table, dataset, why, top, layout);
  if (!extra.empty()) {
    out +=
        fmt::format("  {} not the gold; one change would keep {} out\n",
                    extra.size() == 1 ? "1 match is" : fmt::format("{} matches are", extra.size()),
                    extra.size() == 1 ? "it" : "each");
    out += items_table(extra, table, dataset, why, top, layout);
  }
  return out;
}

std::string near_misses_json(const RequestWhy& why, const ConditionTable& table,
                             const data::Dataset& dataset, std::size_t top) {
  language::List conditions;
  for (const auto& [condition, count] : count_conditions(why.misses)) {
    conditions.push_back(language::Dict{{"condition", table.name(condition)},
                                        {"misses", static_cast<std::int64_t>(count)}});
  }
  return language::to_json(language::Dict{
      {"id", why.id},
      {"items", static_cast<std::int64_t>(dataset.item_count())},
      {"matches", static_cast<std::int64_t>(why.misses.matches)},
      {"gave_up", why.misses.gave_up},
      {"gold",
       why.gold ? language::Value(std::string(dataset.item_id(*why.gold))) : language::Value()},
      {"misses", items_json(listed(why, /*matches=*/false), table, dataset, why, top)},
      {"extra", items_json(listed(why, /*matches=*/true), table, dataset, why, top)},
      {"conditions", std::move(conditions)}});
}

}  // namespace seedc::report
