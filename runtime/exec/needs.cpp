// Collects the columns, texts, names and judgements that the conditions of a plan need: the path
// and the circle of each, and whatever else its rule reads.
#include "runtime/exec/needs.h"

#include <algorithm>

#include "runtime/exec/review_rules.h"

namespace seedc::exec {
namespace {

void keep_distinct(std::vector<language::Path>& paths) {
  std::ranges::sort(paths);
  const auto repeated = std::ranges::unique(paths);
  paths.erase(repeated.begin(), repeated.end());
}

}  // namespace

void add_needs(const language::Condition& condition, data::DataNeeds& needs) {
  const bool is_of_items = language::stage_of(condition) == language::Stage::Items;
  language::for_each_path(condition, [&](const language::Path& path) {
    (is_of_items ? needs.item_paths : needs.review_paths).push_back(path);
  });
  needs.circles =
      needs.circles || language::find_field<language::Circle>(condition).value != nullptr;
  switch (language::stage_of(condition)) {
    case language::Stage::Items:
      break;
    case language::Stage::Reviews:
      add_review_needs(condition, needs);
      break;
    case language::Stage::Texts:
      needs.texts = true;
      add_review_needs(condition, needs);
      break;
  }
}

data::DataNeeds needs_of(const contract::Plan& plan) {
  data::DataNeeds needs;
  for (const language::Condition& condition : plan.conditions) add_needs(condition, needs);
  keep_distinct(needs.item_paths);
  keep_distinct(needs.review_paths);
  return needs;
}

std::optional<std::vector<language::RequiredLiterals>> searches_of(const contract::Plan& plan) {
  constexpr std::size_t kMostSearches = 512;
  std::vector<language::RequiredLiterals> searches;
  for (const language::Condition& condition : plan.conditions) {
    if (language::stage_of(condition) != language::Stage::Texts) continue;
    const language::Pattern* pattern = language::find_field<language::Pattern>(condition).value;
    if (pattern == nullptr || pattern->source.empty()) continue;
    if (!pattern->required) return std::nullopt;
    if (std::ranges::find(searches, *pattern->required) == searches.end())
      searches.push_back(*pattern->required);
    if (searches.size() > kMostSearches) return std::nullopt;
  }
  return searches;
}

}  // namespace seedc::exec
