// Ranges by their limits, and single values.
#include "engine/lint/bound_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <vector>

#include "runtime/language/decimal.h"
#include "runtime/language/display_text.h"
#include "runtime/language/text.h"

namespace seedc::lint {
namespace {

using bounds::Bound;
using language::Cell;

/// Of numbers; empty if it says nothing.
std::string range_text(const Bound& bound) {
  const auto numbers = bound.as_numbers();
  if (!numbers) return {};
  constexpr double kNoLimit = 4e9;  // what counts reach, and integers and reals without limits
  const bool has_low = numbers->low > -kNoLimit, has_high = numbers->high < kNoLimit;
  const auto text = [](double number) {
    constexpr double kLeast = 1e-12;  // smaller ones are next to zero, or what rounding leaves
    return fmt::format("{:.6g}", std::fabs(number) < kLeast ? 0 : number);
  };
  // A limit that is left out is the next number behind it.
  const bool is_low_out = numbers->low > language::parse_decimal(text(numbers->low));
  const bool is_high_out = numbers->high < language::parse_decimal(text(numbers->high));
  if (numbers->low == numbers->high) return text(numbers->low);
  if (has_low && has_high && !is_low_out && !is_high_out)
    return fmt::format("from {} to {}", text(numbers->low), text(numbers->high));
  const std::string low =
      is_low_out ? "more than " + text(numbers->low) : text(numbers->low) + " or more";
  const std::string high = (is_high_out ? "less than " : "at most ") + text(numbers->high);
  if (has_low && has_high) return low + " and " + high;
  return has_low ? low : has_high ? high : std::string();
}

/// Empty unless it is a few values.
std::string choice_text(const Bound& bound) {
  constexpr std::size_t kMostShown = 4;
  std::vector<std::string> texts;
  for (const Cell& value : bound.values()) {
    if (value.is_null()) continue;
    const std::string text = language::printable(language::python_str(language::value_of(value)));
    const bool is_number = value.kind == language::Kind::Int || value.kind == language::Kind::Real;
    texts.push_back(is_number ? text : "`" + text + "`");
  }
  const bool is_open = bound.integer_range() || bound.real_range() || bound.has_all_texts();
  if (is_open || texts.size() > kMostShown) return {};
  if (texts.size() < 2) return fmt::format("{}", fmt::join(texts, ""));
  const std::string last = texts.back();
  texts.pop_back();
  return fmt::format("{} or {}", fmt::join(texts, ", "), last);
}

}  // namespace

std::string bound_text(const Bound& bound) {
  const auto numbers = bound.as_numbers();
  const bool is_one = numbers && numbers->low == numbers->high;
  const std::string choice = is_one ? std::string() : choice_text(bound);
  return choice.empty() ? range_text(bound) : choice;
}

}  // namespace seedc::lint
