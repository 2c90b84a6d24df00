// Finds reviews part by part: text, author, values and judgements do not depend on each other.
#include "engine/prove/review.h"

#include <algorithm>
#include <optional>

namespace seedc::prove {
namespace {

/// Whether everyone who is so many hops away from an anchor is in the circle.
bool includes(const language::Circle& circle, const std::string& anchor, int hops) {
  return hops <= circle.hops && std::ranges::find(circle.friends, anchor) != circle.friends.end();
}

}  // namespace

template <class T>
std::uint32_t ReviewSpace::number_of(Kind kind, std::vector<T>& known, T wanted) {
  const auto found = std::ranges::find(known, wanted);
  const auto number = static_cast<std::size_t>(found - known.begin());
  if (found == known.end()) {
    known.push_back(std::move(wanted));
    properties_.push_back({kind, number});
    return static_cast<std::uint32_t>(properties_.size() - 1);
  }
  const auto same = std::ranges::find_if(properties_, [&](const Property& property) {
    return property.kind == kind && property.number == number;
  });
  return static_cast<std::uint32_t>(same - properties_.begin());
}

std::uint32_t ReviewSpace::matches(const std::string& pattern) {
  return number_of(Kind::Pattern, patterns_, texts_.pattern(pattern));
}
std::uint32_t ReviewSpace::is_near(const language::Circle& circle) {
  return number_of(Kind::Circle, circles_, circle);
}
std::uint32_t ReviewSpace::meets(ReviewTest test) {
  return number_of(Kind::Test, tests_, std::move(test));
}
std::uint32_t ReviewSpace::is_judged(const std::string& topic, language::Polarity polarity) {
  return number_of(Kind::Judgement, judged_, Judged{topic, polarity});
}

FoundReview ReviewSpace::find(const Traits& traits, Budget& budget) {
  FoundReview found;
  Answer worst = Answer::Found;
  for (const Answer answer :
       {find_author(traits, found), find_judgements(traits, found),
        find_values(traits, budget, found), find_text(traits, budget, found)}) {
    if (answer == Answer::Impossible) return {.answer = Answer::Impossible};
    if (answer == Answer::GaveUp) worst = Answer::GaveUp;
  }
  found.answer = worst;
  if (worst == Answer::GaveUp && found.reason.empty())
    found.reason = "no review was found that the conditions ask for";
  return found;
}

bool ReviewSpace::allows(const Traits& traits, const language::Path& path,
                         const language::Value& value) const {
  return std::ranges::all_of(traits, [&](const Trait& trait) {
    const Property& property = properties_[trait.property];
    if (property.kind != Kind::Test || tests_[property.number].path != path) return true;
    return prove::meets(tests_[property.number], value) == trait.has;
  });
}

Answer ReviewSpace::find_text(const Traits& traits, Budget& budget, FoundReview& found) {
  std::vector<PatternId> wanted, unwanted;
  for (const Trait& trait : traits) {
    const Property& property = properties_[trait.property];
    if (property.kind == Kind::Pattern)
      (trait.has ? wanted : unwanted).push_back(patterns_[property.number]);
  }
  if (wanted.empty() && unwanted.empty()) return Answer::Found;
  std::ranges::sort(wanted);
  std::ranges::sort(unwanted);
  const Texts::Found& text = texts_.find(wanted, unwanted, budget);
  found.review.text = text.text;
  if (text.answer == Answer::GaveUp) found.reason = text.reason;
  return text.answer;
}

/// Someone is in a circle if and only if near enough to one of its anchors. The weakest way to be
/// in it is to be as far away as it goes.
Answer ReviewSpace::find_author(const Traits& traits, FoundReview& found) const {
  std::vector<const language::Circle*> wanted, unwanted;
  for (const Trait& trait : traits) {
    const Property& property = properties_[trait.property];
    if (property.kind == Kind::Circle)
      (trait.has ? wanted : unwanted).push_back(&circles_[property.number]);
  }
  for (const language::Circle* circle : wanted) {
    const auto anchor = std::ranges::find_if(circle->friends, [&](const std::string& name) {
      return std::ranges::none_of(unwanted, [&](const language::Circle* other) {
        return includes(*other, name, circle->hops);
      });
    });
    if (anchor == circle->friends.end()) return Answer::Impossible;
    found.review.near.emplace_back(*anchor, circle->hops);
  }
  return Answer::Found;
}

Answer ReviewSpace::find_values(const Traits& traits, Budget& budget, FoundReview& found) const {
  struct Tests {
    std::vector<const ReviewTest*> wanted, unwanted;
  };
  std::map<language::Path, Tests> paths;
  for (const Trait& trait : traits) {
    const Property& property = properties_[trait.property];
    if (property.kind != Kind::Test) continue;
    const ReviewTest& test = tests_[property.number];
    (trait.has ? paths[test.path].wanted : paths[test.path].unwanted).push_back(&test);
  }
  Answer worst = Answer::Found;
  for (const auto& [path, tests] : paths) {
    FoundReviewValue value = find_review_value(tests.wanted, tests.unwanted, budget);
    if (value.answer == Answer::Impossible) return Answer::Impossible;
    if (value.answer == Answer::GaveUp) worst = Answer::GaveUp;
    found.review.values.emplace_back(path, std::move(value.value));
  }
  return worst;
}

/// A review has one judgement on a topic.
Answer ReviewSpace::find_judgements(const Traits& traits, FoundReview& found) const {
  for (const Trait& trait : traits) {
    const Property& property = properties_[trait.property];
    if (property.kind != Kind::Judgement || !trait.has) continue;
    const Judged& judged = judged_[property.number];
    for (const auto& [topic, polarity] : found.review.judgements) {
      if (topic == judged.topic) return Answer::Impossible;
    }
    found.review.judgements.emplace_back(judged.topic, judged.polarity);
  }
  return Answer::Found;
}

}  // namespace seedc::prove
