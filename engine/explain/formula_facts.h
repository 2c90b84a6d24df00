// Why a formula gives what it gives at one item: which reviews are its rows, and at each step which
// rows counted, which branch was taken, which key matched, which rule fired (semantics.md
// section 6).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/explain/formula_trace.h"
#include "engine/explain/outline.h"
#include "runtime/base/result.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/formula.h"

namespace seedc::explain {

/// Where an item's reviews went.
struct ItemReviews {
  std::uint32_t reviews = 0;
  std::uint32_t relevant = 0;
  /// Of each keyword that occurs, in the filter's order, in how many reviews.
  std::vector<std::pair<std::string, std::uint32_t>> keywords;
  std::vector<std::uint32_t> rows;                 ///< relevant, with an extraction that may count
  std::vector<std::uint32_t> missing_extractions;  ///< relevant, without one
  std::vector<std::uint32_t> open;                 ///< relevant, not asked or not answered yet
  std::vector<std::uint32_t> not_judged;           ///< relevant, and the judge did not see it
  struct Blocked {
    std::uint32_t review = 0;
    double quality = 0;  ///< of its evidence: below the threshold
  };
  std::vector<Blocked> judged_inappropriate;
  /// Relevant but for `filter.where`, in how many reviews; relevant, usable, and left out by it.
  std::uint32_t not_meeting = 0;
  std::vector<std::uint32_t> filtered;
};

/// Whether a row counted in a count, sum, max or min.
struct RowFate {
  std::uint32_t row = 0;    ///< index into ItemReviews::rows
  language::Null null = 0;  ///< why it was left out, if it was
};
struct CountedRows {
  std::vector<RowFate> counted;
  std::vector<RowFate> left_out;  ///< they pass, but what is to be aggregated is null
  std::uint32_t not_passed = 0;
  /// Of max and min: the index into `counted` of the row whose value was kept.
  std::optional<std::size_t> kept;
};

/// The branch taken in an `a if p else b` that was evaluated.
struct TakenBranch {
  const ExprOutline::Choice* choice;
  std::size_t tested = 0;             ///< how many conditions were evaluated
  std::optional<std::size_t> result;  ///< index into Choice::results; std::nullopt if one was null
};

struct LookupMatch {
  std::optional<std::string> text;  ///< the text looked up; std::nullopt if there is no value
  std::optional<std::string> key;   ///< as in the table; std::nullopt if the default was taken
};

struct FiredRule {
  std::size_t tested = 0;           ///< how many conditions were evaluated
  std::optional<std::size_t> rule;  ///< std::nullopt if a condition was null or no rule holds
};

/// A formula at an item. What it is made from outlives it.
class FormulaExplanation {
 public:
  /// `bound` is the outline's formula on that data.
  static base::Result<FormulaExplanation> make(const FormulaOutline& outline,
                                               const exec::BoundFormula& bound,
                                               const data::Dataset& dataset,
                                               const data::Extractions& extractions,
                                               std::uint32_t item);

  const FormulaOutline& outline() const { return *outline_; }
  const ItemReviews& reviews() const { return reviews_; }
  const FormulaTrace& trace() const { return trace_; }
  const data::Dataset& dataset() const { return *dataset_; }
  std::uint32_t item() const { return item_; }
  /// The step in which a null arose; null pointer if it is the one being computed.
  const std::string* origin_of(language::Null null) const;

  CountedRows rows_of(const StepOutline& step) const;
  /// The rows that a list holds, in its order, and their values.
  exec::ItemList list_of(const ListOutline& list) const;
  /// Whether a value is the default of a field, which the row does not have.
  bool is_default(const NamedValue& named, std::uint32_t row) const;
  std::vector<TakenBranch> branches_of(const ExprOutline& expr) const;
  LookupMatch match_of(const LookupOutline& lookup) const;
  FiredRule rule_of(const CaseOutline& cases) const;

 private:
  FormulaExplanation(const FormulaOutline& outline, const exec::BoundFormula& bound,
                     const data::Dataset& dataset, const data::Extractions& extractions,
                     std::uint32_t item, ItemReviews reviews, FormulaTrace trace)
      : outline_(&outline),
        bound_(&bound),
        dataset_(&dataset),
        extractions_(&extractions),
        item_(item),
        reviews_(std::move(reviews)),
        trace_(std::move(trace)) {}

  const FormulaOutline* outline_;
  const exec::BoundFormula* bound_;
  const data::Dataset* dataset_;
  const data::Extractions* extractions_;
  std::uint32_t item_;
  ItemReviews reviews_;
  FormulaTrace trace_;
};

}  // namespace seedc::explain
