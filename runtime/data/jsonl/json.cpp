// Parses JSON and converts it to values.
#include "runtime/data/jsonl/json.h"

#include <unicode/utf16.h>

#include <charconv>

namespace seedc::data {
namespace {

using simdjson::dom::element_type;

static_assert(base::limits::kJsonNesting == simdjson::DEFAULT_MAX_DEPTH);

std::string_view reason_of(simdjson::error_code error) {
  switch (error) {
    case simdjson::UTF8_ERROR:
      return "invalid UTF-8";
    case simdjson::DEPTH_ERROR:
      return "nested too deeply";
    case simdjson::CAPACITY:
      return "longer than 1 GiB";
    case simdjson::NUMBER_ERROR:
      return "a number that is malformed or too large";
    default:
      return "not valid JSON";
  }
}

/// The UTF-16 code unit of an escape `\uXXXX` that begins at `at`.
std::optional<std::uint16_t> code_unit_at(std::string_view text, std::size_t at) {
  if (text.size() < at + 6 || text.substr(at, 2) != "\\u") return std::nullopt;
  std::uint16_t unit = 0;
  const char* end = text.data() + at + 6;
  const bool is_hex = std::from_chars(text.data() + at + 2, end, unit, 16).ptr == end;
  return is_hex ? std::optional(unit) : std::nullopt;
}

/// Rewrites what JSON allows and simdjson rejects: integers beyond 64 bits become reals, escaped
/// halves of surrogate pairs U+FFFD.
class Widener {
 public:
  explicit Widener(std::string_view text) : text_(text) {}

  std::string widen() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        copy_string();
      } else if (c == '-' || ('0' <= c && c <= '9')) {
        copy_number();
      } else {
        copy(1);
      }
    }
    return std::move(out_);
  }

 private:
  /// Fewer if the text is truncated: invalid JSON may have unterminated strings.
  void copy(std::size_t most) {
    const std::string_view copied = text_.substr(at_, most);
    out_ += copied;
    at_ += copied.size();
  }

  void copy_string() {
    copy(1);
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\') {
        copy_escape();
      } else {
        copy(1);
      }
    }
    copy(1);
  }

  void copy_escape() {
    const auto unit = code_unit_at(text_, at_);
    if (!unit || !U16_IS_SURROGATE(*unit)) return copy(2);
    const auto next = code_unit_at(text_, at_ + 6);
    if (U16_IS_SURROGATE_LEAD(*unit) && next && U16_IS_TRAIL(*next)) return copy(12);
    out_ += "\\ufffd";
    at_ += 6;
  }

  void copy_number() {
    const std::size_t size =
        std::min(text_.find_first_not_of("0123456789+-.eE", at_), text_.size()) - at_;
    const std::string_view number = text_.substr(at_, size);
    copy(size);
    std::int64_t integer = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + size, integer);
    const bool is_integer = end == number.data() + size;
    if (is_integer && error == std::errc::result_out_of_range) out_ += ".0";
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
};

template <class T>
std::optional<T> value_if_success(simdjson::simdjson_result<T> result) {
  T value;
  const bool is_there = std::move(result).get(value) == simdjson::SUCCESS;
  return is_there ? std::optional(value) : std::nullopt;
}

language::List to_list(JsonArray array) {
  language::List list;
  for (const JsonElement entry : array) list.push_back(to_value(entry));
  return list;
}

language::Dict to_dict(JsonObject object) {
  language::Dict entries;
  for (const auto field : object)
    entries.emplace_back(std::string(field.key), to_value(field.value));
  return language::dict_of(std::move(entries));
}

}  // namespace

tl::expected<JsonElement, std::string_view> JsonParser::parse(std::string_view text) {
  JsonElement root;
  simdjson::error_code error = parser_.parse(text.data(), text.size(), false).get(root);
  if (error == simdjson::NUMBER_ERROR || error == simdjson::STRING_ERROR) {
    widened_ = Widener(text).widen();
    widened_.reserve(widened_.size() + kJsonPadding);
    error = parser_.parse(widened_.data(), widened_.size(), false).get(root);
  }
  if (error != simdjson::SUCCESS) return tl::unexpected(reason_of(error));
  return root;
}

std::optional<JsonElement> member(JsonObject object, std::string_view key) {
  std::optional<JsonElement> found;
  for (const auto field : object) {
    if (field.key == key) found = field.value;
  }
  return found;
}

std::optional<JsonElement> member(JsonElement element, std::string_view key) {
  const auto object = object_of(element);
  return object ? member(*object, key) : std::nullopt;
}

std::optional<std::string_view> string_of(JsonElement element) {
  return value_if_success(element.get_string());
}

std::optional<JsonObject> object_of(JsonElement element) {
  return value_if_success(element.get_object());
}

std::optional<JsonArray> array_of(JsonElement element) {
  return value_if_success(element.get_array());
}

language::Value to_value(JsonElement element) {
  switch (element.type()) {
    case element_type::ARRAY:
      return to_list(element.get_array().value_unsafe());
    case element_type::OBJECT:
      return to_dict(element.get_object().value_unsafe());
    case element_type::INT64:
      return element.get_int64().value_unsafe();
    case element_type::UINT64:
      return static_cast<double>(element.get_uint64().value_unsafe());
    case element_type::DOUBLE:
      return element.get_double().value_unsafe();
    case element_type::STRING:
      return std::string(element.get_string().value_unsafe());
    case element_type::BOOL:
      return element.get_bool().value_unsafe();
    case element_type::NULL_VALUE:
      return {};
  }
  return {};
}

std::optional<std::variant<std::int64_t, double>> number_of(std::string_view json) {
  if (json.empty() || !(json.front() == '-' || (json.front() >= '0' && json.front() <= '9')))
    return std::nullopt;
  const auto read = [&](auto number) -> std::optional<decltype(number)> {
    const auto [end, error] = std::from_chars(json.data(), json.data() + json.size(), number);
    return error == std::errc() && end == json.data() + json.size() ? std::optional(number)
                                                                    : std::nullopt;
  };
  if (const auto integer = read(std::int64_t{})) return *integer;
  if (json.find_first_of(".eE") == std::string_view::npos) return std::nullopt;
  return read(double{});
}

}  // namespace seedc::data
