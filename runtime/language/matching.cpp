// Implements how conditions compare values and convert them to numbers.
#include <algorithm>
#include <limits>

#include "runtime/language/decimal.h"
#include "runtime/language/text.h"

namespace seedc::language {
namespace {

/// Wide enough to represent every 64-bit integer and every double exactly, so that both compare by
/// value.
using Exact = long double;
static_assert(std::numeric_limits<Exact>::digits >= 64);

std::optional<Exact> number_or_boolean(const Value& value) {
  if (const auto* boolean = value.as<bool>()) return *boolean ? 1 : 0;
  if (const auto* integer = value.as<std::int64_t>()) return *integer;
  if (const auto* real = value.as<double>()) return *real;
  return std::nullopt;
}

/// Whether an entry of a list counts for credibility: not null, "" or `None` in any case.
bool is_entry(const Value& entry) {
  const auto* text = entry.as<std::string>();
  return !entry.is_null() && (text == nullptr || (!text->empty() && !is_none(*text)));
}

double count_entries(const List& list) {
  return static_cast<double>(std::count_if(list.begin(), list.end(), is_entry));
}

/// The number of years in `2010,2011`.
double count_years(std::string_view text) {
  double count = 0;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const std::string_view year = text.substr(start, end - start);
    if (!year.empty() && !is_none(year)) ++count;
    start = end + 1;
  }
  return count;
}

}  // namespace

Matcher::Matcher(const Value& expected) { add(expected); }

void Matcher::add(const Value& expected) {
  if (const auto* list = expected.as<List>()) {
    for (const Value& element : *list) add(element);
  } else if (!expected.is_null()) {
    const auto* text = expected.as<std::string>();
    Value value = text != nullptr ? read(*text) : expected;
    std::string value_text = text_of(value);
    wanted_.push_back({std::move(value), std::move(value_text),
                       /*is_plain_boolean=*/expected.as<bool>() != nullptr});
  }
}

/// What is not equal by value is left to the texts, whatever kinds both are: 4 matches 4.5, free
/// matches free_wifi.
bool Matcher::matches(const Value& actual, const std::string& text) const {
  const auto number = number_or_boolean(actual);
  return std::any_of(wanted_.begin(), wanted_.end(), [&](const Wanted& wanted) {
    if (number && number == number_or_boolean(wanted.value)) return true;
    if (wanted.is_plain_boolean) return false;
    return text.find(wanted.text) != std::string::npos;
  });
}

/// Numbers are equal to numbers only. All else that has the same text is of the same kind, a string
/// that reads as missing included.
bool Matcher::equals(const Value& actual, const std::string& text) const {
  const auto number = number_or_boolean(actual);
  return std::any_of(wanted_.begin(), wanted_.end(), [&](const Wanted& wanted) {
    const auto wanted_number = number_or_boolean(wanted.value);
    if (number || wanted_number) return number == wanted_number;
    return text == wanted.text;
  });
}

std::optional<double> numeric(const Value& value) {
  if (const auto* text = value.as<std::string>()) return parse_decimal(*text);
  return number_of(value);
}

std::optional<double> credibility(const Value& value, bool is_elite) {
  if (const auto* list = value.as<List>()) return count_entries(*list);
  if (const auto* boolean = value.as<bool>()) return *boolean ? 1.0 : 0.0;
  const auto* text = value.as<std::string>();
  if (text != nullptr && is_elite) return count_years(*text);
  return numeric(value);
}

std::optional<double> countable(const Value& value, bool is_elite) {
  return value.as<bool>() != nullptr ? std::nullopt : credibility(value, is_elite);
}

bool not_empty(const Value& value) {
  if (const auto* list = value.as<List>()) {
    return std::any_of(list->begin(), list->end(), [](const Value& entry) {
      return !entry.is_null() && entry != Value("") && entry != Value("None");
    });
  }
  if (const auto* text = value.as<std::string>()) return !text->empty();
  return !value.is_null() && number_or_boolean(value) != Exact{0};
}

}  // namespace seedc::language
