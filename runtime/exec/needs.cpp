// Collects the columns, texts, names and judgements that the conditions of a plan need: the path
// and the circle of each, and whatever else its rule reads.
#include "runtime/exec/needs.h"

#include <algorithm>

#include "runtime/exec/review_rules.h"

namespace seedc {
namespace {

void add(const Condition& condition, DataNeeds& needs) {
  if (const Path* path = find_field<Path>(condition).value) {
    const bool is_of_items = stage_of(condition) == Stage::Items;
    (is_of_items ? needs.item_paths : needs.review_paths).push_back(*path);
  }
  needs.names = needs.names || find_field<Circle>(condition).value != nullptr;
  switch (stage_of(condition)) {
    case Stage::Items:
      break;
    case Stage::Reviews:
      add_review_needs(condition, needs);
      break;
    case Stage::Texts:
      needs.texts = true;
      break;
  }
}

void keep_distinct(std::vector<Path>& paths) {
  std::ranges::sort(paths);
  const auto repeated = std::ranges::unique(paths);
  paths.erase(repeated.begin(), repeated.end());
}

}  // namespace

DataNeeds needs_of(const plan::Plan& plan) {
  DataNeeds needs;
  for (const Condition& condition : plan.conditions) add(condition, needs);
  keep_distinct(needs.item_paths);
  keep_distinct(needs.review_paths);
  return needs;
}

}  // namespace seedc
