// The plan: what the compiler hands to the runtime. Conditions with all their operands, the logic
// that joins them as plane programs, and the requests that ask for results. It knows nothing of any
// dataset; binding one is the runtime's part (runtime/exec).
//
// Each condition type is one rule of semantics.md section 3, with defaults filled in and options
// that cannot matter left out, so that equal conditions are written equally.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "runtime/contract/formula.h"
#include "runtime/contract/kernel.h"
#include "runtime/language/required_literals.h"
#include "runtime/language/tri.h"
#include "runtime/language/value.h"

namespace seedc::plan {

/// A regular expression, ready for an engine: case does not count, classes are Unicode.
struct Pattern {
  std::string source;  ///< as the program has it (Python's dialect), for messages
  std::string pcre2;   ///< the same in PCRE2's dialect (options UTF, UCP, CASELESS)
  /// `std::nullopt` if there are none worth looking for.
  std::optional<RequiredLiterals> required = std::nullopt;
  friend bool operator==(const Pattern&, const Pattern&) = default;
};

/// The people around `friends`: within `hops` (0 is not asked for; 1 or 2) of one of them.
struct Circle {
  std::vector<std::string> friends;
  int hops = 1;
  friend bool operator==(const Circle&, const Circle&) = default;
};

enum class Comparison : std::uint8_t { Gte, Gt, Lte, Lt };

// item_meta, one type per rule that can decide.
struct MetaNotContains {
  Path path;
  std::string text;  ///< already lower-cased
};
struct MetaNotMatch {
  Path path;
  Value value;
};
struct MetaContains {
  Path path;
  std::string text;  ///< already lower-cased
};
struct MetaMatch {  ///< rules 4 to 9; an absent operand is nullopt
  Path path;
  std::optional<Value> yes, no, neutral;
  Tri missing = Tri::Unknown;
};

// item_meta_hours. Minutes since midnight; `end` is beyond 1440 for a range over midnight.
struct HoursContain {
  Path path;
  std::int64_t start_minute = 0;
  std::int64_t end_minute = 0;
  Tri missing = Tri::Unknown;
};

// review_text in its three forms. An empty pattern is the empty string in `pattern.source`.
struct TextAny {
  Pattern pattern;
};
struct TextCredible {
  Pattern pattern;
  Path field;
  double percentile = 50;
  std::int64_t min_matches = 2;
};
struct TextCircle {
  Pattern pattern;
  Circle circle;
  std::int64_t min_matches = 1;
};

// review_meta.
enum class ReviewTest : std::uint8_t { NotEmpty, Gte, Lte };
enum class Aggregate : std::uint8_t { Any, All, Count };
struct ReviewMeta {
  Path path;
  ReviewTest test = ReviewTest::NotEmpty;
  double value = 0;
  std::optional<double> min_stars;
  Aggregate aggregate = Aggregate::Any;
  std::int64_t count = 1;
  Tri missing = Tri::Unknown;
};

// review_sentiment: `positive` asks for enough praise and more than blame, otherwise for enough
// blame.
struct Sentiment {
  std::string topic;
  bool positive = true;
  std::int64_t min_count = 1;
  std::optional<Circle> circle;
};

// review_group_rating.
enum class Metric : std::uint8_t { Count, AvgStars };
struct GroupRating {
  Path field;
  Comparison field_test = Comparison::Gte;
  Value field_value;
  Metric metric = Metric::Count;
  Comparison test = Comparison::Gte;
  double threshold = 0;
};

// review_group_rating_negative.
struct GroupSplit {
  double generous_avg_gte = 4.0;
  double harsh_avg_lt = 2.0;
};

// social_rating.
struct CircleRating {
  Circle circle;
  double min_stars = 4;
  std::int64_t min_matches = 1;
};

using Condition = std::variant<MetaNotContains, MetaNotMatch, MetaContains, MetaMatch, HoursContain,
                               TextAny, TextCredible, TextCircle, ReviewMeta, Sentiment,
                               GroupRating, GroupSplit, CircleRating>;

/// What it takes to evaluate a condition; stages run in this order, and a later one looks only at
/// the items that the earlier ones left open.
enum class Stage : std::uint8_t { Items, Reviews, Texts };
constexpr std::size_t kStageCount = 3;
Stage stage_of(const Condition& condition);

/// The order of a request's matches: an output of a formula of the plan.
struct Rank {
  std::uint32_t formula = 0;
  std::uint32_t output = 0;
  bool descending = true;
};

struct Request {
  std::string id;
  std::optional<std::string> gold;  ///< the business_id that should be the one match
  std::optional<Rank> rank;
};

/// What a stage evaluates, and where. The demand program reads the planes of conditions of earlier
/// stages; its output k is the items at which conditions[k] can still change a result. Stage Items
/// has none: its conditions are decided for all items.
struct StagePlan {
  std::vector<std::uint32_t> conditions;  ///< indices into Plan::conditions
  PlaneProgram demand;
};

/// Plane 2c is the yes plane of condition c, 2c + 1 its no plane; the programs' inputs are numbered
/// so.
struct Plan {
  std::vector<Condition> conditions;
  std::vector<Request> requests;
  /// Named conditions whose values were asked for, in order of first use.
  std::vector<std::string> names;
  std::array<StagePlan, kStageCount> stages;
  /// Outputs 2r and 2r + 1 are the planes of request r; those of the names follow in the same way.
  PlaneProgram results;
  std::vector<Formula> formulas;
};

}  // namespace seedc::plan
