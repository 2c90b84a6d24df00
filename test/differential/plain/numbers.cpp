// Defines what counts as a number.
#include "test/differential/plain/numbers.h"

#include <algorithm>
#include <cmath>
#include <regex>
#include <sstream>

#include "test/differential/plain/reading.h"
#include "test/differential/plain/text.h"

namespace seedc::plain {
namespace {

/// Nothing is trimmed: ` 4` is not a number.
std::optional<double> number_of_string(const std::string& string) {
  static const std::regex number(R"([+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)");
  if (!std::regex_match(string, number)) return std::nullopt;
  const double real = std::strtod(string.c_str(), nullptr);
  return std::isfinite(real) ? std::optional(real) : std::nullopt;
}

bool is_entry(const Json& entry) {
  if (entry.is_null()) return false;
  if (!entry.is_string()) return true;
  const auto string = entry.get<std::string>();
  return !string.empty() && !equal_without_case(string, "None");
}

Json split_at_commas(const std::string& string) {
  Json list = Json::array();
  std::istringstream in(string);
  for (std::string part; std::getline(in, part, ',');) list.push_back(part);
  return list;
}

}  // namespace

std::optional<double> number_of(const Json& value) {
  if (value.is_string()) return number_of_string(value.get<std::string>());
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

std::size_t entries_of(const Json& list) {
  return static_cast<std::size_t>(std::count_if(list.begin(), list.end(), is_entry));
}

std::optional<double> credibility_at(const Json& review, const Path& path) {
  return credibility_of(value_at(review, path), path);
}

std::optional<double> credibility_of(const Json& value, const Path& path) {
  if (value.is_array()) return static_cast<double>(entries_of(value));
  if (value.is_string() && path == Path{"user", "elite"}) {
    return static_cast<double>(entries_of(split_at_commas(value.get<std::string>())));
  }
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  return number_of(value);
}

}  // namespace seedc::plain
