// The only type of value the plain evaluator knows: JSON, with the keys of an object in their
// order.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace seedc::plain {

using Json = nlohmann::ordered_json;
using Path = std::vector<std::string>;

/// The value of an object's key; null if it is absent, or if this is not an object.
inline const Json& member(const Json& object, const std::string& key) {
  static const Json null;
  if (!object.is_object()) return null;
  const auto found = object.find(key);
  return found == object.end() ? null : *found;
}

/// Integers beyond 64 bits, one of them the sign, are reals too.
inline bool is_real(const Json& value) {
  return value.is_number_float() ||
         (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX);
}

/// The option of a condition; null counts as absent.
inline Json option_or(const Json& options, const std::string& key, const Json& otherwise) {
  const Json& given = member(options, key);
  return given.is_null() ? otherwise : given;
}

}  // namespace seedc::plain
