// item_meta and item_meta_hours.
#include <algorithm>
#include <regex>
#include <stdexcept>

#include "test/differential/plain/matching.h"
#include "test/differential/plain/numbers.h"
#include "test/differential/plain/reading.h"
#include "test/differential/plain/rules.h"
#include "test/differential/plain/text.h"

namespace seedc::plain {
namespace {

bool given(const Json& e, const std::string& key) { return !member(e, key).is_null(); }

bool text_contains(const Json& value, const Json& wanted) {
  return text(value).find(text(wanted)) != std::string::npos;
}

bool is_dict_of_booleans(const Json& value) {
  return value.is_object() && !value.empty() &&
         std::all_of(value.begin(), value.end(), [](const Json& v) { return v.is_boolean(); });
}

bool any_true(const Json& dict) {
  return std::any_of(dict.begin(), dict.end(), [](const Json& v) { return v == true; });
}

bool has_bounds(const Json& e) {
  return given(e, "gte") || given(e, "gt") || given(e, "lte") || given(e, "lt");
}

/// Rule 5: the value is a number and all bounds hold of it.
language::Tri by_bounds(const Json& e, const Json& v) {
  const auto number = number_of(v);
  if (!number) return language::Tri::Unknown;
  for (const char* bound : {"gte", "gt", "lte", "lt"}) {
    if (given(e, bound) && !compares(*number, bound, e.at(bound).get<double>())) {
      return language::Tri::No;
    }
  }
  return language::Tri::Yes;
}

/// Rules 7 to 10: the value is there and no dict of booleans.
language::Tri by_expectations(const Json& e, const Json& v) {
  if (given(e, "is")) return language::tri_of(is_one_of(v, e.at("is")));
  const bool has_true = given(e, "true");
  const bool has_false = given(e, "false");
  const bool has_neutral = given(e, "neutral");
  if (!has_true && !has_false && !has_neutral) {
    return v.is_boolean() ? language::tri_of(v.get<bool>()) : language::Tri::Unknown;
  }
  if (has_false && !has_true && !has_neutral) return language::tri_of(!matches(v, e.at("false")));
  if (has_true && !has_false && !has_neutral) return language::tri_of(matches(v, e.at("true")));
  if (has_true && matches(v, e.at("true"))) return language::Tri::Yes;
  if (has_false && matches(v, e.at("false"))) return language::Tri::No;
  return language::Tri::Unknown;
}

constexpr long kDay = 24 * 60;

/// Minutes since midnight; the end is a day later if it is before the start.
struct Range {
  long start, end;
};

std::optional<Range> read_range(const Json& value) {
  static const std::regex range(R"(\s*(\d+):(\d+)\s*-\s*(\d+):(\d+)\s*)");
  std::smatch match;
  const std::string string = value.is_string() ? value.get<std::string>() : "";
  if (!std::regex_match(string, match, range)) return std::nullopt;
  const long start = std::stol(match[1]) * 60 + std::stol(match[2]);
  const long end = std::stol(match[3]) * 60 + std::stol(match[4]);
  return Range{start, end < start ? end + kDay : end};
}

/// A time of day in minutes, free of mistakes.
long read_time(const Json& time) {
  static const std::regex format(R"(\s*(\d+):(\d+)\s*)");
  std::smatch match;
  const auto string = time.get<std::string>();
  if (!std::regex_match(string, match, format)) throw std::invalid_argument("no time: " + string);
  return std::stol(match[1]) * 60 + std::stol(match[2]);
}

bool says_nothing(const Json& v) {
  return v.is_null() || v == "" || v == Json::object() || v == Json::array();
}

bool is_within(const Range& outer, const Range& inner) {
  return outer.start <= inner.start && inner.end <= outer.end;
}

bool share_a_minute(const Range& a, const Range& b) {
  return std::max(a.start, b.start) < std::min(a.end, b.end);
}

/// The same range or time a day later.
Range later(const Range& range) { return {range.start + kDay, range.end + kDay}; }

bool has_hours(const Json& v) {
  const auto range = read_range(v);
  return range && range->start != range->end;
}

/// Whether the item has hours on another day than the path's.
bool has_hours_elsewhere(const Json& item, Path path) {
  const std::string day = path.back();
  path.pop_back();
  const Json days = value_at(item, path);
  if (!days.is_object()) return false;
  return std::any_of(days.items().begin(), days.items().end(), [&](const auto& other) {
    Path other_path = path;
    other_path.push_back(other.key());
    return other.key() != day && has_hours(value_at(item, other_path));
  });
}

language::Tri closed(const Json& e, const Json& item) {
  const Path path = path_of(member(e, "path"));
  const Json v = value_at(item, path);
  if (has_hours(v)) return language::Tri::No;
  if (says_nothing(v) && path.size() > 1 && has_hours_elsewhere(item, path))
    return language::Tri::Yes;
  return missing_of(e);
}

}  // namespace

language::Tri item_meta(const Json& e, const Item& item) {
  const Json v = value_at(item.value, path_of(member(e, "path")));
  if (given(e, "not_contains"))
    return language::tri_of(v.is_null() || !text_contains(v, e["not_contains"]));
  if (given(e, "not_true")) return language::tri_of(v.is_null() || !matches(v, e["not_true"]));
  if (given(e, "true_not")) return language::tri_of(v.is_null() || !matches(v, e["true_not"]));
  if (given(e, "contains")) return language::tri_of(text_contains(v, e["contains"]));
  if (v.is_null()) return missing_of(e);
  if (has_bounds(e)) return by_bounds(e, v);
  if (is_dict_of_booleans(v)) return language::tri_of(any_true(v));
  return by_expectations(e, v);
}

language::Tri item_meta_hours(const Json& e, const Item& item) {
  if (given(e, "closed")) return closed(e, item.value);
  const Json v = value_at(item.value, path_of(member(e, "path")));
  if (says_nothing(v)) return missing_of(e);
  const auto open = read_range(v);
  if (!open) return language::Tri::No;
  if (given(e, "true")) return language::tri_of(is_within(*open, *read_range(e.at("true"))));
  if (open->start == open->end) return missing_of(e);
  if (given(e, "any")) {
    const Range asked = *read_range(e.at("any"));
    return language::tri_of(share_a_minute(*open, asked) || share_a_minute(*open, later(asked)));
  }
  const long time = read_time(e.at("at"));
  const Range minute{time, time + 1};
  return language::tri_of(is_within(*open, minute) || is_within(*open, later(minute)));
}

}  // namespace seedc::plain
