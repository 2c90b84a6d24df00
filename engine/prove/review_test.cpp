// Tries values that stand for all others where the tests are of one family: numbers, texts in their
// order, or equality. Of other mixtures it is never said that no value meets them.
#include "engine/prove/review_test.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>

#include "engine/prove/infinity.h"
#include "runtime/exec/paths.h"
#include "runtime/language/compares.h"
#include "runtime/language/text.h"

namespace seedc::prove {
namespace {

using language::Comparison;
using language::List;
using language::MatchTest;
using language::Path;
using language::Value;

/// Lists are tried up to this length.
constexpr double kMostEntries = 40;

std::optional<Comparison> comparison_of(MatchTest test) {
  return language::choice_of<Comparison>(language::word_of(test));
}

bool meets(const NumberTest& test, const Path&, const Value& value) {
  const auto number = language::numeric(value);
  return number && language::compares(*number, test.sign, test.bound);
}

bool meets(const WorthTest& test, const Path& path, const Value& value) {
  const auto worth = language::credibility(value, path == exec::elite_path());
  return worth && language::compares(*worth, test.sign, test.bound);
}

bool meets(const GroupTest& test, const Path&, const Value& value) {
  const auto* text = value.as<std::string>();
  const auto* bound = test.bound.as<std::string>();
  if (text != nullptr && bound != nullptr && text->find('-') != std::string::npos)
    return language::compares<std::string>(*text, test.sign, *bound);
  const auto left = language::numeric(value), right = language::numeric(test.bound);
  return left && right && language::compares(*left, test.sign, *right);
}

bool meets(const MatchedTest& test, const Path& path, const Value& value) {
  if (test.test == MatchTest::NotEmpty) return language::not_empty(value);
  if (test.test == MatchTest::Equals)
    return !value.is_null() &&
           language::Matcher(test.value).equals(value, language::text_of(value));
  const auto* bound = test.value.as<std::string>();
  if (test.test == MatchTest::Contains)
    return !value.is_null() &&
           language::text_of(value).find(language::lower(*bound)) != std::string::npos;
  const auto* text = value.as<std::string>();
  if (bound != nullptr)
    return text != nullptr &&
           language::compares<std::string>(*text, *comparison_of(test.test), *bound);
  const auto number = language::countable(value, path == exec::elite_path());
  return number &&
         language::compares(*number, *comparison_of(test.test), *language::number_of(test.value));
}

/// The families of tests of which the values that are tried stand for all.
enum class Family : std::uint8_t { Any, Numbers, Texts, Equality, None };

/// The operands of equality: one, or a list of them.
List elements_of(const Value& value) {
  const auto* list = value.as<List>();
  return list != nullptr ? *list : List{value};
}

/// Numbers are equal to numbers alone, so that this fits into any family.
bool is_of_numbers(const Value& value) {
  return std::ranges::all_of(elements_of(value), [](const Value& each) {
    return each.as<bool>() != nullptr || language::number_of(each).has_value();
  });
}

Family family_of(const MatchedTest& test) {
  switch (test.test) {
    case MatchTest::NotEmpty:
      return Family::Any;
    case MatchTest::Equals:
      return is_of_numbers(test.value) ? Family::Any : Family::Equality;
    case MatchTest::Contains:
      return Family::None;
    case MatchTest::Gte:
    case MatchTest::Gt:
    case MatchTest::Lte:
    case MatchTest::Lt:
      return test.value.as<std::string>() != nullptr ? Family::Texts : Family::Numbers;
  }
  return Family::None;
}
Family family_of(const GroupTest& test) {
  if (test.bound.as<std::string>() == nullptr) return Family::Numbers;
  return language::numeric(test.bound) ? Family::None : Family::Texts;
}
Family family_of(const NumberTest&) { return Family::Numbers; }
Family family_of(const WorthTest&) { return Family::Numbers; }

class ReviewValueSearch {
 public:
  ReviewValueSearch(const std::vector<const ReviewTest*>& wanted,
                    const std::vector<const ReviewTest*>& unwanted, Budget& budget)
      : wanted_(wanted), unwanted_(unwanted), budget_(budget) {
    for (const auto* list : {&wanted, &unwanted})
      all_.insert(all_.end(), list->begin(), list->end());
  }

  FoundReviewValue run() {
    if (all_.front()->path.empty()) return {fits(Value()) ? Answer::Found : Answer::Impossible};
    std::vector<Value> candidates = plain();
    for (Value& number : numbers()) candidates.push_back(std::move(number));
    for (Value& text : texts()) candidates.push_back(std::move(text));
    for (const Value& candidate : candidates) {
      if (budget_.is_over()) return {};
      if (fits(candidate)) return {Answer::Found, candidate};
    }
    return {is_complete() ? Answer::Impossible : Answer::GaveUp};
  }

 private:
  bool fits(const Value& value) const {
    const auto met = [&](const ReviewTest* test) { return prove::meets(*test, value); };
    return std::ranges::all_of(wanted_, met) && std::ranges::none_of(unwanted_, met);
  }

  static Value list_of(std::size_t entries) { return List(entries, Value("x")); }

  std::vector<Value> plain() const {
    const bool is_of_stars = !all_.empty() && all_.front()->path == Path{"stars"};
    std::vector<Value> values;
    if (is_of_stars) values = {Value(5), Value(4), Value(3), Value(2), Value(1)};
    for (Value& each : equal_values()) values.push_back(std::move(each));
    const Value others[] = {Value(1),
                            Value(),
                            Value(true),
                            Value(false),
                            Value(""),
                            Value("other"),
                            Value(0),
                            list_of(0),
                            list_of(1),
                            List{Value("")},
                            List{Value("NONE")},
                            language::Dict(),
                            language::Dict{{"key", Value(1)}}};
    values.insert(values.end(), std::begin(others), std::end(others));
    return values;
  }

  /// The operands of equality, and values that are equal to none of them.
  std::vector<Value> equal_values() const {
    std::vector<Value> values;
    std::string other = "other";
    for (const ReviewTest* test : all_) {
      const auto* matched = std::get_if<MatchedTest>(&test->what);
      if (matched == nullptr || matched->test == MatchTest::NotEmpty) continue;
      for (const Value& each : elements_of(matched->value)) {
        const auto* text = each.as<std::string>();
        values.push_back(text != nullptr ? language::read(*text) : each);
        std::string read = language::text_of(values.back());
        other += read;
        values.emplace_back(std::move(read));
      }
    }
    if (!values.empty()) values.emplace_back(other);
    return values;
  }

  std::vector<double> bounds() const {
    std::set<double> bounds;
    for (const ReviewTest* test : all_) {
      if (const auto* number = std::get_if<NumberTest>(&test->what)) bounds.insert(number->bound);
      if (const auto* worth = std::get_if<WorthTest>(&test->what)) bounds.insert(worth->bound);
      if (const auto* group = std::get_if<GroupTest>(&test->what)) {
        if (const auto bound = language::numeric(group->bound)) bounds.insert(*bound);
      }
      const auto* matched = std::get_if<MatchedTest>(&test->what);
      if (matched == nullptr || matched->test == MatchTest::NotEmpty) continue;
      for (const Value& each : elements_of(matched->value)) {
        if (const auto bound = language::number_of(each)) bounds.insert(*bound);
      }
    }
    return {bounds.begin(), bounds.end()};
  }

  /// Numbers in every interval between the bounds, as numbers, texts and lists of so many entries.
  std::vector<Value> numbers() const {
    std::set<double> found;
    double previous = -kInfinity;
    for (const double bound : bounds()) {
      if (std::isfinite(previous)) {
        found.insert(std::floor(previous / 2 + bound / 2));
        found.insert(previous / 2 + bound / 2);
      }
      found.insert({bound, bound - 1, bound + 1, std::floor(bound), std::ceil(bound),
                    std::nextafter(bound, -kInfinity), std::nextafter(bound, kInfinity)});
      previous = bound;
    }
    std::vector<Value> values;
    for (const double number : found) {
      if (!std::isfinite(number)) continue;
      const bool is_integer = number == std::floor(number) && std::abs(number) < 1e15;
      values.push_back(is_integer ? Value(static_cast<std::int64_t>(number)) : Value(number));
    }
    const std::size_t count = values.size();
    for (std::size_t i = 0; i < count; ++i) values.emplace_back(language::text_of(values[i]));
    for (double entries = 0; entries <= kMostEntries && count > 0; ++entries)
      values.push_back(list_of(static_cast<std::size_t>(entries)));
    return values;
  }

  /// Texts below, at and above every bound, with and without a hyphen.
  std::vector<Value> texts() const {
    std::vector<Value> values;
    for (const std::string& bound : text_bounds()) {
      const std::string least(1, '\0');
      for (const std::string& text :
           {bound, bound + "-", bound + "!", bound + least, bound + least + "-",
            bound.substr(0, bound.find('-')) + "."})  // the least above it without a hyphen
        values.emplace_back(text);
    }
    if (!values.empty())
      values.insert(values.end(), {Value(" "), Value("-"), Value(" -"), Value(std::string(1, '\0')),
                                   Value(std::string("\0-", 2))});
    return values;
  }

  std::set<std::string> text_bounds() const {
    std::set<std::string> bounds;
    for (const ReviewTest* test : all_) {
      const std::string* bound = nullptr;
      if (const auto* group = std::get_if<GroupTest>(&test->what))
        bound = group->bound.as<std::string>();
      const auto* matched = std::get_if<MatchedTest>(&test->what);
      if (matched != nullptr && family_of(*matched) == Family::Texts)
        bound = matched->value.as<std::string>();
      if (bound != nullptr) bounds.insert(*bound);
    }
    return bounds;
  }

  bool is_complete() const {
    Family family = Family::Any;
    for (const ReviewTest* test : all_) {
      const Family next = std::visit([](const auto& what) { return family_of(what); }, test->what);
      if (next == Family::Any) continue;
      if (family != Family::Any && family != next) return false;
      family = next;
    }
    switch (family) {
      case Family::Any:
        return true;
      case Family::Numbers:
        return has_all_numbers();
      case Family::Texts:
        return std::ranges::all_of(text_bounds(), is_printable);
      case Family::Equality:
        return has_all_equal();
      case Family::None:
        return false;
    }
    return false;
  }

  static bool is_printable(const std::string& text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= ' '; });
  }

  /// At `user.elite` texts count otherwise; lists of many entries are not tried.
  bool has_all_numbers() const {
    if (all_.front()->path == exec::elite_path()) return false;
    return std::ranges::all_of(bounds(),
                               [](double bound) {
                                 return std::isfinite(bound) && std::abs(bound) < kMostEntries - 2;
                               }) ||
           std::ranges::none_of(all_, [](const ReviewTest* test) {
             return std::holds_alternative<WorthTest>(test->what) ||
                    std::holds_alternative<MatchedTest>(test->what);
           });
  }

  /// A text with brackets might also be that of a list or dict, which may be empty otherwise.
  bool has_all_equal() const {
    return std::ranges::all_of(equal_values(), [](const Value& value) {
      const auto* text = value.as<std::string>();
      if (value.as<List>() != nullptr || value.as<language::Dict>() != nullptr) return false;
      return text == nullptr || (!text->starts_with('[') && !text->starts_with('{'));
    });
  }

  const std::vector<const ReviewTest*>& wanted_;
  const std::vector<const ReviewTest*>& unwanted_;
  Budget& budget_;
  std::vector<const ReviewTest*> all_;
};

}  // namespace

bool meets(const ReviewTest& test, const Value& value) {
  return std::visit([&](const auto& what) { return meets(what, test.path, value); }, test.what);
}

FoundReviewValue find_review_value(const std::vector<const ReviewTest*>& wanted,
                                   const std::vector<const ReviewTest*>& unwanted, Budget& budget) {
  return ReviewValueSearch(wanted, unwanted, budget).run();
}

}  // namespace seedc::prove
