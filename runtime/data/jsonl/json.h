// JSON of a dataset's files, parsed with simdjson.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>

#include "runtime/base/limits.h"
#include "runtime/language/value.h"

namespace seedc::data {

using JsonElement = simdjson::dom::element;
using JsonObject = simdjson::dom::object;
using JsonArray = simdjson::dom::array;

/// The number of readable bytes that must follow a parsed text.
constexpr std::size_t kJsonPadding = simdjson::SIMDJSON_PADDING;

class JsonParser {
 public:
  static constexpr std::size_t kMaxBytes = 2 * base::limits::kLineBytes;

  /// The root of `text`, valid until the next parse, or the reason it is invalid.
  tl::expected<JsonElement, std::string_view> parse(std::string_view text);

 private:
  simdjson::dom::parser parser_{kMaxBytes};
  std::string widened_;
};

/// The member of an object, the last of equal keys; std::nullopt if it is absent, or if `element`
/// is not an object.
std::optional<JsonElement> member(JsonObject object, std::string_view key);
std::optional<JsonElement> member(JsonElement element, std::string_view key);

/// The string, number or boolean, if `element` is one.
std::optional<std::string_view> string_of(JsonElement element);
std::optional<JsonObject> object_of(JsonElement element);
std::optional<JsonArray> array_of(JsonElement element);

/// Integers beyond 64 bits become reals.
language::Value to_value(JsonElement element);

/// The number that a JSON value is, as the parser reads it, in a small part of its time;
/// std::nullopt for other values, and for a few numbers at the ends of their ranges. The JSON must
/// be valid.
std::optional<std::variant<std::int64_t, double>> number_of(std::string_view json);

}  // namespace seedc::data
