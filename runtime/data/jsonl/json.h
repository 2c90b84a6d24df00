// JSON as the dataset's files have it, read with simdjson.
#pragma once

#include <simdjson.h>

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "runtime/base/limits.h"
#include "runtime/language/value.h"

namespace seedc {

using JsonElement = simdjson::dom::element;
using JsonObject = simdjson::dom::object;
using JsonArray = simdjson::dom::array;

/// How many readable bytes must follow a text that is parsed.
constexpr std::size_t kJsonPadding = simdjson::SIMDJSON_PADDING;

class JsonParser {
 public:
  static constexpr std::size_t kMaxBytes = 2 * limits::kLineBytes;

  /// The root of `text`, valid until the next parse, or why there is none.
  tl::expected<JsonElement, std::string_view> parse(std::string_view text);

 private:
  simdjson::dom::parser parser_{kMaxBytes};
  std::string widened_;
};

/// The member of an object, of equal keys the last; nothing if it is absent, or `element` is no
/// object.
std::optional<JsonElement> member(JsonObject object, std::string_view key);
std::optional<JsonElement> member(JsonElement element, std::string_view key);

/// What `element` is, if it is that.
std::optional<std::string_view> string_of(JsonElement element);
std::optional<JsonObject> object_of(JsonElement element);
std::optional<JsonArray> array_of(JsonElement element);

/// Integers beyond 64 bits become reals.
Value to_value(JsonElement element);

}  // namespace seedc
