// A recursive-descent parser for Python literals, of bounded depth.
#include "runtime/language/python_literal.h"

#include <unicode/utf8.h>

#include <charconv>
#include <string>

#include "runtime/language/decimal.h"

namespace seedc::language {
namespace {

constexpr UChar32 kReplacement = 0xFFFD;

void append_utf8(std::string& out, UChar32 code_point) {
  if (U_IS_SURROGATE(code_point)) code_point = kReplacement;
  char bytes[U8_MAX_LENGTH];
  int size = 0;
  U8_APPEND_UNSAFE(bytes, size, code_point);
  out.append(bytes, static_cast<std::size_t>(size));
}

/// Python rejects `007`, though `00` and `007.5` are numbers.
bool has_leading_zero(std::string_view digits) {
  return digits.starts_with('0') && digits.find_first_not_of('0') != std::string_view::npos;
}

class LiteralParser {
 public:
  explicit LiteralParser(std::string_view text) : rest_(text) {}

  std::optional<Value> parse() {
    std::optional<Value> value = parse_value(0);
    skip_space();
    return rest_.empty() ? value : std::nullopt;
  }

 private:
  void skip_space() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n\r\f"), rest_.size()));
  }

  /// Consumes `token`, and white space before it, if it is next.
  bool take(std::string_view token) {
    skip_space();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  std::optional<Value> parse_value(int depth) {
    if (take("{")) return parse_dict(depth + 1);
    if (take("[")) return parse_list(depth + 1);
    if (take("True")) return Value(true);
    if (take("False")) return Value(false);
    if (take("None")) return Value();
    if (const auto quote = take_quote()) return value_of(parse_string_until(*quote));
    return parse_number();
  }

  std::optional<Value> parse_list(int depth) {
    if (depth > kMaxLiteralDepth) return std::nullopt;
    List list;
    while (!take("]")) {
      if (!list.empty() && !take(",")) return std::nullopt;
      if (!list.empty() && take("]")) break;
      std::optional<Value> entry = parse_value(depth);
      if (!entry) return std::nullopt;
      list.push_back(*std::move(entry));
    }
    return Value(std::move(list));
  }

  std::optional<Value> parse_dict(int depth) {
    if (depth > kMaxLiteralDepth) return std::nullopt;
    std::vector<std::pair<std::string, Value>> entries;
    while (!take("}")) {
      if (!entries.empty() && !take(",")) return std::nullopt;
      if (!entries.empty() && take("}")) break;
      std::optional<std::string> key = parse_string();
      if (!key || !take(":")) return std::nullopt;
      std::optional<Value> value = parse_value(depth);
      if (!value) return std::nullopt;
      entries.emplace_back(*std::move(key), *std::move(value));
    }
    return Value(dict_of(std::move(entries)));
  }

  static std::optional<Value> value_of(std::optional<std::string> text) {
    return text ? std::optional(Value(*std::move(text))) : std::nullopt;
  }

  std::optional<std::string> parse_string() {
    const auto quote = take_quote();
    return quote ? parse_string_until(*quote) : std::nullopt;
  }

  /// Consumes the beginning of a string: its quote, optionally preceded by `u`.
  std::optional<char> take_quote() {
    for (const char quote : {'\'', '"'}) {
      if (take({&quote, 1}) || take(std::string("u") + quote)) return quote;
    }
    return std::nullopt;
  }

  std::optional<std::string> parse_string_until(char quote) {
    std::string out;
    while (!rest_.empty()) {
      const char c = rest_.front();
      rest_.remove_prefix(1);
      if (c == quote) return out;
      if (c == '\n' || c == '\r' || c == '\0') return std::nullopt;
      if (c != '\\') {
        out += c;
      } else if (!parse_escape(out)) {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  bool parse_escape(std::string& out) {
    if (rest_.empty()) return false;
    const char c = rest_.front();
    rest_.remove_prefix(1);
    switch (c) {
      case '\\':
      case '\'':
      case '"':
        out += c;
        return true;
      case 'n':
        out += '\n';
        return true;
      case 'r':
        out += '\r';
        return true;
      case 't':
        out += '\t';
        return true;
      case 'x':
        return parse_code_point(2, out);
      case 'u':
        return parse_code_point(4, out);
      default:
        return false;
    }
  }

  bool parse_code_point(std::size_t digits, std::string& out) {
    if (rest_.size() < digits) return false;
    std::uint32_t number = 0;
    const char* end = rest_.data() + digits;
    if (std::from_chars(rest_.data(), end, number, 16).ptr != end) return false;
    append_utf8(out, static_cast<UChar32>(number));
    rest_.remove_prefix(digits);
    return true;
  }

  std::optional<Value> parse_number() {
    const bool negative = take("-");
    if (!negative) take("+");
    skip_space();
    const std::string_view digits = take_number();
    const std::string signed_digits = (negative ? "-" : "") + std::string(digits);
    if (digits.empty()) return std::nullopt;
    if (digits.find_first_not_of("0123456789") == std::string_view::npos) {
      if (has_leading_zero(digits)) return std::nullopt;
      std::int64_t integer = 0;
      const char* end = signed_digits.data() + signed_digits.size();
      if (std::from_chars(signed_digits.data(), end, integer).ec == std::errc{})
        return Value(integer);
    }
    const std::optional<double> real = parse_decimal(signed_digits);
    return real ? std::optional(Value(*real)) : std::nullopt;
  }

  /// Consumes digits with a point and an exponent; parse_decimal checks the form.
  std::string_view take_number() {
    std::size_t size = 0;
    while (size < rest_.size()) {
      const char c = rest_[size];
      const bool is_exponent_sign =
          (c == '+' || c == '-') && size > 0 && (rest_[size - 1] | 0x20) == 'e';
      const bool is_part =
          ('0' <= c && c <= '9') || c == '.' || (c | 0x20) == 'e' || is_exponent_sign;
      if (!is_part) break;
      ++size;
    }
    const std::string_view number = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return number;
  }

  std::string_view rest_;
};

}  // namespace

std::optional<Value> parse_python_literal(std::string_view text) {
  return LiteralParser(text).parse();
}

}  // namespace seedc::language
