// Formats suggested requests.
#include "engine/report/suggest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "engine/report/table.h"
#include "engine/report/text.h"
#include "runtime/language/display_text.h"
#include "runtime/language/value.h"

namespace seedc::report {
namespace {

constexpr std::size_t kMostConditionName = 40;
constexpr std::size_t kMostOfAll = 20;  ///< items without a suggestion that are named

std::string title(const ItemAndName& item) {
  const std::string id = language::printable(item.id);
  return item.name.empty() ? id : id + "  " + language::printable(item.name);
}

std::string items_listed(const std::vector<ItemAndName>& items) {
  std::vector<std::string> titles;
  for (const ItemAndName& item : items)
    titles.push_back(item.name.empty() ? language::printable(item.id)
                                       : fmt::format("{} ({})", language::printable(item.id),
                                                     language::printable(item.name)));
  return fmt::format("{}", fmt::join(titles, ", "));
}

std::string conditions_table(const SuggestedRequest& request) {
  TextTable table({{"     condition"},
                   {"items", TextTable::Align::Right},
                   {"without it", TextTable::Align::Right},
                   {"meaning"}});
  for (const SuggestedCondition& condition : request.conditions)
    table.add_row({"     " + language::clip(condition.name, kMostConditionName),
                   std::to_string(condition.items),
                   condition.without ? fmt::format("{} more", *condition.without) : "",
                   condition.meaning});
  return table.text();
}

/// The lines of a request, the first behind its number.
std::string numbered(std::size_t number, const std::string& request) {
  std::string text = fmt::format("{:>3}. ", number);
  for (const char c : request) {
    text += c;
    if (c == '\n') text += "     ";
  }
  return text + '\n';
}

/// Why there is no suggestion.
std::string none_text(const SuggestionReport& report, const ItemSuggestions& item) {
  if (report.item_count == 1) return "there is no other item: whatever it meets singles it out";
  const std::string_view kinds = report.all_kinds ? "" : " of these kinds";
  if (!item.twins.empty())
    return fmt::format("nothing{} tells it from {}", kinds, items_listed(item.twins));
  if (!item.is_complete) return "none was found before the search was stopped at its limit";
  const std::string shape =
      report.group.empty() ? "" : fmt::format(" of the shape of {}", report.group);
  return fmt::format("no request{} of {} or less{} singles it out", shape,
                     counted(report.depth, "condition"), kinds);
}

std::string one_text(const SuggestionReport& report, const ItemSuggestions& item) {
  std::string text = title(item.item) + "\n\n";
  if (item.suggestions.empty()) return text + wrapped(none_text(report, item), 0);
  for (std::size_t i = 0; i < item.suggestions.size(); ++i) {
    if (i > 0) text += '\n';
    text += numbered(i + 1, item.suggestions[i].request);
    text += conditions_table(item.suggestions[i]);
  }
  if (!item.is_complete) text += "\nthe search was stopped at its limit: others may be shorter\n";
  return text;
}

/// How many items have a first suggestion of each size; 0: none.
std::map<std::size_t, std::size_t> sizes(const SuggestionReport& report) {
  std::map<std::size_t, std::size_t> counts;
  for (const ItemSuggestions& item : report.items)
    ++counts[item.suggestions.empty() ? 0 : item.suggestions.front().conditions.size()];
  return counts;
}

std::string shares_text(const SuggestionReport& report) {
  TextTable table(
      {{"conditions"}, {"items", TextTable::Align::Right}, {"share", TextTable::Align::Right}});
  auto counts = sizes(report);
  const std::size_t none = counts[0];
  counts.erase(0);
  const auto share = [&](std::size_t count) {
    return fmt::format(
        "{:.1f} %", 100.0 * static_cast<double>(count) / static_cast<double>(report.items.size()));
  };
  for (const auto& [size, count] : counts)
    table.add_row({std::to_string(size), std::to_string(count), share(count)});
  if (none > 0) table.add_row({"none found", std::to_string(none), share(none)});
  return table.text();
}

std::string all_text(const SuggestionReport& report) {
  TextTable table({{"item"}, {"request"}});
  for (const ItemSuggestions& item : report.items) {
    if (item.suggestions.empty()) continue;
    std::string request = item.suggestions.front().request;
    std::ranges::replace(request, '\n', ' ');
    table.add_row({language::clip(language::printable(item.item.id), 24), request});
  }
  std::string text = table.text() + '\n' + shares_text(report);
  std::size_t shown = 0;
  for (const ItemSuggestions& item : report.items) {
    if (!item.suggestions.empty()) continue;
    if (++shown > kMostOfAll) break;
    text += '\n' + title(item.item) + '\n' + wrapped(none_text(report, item), 2);
  }
  return text;
}

language::Dict request_json(const SuggestedRequest& request) {
  language::List conditions;
  for (const SuggestedCondition& condition : request.conditions) {
    conditions.push_back(language::Dict{
        {"name", condition.name},
        {"kind", condition.kind},
        {"meaning", condition.meaning},
        {"items", static_cast<std::int64_t>(condition.items)},
        {"without", condition.without
                        ? language::Value(static_cast<std::int64_t>(*condition.without))
                        : language::Value()}});
  }
  return {{"request", request.request},
          {"text", request.text},
          {"cost", static_cast<std::int64_t>(request.cost)},
          {"conditions", std::move(conditions)}};
}

}  // namespace

std::string suggestions_text(const SuggestionReport& report) {
  return report.is_of_one ? one_text(report, report.items.front()) : all_text(report);
}

std::string suggestions_json(const SuggestionReport& report) {
  language::List items;
  for (const ItemSuggestions& item : report.items) {
    language::List suggestions, twins;
    for (const SuggestedRequest& request : item.suggestions)
      suggestions.push_back(request_json(request));
    for (const ItemAndName& twin : item.twins) twins.emplace_back(twin.id);
    items.push_back(language::Dict{
        {"item", item.item.id},
        {"name", item.item.name.empty() ? language::Value() : language::Value(item.item.name)},
        {"complete", item.is_complete},
        {"suggestions", std::move(suggestions)},
        {"twins", std::move(twins)}});
  }
  language::Dict by_size;
  auto counts = sizes(report);
  const auto none = static_cast<std::int64_t>(counts[0]);
  counts.erase(0);
  for (const auto& [size, count] : counts)
    by_size.emplace_back(std::to_string(size), static_cast<std::int64_t>(count));
  return language::to_json(language::Dict{
             {"items", std::move(items)}, {"by_size", std::move(by_size)}, {"none", none}}) +
         "\n";
}

}  // namespace seedc::report
