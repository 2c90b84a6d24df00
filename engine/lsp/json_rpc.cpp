// Reads and writes messages with nlohmann_json.
#include "engine/lsp/json_rpc.h"

#include <optional>

#include "compiler/source/utf8.h"

namespace seedc::lsp {
namespace {

/// The code unit of an escape `\uXXXX` at `offset`.
std::optional<std::uint32_t> code_unit_at(std::string_view text, std::size_t offset) {
  if (offset + 6 > text.size() || text[offset] != '\\' || text[offset + 1] != 'u')
    return std::nullopt;
  std::uint32_t unit = 0;
  for (const char c : text.substr(offset + 2, 4)) {
    const bool is_digit = c >= '0' && c <= '9';
    const char letter = static_cast<char>(c | 0x20);
    if (!is_digit && (letter < 'a' || letter > 'f')) return std::nullopt;
    unit = unit * 16 + static_cast<std::uint32_t>(is_digit ? c - '0' : letter - 'a' + 10);
  }
  return unit;
}

bool is_high(std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low(std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

/// Replaces escapes of surrogates that are not in a pair.
std::string with_whole_pairs(std::string text) {
  for (std::size_t i = text.find('\\'); i != std::string::npos; i = text.find('\\', i)) {
    const auto unit = code_unit_at(text, i);
    const auto next = unit && is_high(*unit) ? code_unit_at(text, i + 6) : std::nullopt;
    const bool is_pair = next && is_low(*next);
    if (unit && (is_high(*unit) || is_low(*unit)) && !is_pair) text.replace(i + 2, 4, "fffd");
    i += is_pair ? 12 : unit ? 6 : 2;
    if (i > text.size()) break;
  }
  return text;
}

}  // namespace

Json parse_message(const std::string& text) {
  Json parsed = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!parsed.is_discarded()) return parsed;
  return Json::parse(with_whole_pairs(source::as_valid_utf8(text)), nullptr, false);
}

Json response(const Json& id, Json result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

Json error_response(const Json& id, ErrorCode code, std::string_view message) {
  return {{"jsonrpc", "2.0"},
          {"id", id},
          {"error", {{"code", static_cast<std::int32_t>(code)}, {"message", message}}}};
}

Json notification(std::string_view method, Json params) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

Json request(std::int64_t id, std::string_view method, Json params) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
}

const Json& at(const Json& object, std::initializer_list<const char*> keys) {
  static const Json kNull;
  const Json* found = &object;
  for (const char* key : keys) {
    if (!found->is_object()) return kNull;
    const auto member = found->find(key);
    if (member == found->end()) return kNull;
    found = &*member;
  }
  return *found;
}

std::string text_at(const Json& object, std::initializer_list<const char*> keys) {
  const Json& found = at(object, keys);
  return found.is_string() ? found.get<std::string>() : std::string();
}

std::int64_t integer_at(const Json& object, std::initializer_list<const char*> keys) {
  const Json& found = at(object, keys);
  return found.is_number_integer() ? found.get<std::int64_t>() : 0;
}

bool is_true_at(const Json& object, std::initializer_list<const char*> keys) {
  const Json& found = at(object, keys);
  return found.is_boolean() && found.get<bool>();
}

std::string text_with_help(const base::Error& error) {
  return error.help.empty() ? error.text : error.text + "; " + error.help;
}

std::string dumped(const Json& message) {
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace seedc::lsp
