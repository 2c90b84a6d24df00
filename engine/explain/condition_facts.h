// The facts behind the value of each condition at one item, from the same rules that decide it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/contract/plan.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/review_rules.h"
#include "runtime/exec/text_rules.h"
#include "runtime/language/item_rules.h"

namespace seedc::explain {

/// Of a condition on items.
struct ItemFacts {
  language::Value met;  ///< as read; null is missing
  language::ItemReason reason = language::ItemReason::Missing;
};

/// How an item's reviews meet what a condition asks of each all at once, in the order of
/// `language::parts_of`.
struct MatchFacts {
  struct Failure {
    std::size_t part = 0;
    language::Value met;  ///< the value tested; null if it is missing, or if the part tests none
  };
  /// A review that does not count.
  struct NearReview {
    std::uint32_t review = 0;  ///< among the item's
    std::vector<Failure> failures;
  };
  std::vector<std::int64_t> counts;    ///< how many reviews meet each part
  std::vector<std::uint32_t> counted;  ///< those that meet all
  std::vector<NearReview> nearest;     ///< those with the fewest failures first
};

struct ConditionFacts {
  language::Tri value = language::Tri::Unknown;
  std::variant<ItemFacts, exec::ReviewVotes, exec::TextFinding> met;  ///< by the condition's stage
  /// Who of the item's reviewers is in the condition's circle, anchors first, each with how they
  /// came into it (runtime/exec/circle.h).
  std::vector<std::vector<std::string>> circle;
  /// If the friend graph is of users, whom the circle calls by their ids: their names.
  std::map<std::string, std::string> user_names = {};
  std::vector<std::size_t> users_of_anchors = {};  ///< (runtime/exec/circle.h)
  MatchFacts match = {};                           ///< of a condition with parts
};

/// Finds the facts of every condition of a plan, at any number of items: patterns are compiled
/// once. Not thread-safe.
class FactFinder {
 public:
  /// Needs what the plan reads, and reviewers' names where a condition asks a circle. The plan and
  /// the dataset outlive it.
  static base::Result<FactFinder> make(const contract::Plan& plan, const data::Dataset& dataset);

  /// By the numbers of the conditions.
  std::vector<ConditionFacts> at(std::uint32_t item);

 private:
  FactFinder(const contract::Plan& plan, const data::Dataset& dataset,
             std::shared_ptr<const exec::PreparedTexts> texts);
  void add_text_facts(std::uint32_t item, std::vector<ConditionFacts>& facts);

  const contract::Plan* plan_;
  const data::Dataset* dataset_;
  std::unique_ptr<exec::TextRules> rules_;
  std::unique_ptr<exec::TextRules::Worker> worker_;
};

/// The facts of every condition of the plan at one item, by number.
base::Result<std::vector<ConditionFacts>> explain_conditions(const contract::Plan& plan,
                                                             const data::Dataset& dataset,
                                                             std::uint32_t item);

/// The name of a review's author, or null pointer. Needs reviewers' names.
const std::string* reviewer_name(const data::Dataset& dataset, std::uint32_t review);

}  // namespace seedc::explain
