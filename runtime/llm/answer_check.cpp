// Checks answers against schemas. Recursion goes as deep as the schema, never as deep as the
// answer.
#include "runtime/llm/answer_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace seedc::llm {
namespace {

using Json = nlohmann::ordered_json;

bool is_integer(const Json& value) {
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (value.is_number_unsigned()) return value.get<std::uint64_t>() <= kMost;
  return value.is_number_integer();
}

bool is_of_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return is_integer(value);
  if (type == "number") return value.is_number();
  return type == "null" && value.is_null();
}

bool is_of_types(const Json& value, const Json& types) {
  if (!types.is_array()) return is_of_type(value, types.get<std::string>());
  return std::any_of(types.begin(), types.end(),
                     [&](const Json& type) { return is_of_type(value, type.get<std::string>()); });
}

/// A short, flat description of a value for messages.
std::string shown(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  constexpr std::size_t kMost = 60;
  const std::string text = value.dump();
  return text.size() <= kMost ? text : "a long text";
}

std::string types_of(const Json& types) {
  if (!types.is_array()) return types.get<std::string>();
  std::string all;
  for (const Json& type : types) all += (all.empty() ? "" : " or ") + type.get<std::string>();
  return all;
}

std::string at(const std::string& place, const std::string& what) {
  return place.empty() ? what : fmt::format("`{}`: {}", place, what);
}

std::optional<std::string> check(const Json& value, const Json& schema, const std::string& place);

std::optional<std::string> check_object(const Json& object, const Json& schema,
                                        const std::string& place) {
  static const Json kNone = Json::object();
  const auto properties = schema.find("properties");
  const Json& known = properties == schema.end() ? kNone : *properties;
  if (const auto required = schema.find("required"); required != schema.end()) {
    for (const Json& key : *required) {
      if (!object.contains(key.get<std::string>()))
        return at(place, fmt::format("`{}` is missing", key.get<std::string>()));
    }
  }
  for (const auto& [key, member] : object.items()) {
    const auto property = known.find(key);
    if (property != known.end()) {
      auto violation =
          check(member, *property, place.empty() ? key : fmt::format("{}.{}", place, key));
      if (violation) return violation;
    } else if (schema.value("additionalProperties", true) == false) {
      return at(place, "a key that is not asked for");
    }
  }
  return std::nullopt;
}

std::optional<std::string> check_items(const Json& list, const Json& items,
                                       const std::string& place) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (auto violation = check(list[i], items, fmt::format("{}[{}]", place, i))) return violation;
  }
  return std::nullopt;
}

std::optional<std::string> check(const Json& value, const Json& schema, const std::string& place) {
  if (const auto type = schema.find("type"); type != schema.end() && !is_of_types(value, *type))
    return at(place, fmt::format("{} is not of type {}", shown(value), types_of(*type)));
  const auto allowed = schema.find("enum");
  if (allowed != schema.end() &&
      std::find(allowed->begin(), allowed->end(), value) == allowed->end())
    return at(place, fmt::format("{} is not among its values", shown(value)));
  if (value.is_object()) return check_object(value, schema, place);
  const auto items = schema.find("items");
  if (value.is_array() && items != schema.end()) return check_items(value, *items, place);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_violation(const Json& answer, const Json& schema) {
  return check(answer, schema, "");
}

std::optional<std::string> find_fault(const nlohmann::ordered_json& answer,
                                      const ChatRequest& request) {
  return request.find_fault ? request.find_fault(answer)
                            : find_violation(answer, request.response_schema);
}

}  // namespace seedc::llm
