// Why a request has its value at an item: its tree with the value of every node, what each
// condition asked and met, the reviews that counted, and the cause of every 0.
//
// As JSON, a list with one object per request:
//
//   {"id": "R33", "item": ID, "name": NAME, "gold": ID or null, "value": 1, 0 or -1,
//    "value_word": "yes", "unknown" or "no", "tree": NODE}
//
// and {"id": …, "error": true} for a request that does not compile. A NODE is
//
//   {"op": "AND", "OR", "NOT", "AT_LEAST" or "CONDITION", "name": NAME or null,
//    "value": …, "value_word": …,
//    "cause": WHY or null,    of a 0: attribute_missing, not_a_number, not_a_boolean,
//                             no_operand_matches, hours_missing, hours_unreadable, equal_ends,
//                             no_reviews, empty_pattern, search_limit, no_arguments,
//                             unknown_argument
//    "needed", "yes", "unknown": NUMBER,    of AT_LEAST: its k, and the arguments with the values
//    "decided_by": [NUMBER],  of AND and OR: the arguments, from 0, that alone decide
//    "args": [NODE]}          of AND, OR, NOT and AT_LEAST; instead "see_above": true, of a
//    definition
//                             that was met before
//
// and of a condition instead of `decided_by` and `args`
//
//   {"kind": KIND, "met": TEXT, "asked": TEXT, "facts": {the kind's numbers},
//    "reviews": [{"review_id", "stars", "date", "author", "role", "counts": BOOL,
//                 "matches": [[BEGIN, END]]}]}     bytes of the review's text
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/explain/condition_facts.h"
#include "engine/explain/logic.h"
#include "engine/report/layout.h"
#include "runtime/contract/plan.h"
#include "runtime/data/model/dataset.h"

namespace seedc::report {

/// A request at an item. What it points to outlives it.
struct RequestExplanation {
  std::string id;
  std::optional<std::string> gold;
  explain::Logic logic;  ///< no nodes: the request did not compile
};

struct ExplainOptions {
  bool all_reviews = false;  ///< not only the first few of each condition
  Layout layout = {};
};

/// The data needed in addition to that of the conditions.
data::DataNeeds needs_of_explanations();

/// Explains requests at one item. `conditions` and `facts` are by the numbers of the requests'
/// conditions. They and the dataset outlive it.
class Explainer {
 public:
  /// `has_authors`: JSON names the authors of reviews.
  Explainer(const contract::Plan& conditions, const std::vector<explain::ConditionFacts>& facts,
            const data::Dataset& dataset, std::uint32_t item, bool has_authors = true)
      : conditions_(conditions),
        facts_(facts),
        dataset_(dataset),
        item_(item),
        has_authors_(has_authors) {}

  std::string text(const RequestExplanation& request, const ExplainOptions& options) const;
  std::string json(const RequestExplanation& request) const;

 private:
  const contract::Plan& conditions_;
  const std::vector<explain::ConditionFacts>& facts_;
  const data::Dataset& dataset_;
  std::uint32_t item_;
  bool has_authors_;
};

/// `Two Sisters Kitchen  0yfRtaK2ydjoeuCxkxO8xG`, or the id alone; printable.
std::string item_title(const data::Dataset& dataset, std::uint32_t item);

/// The item's name, null if it has none.
language::Value name_value(const data::Dataset& dataset, std::uint32_t item);

}  // namespace seedc::report
