// item_meta and item_meta_hours.
#include <algorithm>
#include <regex>

#include "test/differential/plain/matching.h"
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

/// Rules 6 to 9: the value is there and no dict of booleans.
language::Tri by_expectations(const Json& e, const Json& v) {
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
  return Range{start, end < start ? end + 24 * 60 : end};
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
  if (is_dict_of_booleans(v)) return language::tri_of(any_true(v));
  return by_expectations(e, v);
}

language::Tri item_meta_hours(const Json& e, const Item& item) {
  const Json v = value_at(item.value, path_of(member(e, "path")));
  if (v.is_null() || v == "" || v == Json::object() || v == Json::array()) return missing_of(e);
  const auto open = read_range(v);
  const auto required = read_range(member(e, "true"));
  return language::tri_of(open && open->start <= required->start && required->end <= open->end);
}

}  // namespace seedc::plain
