// Parses JSON with bounded depth. The parser itself does not recurse, but its result is copied,
// written and freed by recursion.
#include "runtime/llm/bounded_json.h"

namespace seedc::llm {

nlohmann::ordered_json parse_bounded_json(std::string_view text) {
  using Json = nlohmann::ordered_json;
  // No JSON has a NUL, and the parser takes it for the end.
  if (text.find('\0') != std::string_view::npos) return Json(Json::value_t::discarded);
  bool is_too_deep = false;
  const auto keep = [&](int depth, Json::parse_event_t /*event*/, Json& /*parsed*/) {
    is_too_deep = is_too_deep || depth > kMaxAnswerDepth;
    return !is_too_deep;
  };
  Json parsed = Json::parse(text, keep, /*allow_exceptions=*/false);
  return is_too_deep ? Json(Json::value_t::discarded) : parsed;
}

std::string string_at(const nlohmann::ordered_json& object, std::string_view key) {
  if (!object.is_object()) return {};
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace seedc::llm
