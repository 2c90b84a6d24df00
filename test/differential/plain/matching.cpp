// `match`, sentence by sentence.
#include "test/differential/plain/matching.h"

#include <algorithm>
#include <optional>

#include "test/differential/plain/reading.h"
#include "test/differential/plain/text.h"

namespace seedc::plain {
namespace {

/// Wide enough for every integer and every real, so that 2^63 - 1 and 2^63 are not the same.
using Exact = long double;

std::optional<Exact> number_or_boolean(const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  if (!value.is_number()) return std::nullopt;
  return is_real(value) ? Exact{value.get<double>()}
                        : static_cast<Exact>(value.get<std::int64_t>());
}

/// An expected string is read; one that reads as missing is its text.
Json as_expected(const Json& expected) {
  if (!expected.is_string()) return expected;
  const Json value = read(expected.get<std::string>());
  return value.is_null() ? Json(text(expected)) : value;
}

/// Numbers and booleans by value, strings without regard to case, dicts and lists by text.
bool are_equal(const Json& actual, const Json& expected) {
  const auto left = number_or_boolean(actual);
  const auto right = number_or_boolean(expected);
  if (left || right) return left == right;
  return text(actual) == text(expected);
}

}  // namespace

bool is_one_of(const Json& actual, const Json& expected) {
  if (!expected.is_array()) return are_equal(actual, as_expected(expected));
  return std::any_of(expected.begin(), expected.end(), [&](const Json& element) {
    return !element.is_null() && are_equal(actual, as_expected(element));
  });
}

bool matches(const Json& actual, const Json& expected) {
  if (expected.is_array()) {
    return std::any_of(expected.begin(), expected.end(), [&](const Json& element) {
      return !element.is_null() && matches(actual, element);
    });
  }
  const auto value = number_or_boolean(actual);
  if (expected.is_boolean()) return value && *value == number_or_boolean(expected);
  const Json wanted = expected.is_string() ? read(expected.get<std::string>()) : expected;
  if (value && value == number_or_boolean(wanted)) return true;
  return text(actual).find(text(wanted)) != std::string::npos;
}

}  // namespace seedc::plain
