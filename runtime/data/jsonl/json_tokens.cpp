// Finds tokens and checks the grammar of the values they begin.
#include "runtime/data/jsonl/json_tokens.h"

#include <array>
#include <new>

#include "runtime/data/jsonl/json.h"

namespace seedc::data {
namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }

bool is_hexadecimal(char c) {
  return is_digit(c) || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F');
}

/// Whether the character may follow a number or a literal.
constexpr std::array<bool, 256> kIsDelimiter = [] {
  std::array<bool, 256> is_delimiter{};
  for (const unsigned char c : std::string_view(",}] \n\r\t")) is_delimiter[c] = true;
  return is_delimiter;
}();
bool is_delimiter(char c) { return kIsDelimiter[static_cast<unsigned char>(c)]; }

const char* behind_digits(const char* at) {
  while (is_digit(*at)) ++at;
  return at;
}

/// A number's end, or nullptr if it is invalid. `exponent` is the digits of an exponent that makes
/// it larger.
const char* behind_number(const char* at, std::string_view& exponent) {
  if (*at == '-') ++at;
  const char* const whole = at;
  at = behind_digits(whole);
  if (at == whole || (*whole == '0' && at > whole + 1)) return nullptr;
  if (*at == '.') {
    const char* const fraction = at + 1;
    at = behind_digits(fraction);
    if (at == fraction) return nullptr;
  }
  if (*at != 'e' && *at != 'E') return at;
  ++at;
  const bool is_negative = *at == '-';
  if (is_negative || *at == '+') ++at;
  const char* const digits = at;
  at = behind_digits(digits);
  if (!is_negative) exponent = {digits, at};
  return at == digits ? nullptr : at;
}

const char* behind_literal(const char* at, std::string_view literal) {
  const bool is_there = std::memcmp(at, literal.data(), literal.size()) == 0;
  return is_there ? at + literal.size() : nullptr;
}

const char* behind_finite_number(const char* begin) {
  constexpr std::ptrdiff_t kSurelyFinite = 200;
  std::string_view exponent;
  const char* const end = behind_number(begin, exponent);
  if (end == nullptr || (exponent.size() <= 2 && end - begin <= kSurelyFinite)) return end;
  return JsonParser().parse({begin, end}) ? end : nullptr;
}

constexpr std::size_t kLeastCapacity = 1024;

}  // namespace

const char* behind_escape(const char* at) {
  constexpr std::size_t kDigits = 4;
  const char* const digits = at + 2;
  switch (at[1]) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
      return digits;
    case 'u':
      return std::all_of(digits, digits + kDigits, is_hexadecimal) ? digits + kDigits : nullptr;
    default:
      return nullptr;
  }
}

bool has_valid_escapes(std::string_view inside) {
  const char* const end = inside.data() + inside.size();
  const char* at = inside.data();
  while (at != end) {
    // Escapes often follow each other, as the ends of lines do.
    if (*at == '\\') {
      at = behind_escape(at);
      if (at == nullptr) return false;
    } else {
      const void* next = std::memchr(at, '\\', static_cast<std::size_t>(end - at));
      at = next == nullptr ? end : static_cast<const char*>(next);
    }
  }
  return true;
}

const char* behind_scalar(const char* begin) {
  if (is_digit(*begin) && is_delimiter(begin[1])) return begin + 1;  // mostly a count
  switch (*begin) {
    case 't':
      return behind_literal(begin, "true");
    case 'f':
      return behind_literal(begin, "false");
    case 'n':
      return behind_literal(begin, "null");
    default:
      return behind_finite_number(begin);
  }
}

JsonText JsonCursor::scalar() {
  const char* const begin = text_ + *token_;
  const char* const end = next() == '\0' ? nullptr : behind_scalar(begin);
  if (end == nullptr || !is_delimiter(*end)) {
    fail();
    return {};
  }
  ++token_;
  return {begin, end};
}

JsonText JsonCursor::no_string() {
  switch (next()) {
    case '{':
      return object([this](const JsonText&) { value(); });
    case '[':
      return array([this] { value(); });
    default:
      return scalar();
  }
}

void JsonCursor::find_backslash(const char* from) {
  const void* found = std::memchr(from, '\\', static_cast<std::size_t>(part_end_ - from));
  backslash_ = found == nullptr ? part_end_ : static_cast<const char*>(found);
}

JsonTokens::JsonTokens() {
  const auto error = simdjson::get_active_implementation()->create_dom_parser_implementation(
      kLeastCapacity, simdjson::DEFAULT_MAX_DEPTH, simdjson_);
  if (error != simdjson::SUCCESS) throw std::bad_alloc();
}

void JsonTokens::begin(std::string_view lines) {
  lines_ = lines;
  are_found_alone_ = false;
  size_ = 0;
}

bool JsonTokens::find(std::string_view line) {
  if (have(line)) return true;
  const auto rest = static_cast<std::size_t>(lines_.data() + lines_.size() - line.data());
  if (!are_found_alone_ && find_all({line.data(), rest})) return true;
  are_found_alone_ = true;
  return find_all(line);
}

bool JsonTokens::find_all(std::string_view text) {
  size_ = 0;
  if (text.size() > JsonParser::kMaxBytes) return false;
  if (text.size() > simdjson_->capacity() &&
      simdjson_->set_capacity(text.size()) != simdjson::SUCCESS)
    throw std::bad_alloc();
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto error = simdjson_->stage1(bytes, text.size(), simdjson::stage1_mode::regular);
  if (error != simdjson::SUCCESS) return false;
  text_ = text.data();
  size_ = text.size();
  begin_ = expected_ = simdjson_->structural_indexes.get();
  end_ = begin_ + simdjson_->n_structural_indexes;
  return true;
}

JsonCursor JsonTokens::walk(std::string_view part) {
  if (!have(part)) find(part);
  const auto begin = static_cast<std::uint32_t>(part.data() - text_);
  const bool is_expected = *expected_ >= begin && (expected_ == begin_ || expected_[-1] < begin);
  return {text_, is_expected ? expected_ : std::lower_bound(begin_, end_, begin), part};
}

std::string_view JsonTokens::store(const JsonText& string, Arena& arena) const {
  if (string.is_nothing()) return {};
  const std::string_view inside = string.inside();
  if (string.is_plain_string()) return arena.store(inside);
  char* const place = arena.reserve(inside.size() + kJsonPadding);
  const auto* end = simdjson_->parse_string(reinterpret_cast<const std::uint8_t*>(inside.data()),
                                            reinterpret_cast<std::uint8_t*>(place));
  if (end != nullptr) return arena.commit(reinterpret_cast<const char*>(end));
  return arena.store(*string_of(*JsonParser().parse(string.text())));  // halves of surrogate pairs
}

}  // namespace seedc::data
