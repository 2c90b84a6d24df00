// Formats changes of requests.
#include "engine/report/distinguish.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/report/table.h"
#include "engine/report/text.h"
#include "runtime/language/display_text.h"
#include "runtime/language/value.h"

namespace seedc::report {
namespace {

constexpr std::size_t kMostText = 60;

std::string quoted(const std::string& text) {
  return fmt::format("`{}`", language::clip(language::printable(text), kMostText));
}

/// The matches beside the gold.
std::string matches_text(const DistinguishedRequest& request) {
  if (request.others == 0) return "nothing matches";
  const bool is_gold_among = request.status == Status::MultiMatch;
  return fmt::format("{} {}", counted(request.others, is_gold_among ? "other item" : "item"),
                     request.others == 1 ? "matches" : "match");
}

std::string title(const DistinguishedRequest& request) {
  const std::string id = language::clip(language::printable(request.id), 30);
  if (request.status == Status::Error) return id + ": error, see the diagnostics";
  if (request.named_gold.empty())
    return id + ": it names no gold item; give it one: `gold: \"ID\"`";
  if (request.gold.empty())
    return fmt::format("{}: the data does not have its gold item {}", id,
                       quoted(request.named_gold));
  const std::string gold = language::printable(
      request.gold_name.empty() ? request.gold : request.gold + "  " + request.gold_name);
  if (request.status == Status::Ok) return fmt::format("{}: ok, {} alone", id, gold);
  return fmt::format("{}: {}, {}; the gold is {}", id, name_of(request.status),
                     matches_text(request), gold);
}

/// The lines of an edit: the meanings of what is added, and where something is left out.
std::string details(const RequestEdit& edit) {
  std::string text;
  for (const DroppedOperand& drop : edit.drops)
    text +=
        wrapped(fmt::format("leave out {} of {}", quoted(drop.condition), quoted(drop.from)), 5);
  for (const AddedCondition& add : edit.adds)
    text += wrapped(fmt::format("add {}: {}", quoted(add.name), add.meaning), 5);
  return text;
}

language::Dict edit_json(const RequestEdit& edit) {
  language::List drops, adds;
  for (const DroppedOperand& drop : edit.drops)
    drops.push_back(language::Dict{{"condition", drop.condition}, {"from", drop.from}});
  for (const AddedCondition& add : edit.adds)
    adds.push_back(language::Dict{{"name", add.name}, {"meaning", add.meaning}});
  return {{"drop", std::move(drops)}, {"add", std::move(adds)}};
}

std::string edit_text(const RequestEdit& edit) {
  std::vector<std::string> drops, adds, parts;
  for (const DroppedOperand& drop : edit.drops) drops.push_back(quoted(drop.condition));
  for (const AddedCondition& add : edit.adds) adds.push_back(quoted(add.name));
  if (!drops.empty()) parts.push_back(fmt::format("leave out {}", fmt::join(drops, " and ")));
  if (!adds.empty()) parts.push_back(fmt::format("add {}", fmt::join(adds, " and ")));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

bool needs_edits(const DistinguishedRequest& request) {
  return !request.gold.empty() && request.status != Status::Ok && request.status != Status::Error;
}

std::size_t count_without_edits(const std::vector<DistinguishedRequest>& requests) {
  return static_cast<std::size_t>(
      std::ranges::count_if(requests, [](const DistinguishedRequest& request) {
        return request.status != Status::Ok && request.status != Status::Error &&
               request.edits.empty();
      }));
}

std::string distinguished_lines(const std::vector<DistinguishedRequest>& requests) {
  std::string text;
  for (const DistinguishedRequest& request : requests) {
    if (request.edits.empty()) continue;
    text += wrapped(fmt::format("{}: {}", language::clip(language::printable(request.id), 30),
                                edit_text(request.edits.front())),
                    2);
  }
  return text.empty() ? text : "\nThe gold item alone would match after these changes:\n" + text;
}

std::string distinguished_text(const std::vector<DistinguishedRequest>& requests) {
  std::string text;
  for (const DistinguishedRequest& request : requests) {
    text += language::clip(title(request), 100) + '\n';
    if (!needs_edits(request)) continue;
    if (request.edits.empty()) text += "  no change was found that leaves the gold item alone\n";
    for (std::size_t i = 0; i < request.edits.size(); ++i) {
      std::string lines = details(request.edits[i]);
      lines.replace(0, 5, fmt::format("{:>3}. ", i + 1));
      text += lines;
    }
  }
  return text;
}

std::string distinguished_json(const std::vector<DistinguishedRequest>& requests) {
  language::List list;
  for (const DistinguishedRequest& request : requests) {
    language::List edits;
    for (const RequestEdit& edit : request.edits) edits.push_back(edit_json(edit));
    list.push_back(language::Dict{
        {"id", request.id},
        {"status", std::string(name_of(request.status))},
        {"gold", request.gold.empty() ? language::Value() : language::Value(request.gold)},
        {"others", static_cast<std::int64_t>(request.others)},
        {"edits", std::move(edits)}});
  }
  return language::to_json(std::move(list)) + "\n";
}

}  // namespace seedc::report
