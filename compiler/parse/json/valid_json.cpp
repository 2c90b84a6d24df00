// Reads valid JSON by recursive descent, within the limits of programs.
#include "compiler/parse/json/valid_json.h"

#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "compiler/diag/diagnostics.h"
#include "compiler/parse/strings.h"

namespace seedc::parse {
namespace {

using ast::Json;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// Whether it is of the grammar's WORD, which a number or a constant would go on as.
bool is_in_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
         c == '+' || c == '-';
}

class ValidJsonReader {
 public:
  ValidJsonReader(std::string_view text, Stretch stretch, source::FileId file,
                  std::size_t tokens_left, const ParseLimits& limits)
      : text_(text.substr(0, stretch.end)),
        at_(stretch.begin),
        file_(file),
        tokens_left_(tokens_left),
        limits_(limits) {}

  /// The value and the end after it.
  std::optional<Json> read() {
    Json json;
    if (!read_value(json) || !take_token() || at_ != text_.size()) return std::nullopt;
    return json;
  }

  std::size_t tokens_left() const { return tokens_left_; }

 private:
  // Each returns whether it read what it is for, and within the limits; if not, the state no longer
  // matters.

  /// Before the next token, the end among them.
  bool take_token() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    if (tokens_left_ == 0) return false;
    --tokens_left_;
    return true;
  }

  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool take_sign(char sign) {
    if (!take_token() || next() != sign) return false;
    ++at_;
    return true;
  }

  bool read_value(Json& json) {
    if (!take_token()) return false;
    const std::size_t begin = at_;
    const bool is_read = read_token_or_brackets(json);
    json.span = span_from(begin);
    return is_read;
  }

  bool read_token_or_brackets(Json& json) {
    switch (next()) {
      case '{':
        return read_object(json);
      case '[':
        return read_array(json);
      case '"':
        json.kind = Json::Kind::String;
        return read_string(json.text);
      case 't':
        json.boolean = true;
        json.kind = Json::Kind::Bool;
        return read_constant("true");
      case 'f':
        json.kind = Json::Kind::Bool;
        return read_constant("false");
      case 'n':
        return read_constant("null");
      default:
        json.kind = Json::Kind::Number;
        return read_number(json.text);
    }
  }

  bool read_object(Json& json) {
    json.kind = Json::Kind::Object;
    const std::size_t first = members_.size();
    const bool is_read = read_brackets('}', [&] {
      Json::Member member;
      if (!take_token() || next() != '"') return false;
      const std::size_t begin = at_;
      if (!read_string(member.key)) return false;
      member.key_span = span_from(begin);
      if (!take_sign(':') || !read_value(member.value)) return false;
      members_.push_back(std::move(member));
      return true;
    });
    json.members = taken_from(members_, first);
    return is_read;
  }

  bool read_array(Json& json) {
    json.kind = Json::Kind::Array;
    const std::size_t first = elements_.size();
    const bool is_read = read_brackets(']', [&] {
      Json element;
      if (!read_value(element)) return false;
      elements_.push_back(std::move(element));
      return true;
    });
    json.elements = taken_from(elements_, first);
    return is_read;
  }

  /// Moves the parts from `first` to a vector of just their size: programs of many requests are
  /// mostly such vectors.
  template <class T>
  static std::vector<T> taken_from(std::vector<T>& open, std::size_t first) {
    const auto begin = open.begin() + static_cast<std::ptrdiff_t>(first);
    std::vector<T> taken(std::make_move_iterator(begin), std::make_move_iterator(open.end()));
    open.erase(begin, open.end());
    return taken;
  }

  /// From the opening bracket to the closing one, with any number of items between them.
  template <class ReadItem>
  bool read_brackets(char closer, const ReadItem& read_item) {
    limits_.call.check();
    if (++depth_ > limits_.max_depth) return false;
    ++at_;
    if (!is_closed_at_once(closer)) {
      for (std::size_t items = 1;; ++items) {
        if (!read_item() || !take_token()) return false;
        if (next() == closer) break;
        if (next() != ',' || items >= limits_.max_arguments) return false;
        ++at_;
      }
    }
    ++at_;
    --depth_;
    return true;
  }

  /// Takes the token of a closing bracket, but not the bracket.
  bool is_closed_at_once(char closer) {
    const std::size_t tokens = tokens_left_;
    if (take_token() && next() == closer) return true;
    tokens_left_ = tokens;
    return false;
  }

  bool read_string(std::string& value) {
    const std::size_t begin = at_;
    bool is_plain = true;
    for (++at_; next() != '"'; ++at_) {
      if (static_cast<unsigned char>(next()) < 0x20) return false;  // the end, too
      if (next() != '\\') continue;
      is_plain = false;
      ++at_;
    }
    ++at_;
    if (at_ > text_.size()) return false;
    const std::string_view spelling = text_.substr(begin, at_ - begin);
    if (is_plain) {
      value.assign(spelling.substr(1, spelling.size() - 2));
      return true;
    }
    diag::Diagnostics faults;
    value = decode_escaped(spelling, span_from(begin), {}, faults);
    return !faults.has_errors();
  }

  bool read_constant(std::string_view spelling) {
    if (!text_.substr(at_).starts_with(spelling)) return false;
    at_ += spelling.size();
    return !is_in_word(next());
  }

  bool read_number(std::string& spelling) {
    const std::size_t begin = at_;
    if (next() == '-') ++at_;
    if (next() == '0') {
      ++at_;
    } else if (!read_digits()) {
      return false;
    }
    if (next() == '.') {
      ++at_;
      if (!read_digits()) return false;
    }
    if (next() == 'e' || next() == 'E') {
      ++at_;
      if (next() == '+' || next() == '-') ++at_;
      if (!read_digits()) return false;
    }
    spelling.assign(text_.substr(begin, at_ - begin));
    return !is_in_word(next());
  }

  bool read_digits() {
    if (!is_digit(next())) return false;
    while (is_digit(next())) ++at_;
    return true;
  }

  source::Span span_from(std::size_t begin) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
  }

  std::string_view text_;
  std::size_t at_;
  source::FileId file_;
  std::size_t tokens_left_;
  std::size_t depth_ = 0;
  const ParseLimits& limits_;
  // Of the brackets that are open, the innermost last.
  std::vector<Json> elements_;
  std::vector<Json::Member> members_;
};

}  // namespace

std::optional<ast::Json> read_valid_json(std::string_view text, Stretch stretch,
                                         source::FileId file, std::size_t& tokens_left,
                                         const ParseLimits& limits) {
  ValidJsonReader reader(text, stretch, file, tokens_left, limits);
  std::optional<ast::Json> json = reader.read();
  if (json) tokens_left = reader.tokens_left();
  return json;
}

bool is_valid_json(std::string_view text) {
  const ParseLimits limits;
  std::size_t tokens_left = limits.max_tokens;
  return read_valid_json(text, {0, text.size()}, 0, tokens_left, limits).has_value();
}

}  // namespace seedc::parse
