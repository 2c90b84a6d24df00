// A scanner of tokens that keeps the open brackets. It begins anew where the parser does: at the
// first word of a line that begins a statement.
#include "engine/lsp/shorthand_context.h"

#include <algorithm>
#include <optional>

#include "runtime/language/conditions.h"

namespace seedc::lsp {
namespace {

using Where = ShorthandContext::Where;

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_word(std::string_view text, std::string_view upper) {
  return std::ranges::equal(text, upper, {}, [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
}

bool is_operator(std::string_view name) {
  return is_word(name, "AND") || is_word(name, "OR") || is_word(name, "NOT") ||
         is_word(name, "AT_LEAST");
}

struct Token {
  enum class Kind : std::uint8_t { Name, String, Comment, Sign } kind = Kind::Sign;
  std::size_t begin = 0, end = 0;
  std::string_view text;  ///< of a string its contents
};

/// The token at the first byte from `begin` on that is not blank; std::nullopt at the end.
std::optional<Token> token_from(std::string_view text, std::size_t begin) {
  begin = text.find_first_not_of(" \t\r\n\f", begin);
  if (begin == std::string_view::npos) return std::nullopt;
  const char first = text[begin];
  Token token{.begin = begin, .end = begin + 1};
  if (first == '#') {
    token.kind = Token::Kind::Comment;
    token.end = std::min(text.find_first_of("\r\n", begin), text.size());
  } else if (first == '"' || first == '\'') {
    token.kind = Token::Kind::String;
    std::size_t end = begin + 1;
    while (end < text.size() && text[end] != first && text[end] != '\n')
      end += text[end] == '\\' ? 2 : 1;
    end = std::min(end, text.size());
    token.text = text.substr(begin + 1, end - begin - 1);
    token.end = end < text.size() && text[end] == first ? end + 1 : end;
  } else if (is_name_char(first)) {
    token.kind = Token::Kind::Name;
    while (token.end < text.size() && is_name_char(text[token.end])) ++token.end;
    // `cat_arts/crafts`, `drive-thru`
    while (token.end + 1 < text.size() && (text[token.end] == '/' || text[token.end] == '-') &&
           is_name_char(text[token.end + 1])) {
      while (++token.end < text.size() && is_name_char(text[token.end])) {
      }
    }
    token.text = text.substr(begin, token.end - begin);
  } else {
    token.text = text.substr(begin, 1);
  }
  return token;
}

/// An open bracket, or the statement itself at the bottom.
struct Frame {
  char bracket = 0;
  std::string head;        ///< the word before the bracket
  std::string key;         ///< of the option or field whose value is being written
  bool has_value = false;  ///< a value is complete since the last comma or colon
  std::size_t operands = 0;
  std::string path;
  std::vector<std::string> given;
};

class Scanner {
 public:
  Scanner(std::string_view text, std::size_t offset) : text_(text), offset_(offset) { restart(); }

  ShorthandContext scan() {
    std::size_t at = 0;
    while (const auto token = token_from(text_, at)) {
      if (token->begin >= offset_) break;
      if (begins_statement(*token)) restart();
      const bool is_word_at_offset =
          token->end >= offset_ && token->kind != Token::Kind::Sign &&
          !(token->kind == Token::Kind::String && token->end == offset_ && is_closed(*token));
      if (is_word_at_offset) return context(*token);
      take(*token);
      at = token->end;
    }
    return context({.kind = Token::Kind::Name, .begin = offset_, .end = offset_, .text = {}});
  }

 private:
  bool is_closed(const Token& token) const {
    return token.end - token.begin == token.text.size() + 2;
  }

  void restart() {
    frames_.assign(1, Frame{});
    words_ = 0;
    last_ = {};
    first_ = {};
  }

  bool is_first_of_line(std::size_t begin) const { return begin == 0 || text_[begin - 1] == '\n'; }

  /// Statements begin with the first word of a line that is not indented.
  bool begins_statement(const Token& token) const {
    if (token.kind != Token::Kind::Name || !is_first_of_line(token.begin)) return false;
    const bool is_keyword =
        token.text == "let" || token.text == "import" || token.text == "request";
    if (is_keyword) return true;
    const auto next = token_from(text_, token.end);
    const bool is_short_request = next && next->text == ":" && frames_.back().bracket != '{';
    return is_short_request || (frames_.size() == 1 && frames_.back().has_value);
  }

  Frame& frame() { return frames_.back(); }

  void take(const Token& token) {
    switch (token.kind) {
      case Token::Kind::Comment:
        return;
      case Token::Kind::Name:
      case Token::Kind::String:
        return take_word(token);
      case Token::Kind::Sign:
        return take_sign(token.text.front());
    }
  }

  void take_word(const Token& token) {
    ++words_;
    if (words_ == 1) first_ = token.text;
    last_ = token.text;
    Frame& in = frame();
    if (in.bracket == '{' && in.has_value) in.key.clear();
    if (in.bracket == '(' && (in.key.empty() ? in.operands == 0 : in.key == "path"))
      in.path = token.text;
    in.has_value = true;
  }

  void take_sign(char sign) {
    Frame& in = frame();
    switch (sign) {
      case '(':
      case '[':
      case '{':
        frames_.push_back({.bracket = sign, .head = std::string(last_)});
        last_ = {};
        return;
      case ')':
      case ']':
      case '}':
        if (frames_.size() > 1) frames_.pop_back();
        frame().has_value = true;
        return;
      case ',':
        if (in.key.empty()) ++in.operands;
        in.key.clear();
        in.has_value = false;
        return;
      case ':':
        in.key = last_;
        in.given.emplace_back(last_);
        in.has_value = false;
        return;
      case '=':
        if (frames_.size() == 1) in.key = "=";
        in.has_value = false;
        return;
      default:
        in.has_value = false;
    }
  }

  ShorthandContext context(const Token& token) {
    ShorthandContext made;
    made.word = {token.begin, token.end};
    if (token.kind == Token::Kind::Comment) return made;
    std::size_t begin = token.begin;
    if (token.kind == Token::Kind::String) made.quote = text_[begin++];
    made.prefix = text_.substr(begin, offset_ - std::min(begin, offset_));
    made.where = where(token, made);
    return made;
  }

  Where where(const Token& token, ShorthandContext& made) {
    const Frame& in = frame();
    if (frames_.size() == 1) return where_in_statement(token, made);
    if (in.bracket == '{' && in.head != "" && frames_.size() == 2 && first_ == "request")
      return where_in_request(made);
    if (in.bracket == '(' && is_operator(in.head))
      return in.has_value ? Where::Nothing : Where::Condition;
    return where_in_call(made);
  }

  Where where_in_statement(const Token& token, ShorthandContext& made) {
    const Frame& in = frame();
    if (words_ == 0) return Where::Statement;
    if (first_ == "import") return Where::Import;
    if (last_ == "by" && token.kind == Token::Kind::String) return Where::Import;
    if (first_ == "request" || (first_ == "let" && in.key.empty())) return Where::Nothing;
    if (!in.has_value && !in.key.empty()) return Where::Condition;
    if (is_after_formula(token)) {
      made.key = last_;
      return Where::Output;
    }
    return is_first_of_line(token.begin) ? Where::Statement : Where::Nothing;
  }

  /// `"risk.json".`
  bool is_after_formula(const Token& token) const {
    return token.text.starts_with('.') && last_.ends_with(".json");
  }

  Where where_in_request(ShorthandContext& made) {
    const Frame& in = frame();
    if (in.key.empty() || in.has_value) return Where::Field;
    if (in.key == "where") return Where::Condition;
    made.key = in.key;
    return Where::Nothing;
  }

  /// The call is the innermost one; brackets in it belong to the value of one of its options.
  Where where_in_call(ShorthandContext& made) {
    const auto call = std::ranges::find_if(frames_.rbegin(), frames_.rend(),
                                           [](const Frame& each) { return each.bracket == '('; });
    if (call == frames_.rend()) return Where::Nothing;
    made.call = call->head;
    made.key = call->key;
    made.operands = call->operands;
    made.path = call->path;
    made.given = call->given;
    const bool is_inside = call != frames_.rbegin();
    if (!is_inside && call->has_value) return Where::Nothing;
    return call->key.empty() && !is_inside ? Where::Argument : Where::Value;
  }

  std::string_view text_;
  std::size_t offset_;
  std::vector<Frame> frames_;
  std::size_t words_ = 0;  ///< of the statement so far
  std::string_view first_, last_;
};

}  // namespace

ShorthandContext context_at(std::string_view text, std::size_t offset) {
  return Scanner(text, offset).scan();
}

}  // namespace seedc::lsp
