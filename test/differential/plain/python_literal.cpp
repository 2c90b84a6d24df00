// Python literals by recursive descent; each function takes what it reads from the front.
#include <unicode/unistr.h>

#include <charconv>
#include <cmath>
#include <regex>

#include "test/differential/plain/reading.h"

namespace seedc::plain {
namespace {

constexpr int kMaxDepth = 100;

struct Malformed {};

class LiteralReader {
 public:
  explicit LiteralReader(const std::string& text) : text_(text) {}

  Json read_all() {
    Json value = read_value(0);
    skip_space();
    if (at_ != text_.size()) throw Malformed();
    return value;
  }

 private:
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(const std::string& token) {
    if (text_.compare(at_, token.size(), token) != 0) return false;
    at_ += token.size();
    return true;
  }
  void need(const std::string& token) {
    if (!take(token)) throw Malformed();
  }
  void skip_space() {
    while (std::string(" \t\n\r\f").find(next()) != std::string::npos && at_ < text_.size()) ++at_;
  }

  Json read_value(int depth) {
    skip_space();
    if (next() == '{') return read_dict(depth + 1);
    if (next() == '[') return read_list(depth + 1);
    if (next() == '\'' || next() == '"' || next() == 'u') return read_string();
    if (take("True")) return true;
    if (take("False")) return false;
    if (take("None")) return nullptr;
    return read_number();
  }

  Json read_dict(int depth) {
    Json dict = Json::object();
    read_entries("{", "}", depth, [&] {
      const std::string key = read_string();
      skip_space();
      need(":");
      dict[key] = read_value(depth);
    });
    return dict;
  }

  Json read_list(int depth) {
    Json list = Json::array();
    read_entries("[", "]", depth, [&] { list.push_back(read_value(depth)); });
    return list;
  }

  /// Entries with commas between them and perhaps behind the last.
  template <class ReadEntry>
  void read_entries(const std::string& open, const std::string& close, int depth,
                    ReadEntry read_entry) {
    if (depth > kMaxDepth) throw Malformed();
    need(open);
    skip_space();
    while (!take(close)) {
      read_entry();
      skip_space();
      if (take(close)) return;
      need(",");
      skip_space();
    }
  }

  std::string read_string() {
    take("u");
    const std::string quote(1, next());
    if (quote != "'" && quote != "\"") throw Malformed();
    need(quote);
    std::string out;
    while (!take(quote)) out += read_character();
    return out;
  }

  std::string read_character() {
    if (at_ >= text_.size() || next() == '\n' || next() == '\r' || next() == '\0')
      throw Malformed();
    if (!take("\\")) return std::string(1, text_[at_++]);
    if (take("n")) return "\n";
    if (take("r")) return "\r";
    if (take("t")) return "\t";
    if (take("x")) return read_code(2);
    if (take("u")) return read_code(4);
    for (const char* same : {"\\", "'", "\""}) {
      if (take(same)) return same;
    }
    throw Malformed();
  }

  std::string read_code(std::size_t digits) {
    const std::string hex = text_.substr(at_, digits);
    if (hex.size() != digits || hex.find_first_not_of("0123456789abcdefABCDEF") != hex.npos) {
      throw Malformed();
    }
    at_ += digits;
    std::string utf8;
    return icu::UnicodeString(static_cast<UChar32>(std::stoul(hex, nullptr, 16)))
        .toUTF8String(utf8);
  }

  Json read_number() {
    static const std::regex number(R"([+-]?[ \t\n\r\f]*(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)");
    std::smatch match;
    if (!std::regex_search(text_.begin() + static_cast<std::ptrdiff_t>(at_), text_.end(), match,
                           number, std::regex_constants::match_continuous)) {
      throw Malformed();
    }
    at_ += static_cast<std::size_t>(match.length());
    return number_of(match.str());
  }

  static Json number_of(const std::string& spelling) {
    static const std::regex blanks_and_plus(R"(^\+|[ \t\n\r\f])");
    static const std::regex leading_zero(R"(-?0\d*[1-9]\d*)");
    const std::string digits = std::regex_replace(spelling, blanks_and_plus, "");
    if (std::regex_match(digits, leading_zero)) throw Malformed();
    std::int64_t integer = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), integer);
    if (error == std::errc() && end == digits.data() + digits.size()) return integer;
    const double real = std::strtod(digits.c_str(), nullptr);
    if (!std::isfinite(real)) throw Malformed();
    return real;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<Json> read_python_literal(const std::string& text) {
  try {
    return LiteralReader(text).read_all();
  } catch (const Malformed&) {
    return std::nullopt;
  }
}

}  // namespace seedc::plain
