// Reviews by what conditions look at: patterns that occur in the text, circles that the author is
// in, tests of values, and judgements. `ReviewSpace` numbers these properties and finds a review
// that has some of them and lacks others.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/prove/answer.h"
#include "engine/prove/budget.h"
#include "engine/prove/review_test.h"
#include "engine/prove/texts.h"
#include "runtime/language/conditions.h"

namespace seedc::prove {

/// A property that a review has, or lacks.
struct Trait {
  std::uint32_t property = 0;
  bool has = true;
  friend auto operator<=>(const Trait&, const Trait&) = default;
};
/// All of these; sorted, each property once.
using Traits = std::vector<Trait>;

/// A review that was found.
struct Review {
  std::string text;
  /// Anchors of circles, each with how many hops away they are.
  std::vector<std::pair<std::string, int>> near;
  std::vector<std::pair<language::Path, language::Value>> values;      ///< as they are read
  std::vector<std::pair<std::string, language::Polarity>> judgements;  ///< by topic
};

struct FoundReview {
  Answer answer = Answer::GaveUp;
  Review review = {};
  std::string reason = {};
};

/// Not thread-safe.
class ReviewSpace {
 public:
  // The number of a property; equal ones have one.
  std::uint32_t matches(const std::string& pattern);
  std::uint32_t is_near(const language::Circle& circle);
  std::uint32_t meets(ReviewTest test);
  std::uint32_t is_judged(const std::string& topic, language::Polarity polarity);

  /// A review with these traits.
  FoundReview find(const Traits& traits, Budget& budget);
  /// Whether a value at a path meets what the traits say of that path.
  bool allows(const Traits& traits, const language::Path& path, const language::Value& value) const;

 private:
  enum class Kind : std::uint8_t { Pattern, Circle, Test, Judgement };
  struct Property {
    Kind kind;
    std::size_t number;  ///< among those of its kind
  };
  struct Judged {
    std::string topic;
    language::Polarity polarity;
    friend bool operator==(const Judged&, const Judged&) = default;
  };
  template <class T>
  std::uint32_t number_of(Kind kind, std::vector<T>& known, T wanted);

  Answer find_text(const Traits& traits, Budget& budget, FoundReview& found);
  Answer find_author(const Traits& traits, FoundReview& found) const;
  Answer find_values(const Traits& traits, Budget& budget, FoundReview& found) const;
  Answer find_judgements(const Traits& traits, FoundReview& found) const;

  Texts texts_;
  std::vector<Property> properties_;
  std::vector<PatternId> patterns_;
  std::vector<language::Circle> circles_;
  std::vector<ReviewTest> tests_;
  std::vector<Judged> judged_;
};

}  // namespace seedc::prove
