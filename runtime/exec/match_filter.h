// What a review_match asks of a review besides its pattern (semantics.md section 3), bound to a
// dataset: each part is decided once per distinct value, which leaves one lookup per review. Where
// there are very many values, such as dates, it is decided for the reviews that meet all else.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "runtime/data/model/dataset.h"
#include "runtime/language/conditions.h"

namespace seedc::exec {

/// Thread-safe; valid while the dataset is alive.
class MatchFilter {
 public:
  MatchFilter(const language::ReviewMatch& condition, const data::Dataset& dataset);

  /// Adds what it reads in addition to its paths and its circle.
  static void add_needs(const language::ReviewMatch& condition, data::DataNeeds& needs);

  /// Whether the review meets all parts.
  bool holds(std::uint32_t review) const {
    for (const Part& part : parts_) {
      if (!part.holds(review)) return false;
    }
    return true;
  }

  /// The parts in the order of `language::parts_of`, without the pattern.
  std::size_t part_count() const { return parts_.size(); }
  bool holds(std::size_t part, std::uint32_t review) const {
    return parts_[order_[part]].holds(review);
  }

 private:
  struct Part {
    /// Of the reviews' values; else flags are per review.
    std::optional<data::PackedCodes> codes = {};
    std::vector<std::uint8_t> flags = {};
    /// If present, the flags are not used.
    std::optional<data::RowValues> values = std::nullopt;
    std::function<bool(const language::Value&)> test = {};

    bool holds(std::uint32_t review) const {
      if (values) return test((*values)[review]);
      return flags[codes ? (*codes)[review] : review] != 0;
    }
    /// What it costs to ask: flags are looked up, values are read.
    std::size_t cost() const { return values ? SIZE_MAX : flags.size(); }
  };
  static Part part_of(const language::MatchCondition& condition, const data::Dataset& dataset);
  static Part part_of(const language::Circle& circle, const data::Dataset& dataset);
  static Part part_of(const language::ReviewMatch& condition, const data::Dataset& dataset);

  std::vector<Part> parts_;         ///< the cheapest first
  std::vector<std::size_t> order_;  ///< where each part in the order of the program is
};

/// A condition whose reviews must meet all parts of a filter at once, and its pattern if it has
/// one.
template <class T>
concept Filtered =
    std::constructible_from<MatchFilter, const T&, const data::Dataset&> && requires(const T& c) {
      c.pattern.has_value();
      c.conditions.size();
      c.min_matches;
      c.missing;
    };

/// Whether a value passes the condition; a missing one does not.
std::function<bool(const language::Value&)> test_of(const language::MatchCondition& condition);

/// The values of the reviews that a MatchCondition tests, by its path.
const data::Column& tested_column(const language::Path& path, const data::Dataset& dataset);

}  // namespace seedc::exec
