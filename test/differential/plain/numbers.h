// Numbers of reviews and users (semantics.md section 3).
#pragma once

#include <optional>

#include "test/differential/plain/json.h"

namespace seedc::plain {

/// A number, or a numeric string's number.
std::optional<double> number_of(const Json& value);

/// Where a path leads, as credibility: a list counts its entries, a string at `user.elite` its
/// years.
std::optional<double> credibility_at(const Json& review, const Path& path);

/// The same of the value that is found there.
std::optional<double> credibility_of(const Json& value, const Path& path);

/// How many entries a list has other than null, "" and `None`.
std::size_t entries_of(const Json& list);

/// Whether two numbers or two strings are in this order: gte, gt, lte, lt.
template <class T>
bool compares(const T& left, const std::string& comparison, const T& right) {
  if (comparison == "gte") return left >= right;
  if (comparison == "gt") return left > right;
  if (comparison == "lte") return left <= right;
  return left < right;
}

}  // namespace seedc::plain
