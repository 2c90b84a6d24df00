// JSON lines read in place: simdjson's first stage finds where tokens begin, a cursor walks along
// them, checks the grammar and locates values. Nothing is copied or converted; the values that are
// needed are converted later, by simdjson.
#pragma once

#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "runtime/data/model/arena.h"

namespace seedc::data {

/// A value as written: valid JSON without surrounding white space, or empty. Two words without
/// padding, since padded structures are copied slowly.
class JsonText {
 public:
  JsonText() = default;
  JsonText(const char* begin, const char* end, bool has_escapes = false)
      : begin_(begin), size_(static_cast<std::uint64_t>(end - begin)), has_escapes_(has_escapes) {}

  std::string_view text() const { return {begin_, size_}; }
  bool is_nothing() const { return size_ == 0; }
  bool is_string() const { return text().starts_with('"'); }
  bool is_object() const { return text().starts_with('{'); }
  bool is_array() const { return text().starts_with('['); }
  bool is_null() const { return text() == "null"; }
  /// Whether it is a string without escapes.
  bool is_plain_string() const { return is_string() && !has_escapes_; }
  /// For a string, the text between its quotes.
  std::string_view inside() const { return text().substr(1, size_ - 2); }

 private:
  const char* begin_ = nullptr;
  std::uint64_t size_ : 63 = 0;
  std::uint64_t has_escapes_ : 1 = 0;
};

/// The end of the escape that begins there, or nullptr if it is invalid.
const char* behind_escape(const char* at);

/// Whether all escapes inside a string, or the end of one, are valid in JSON. The string ends at a
/// quote that no backslash escapes.
bool has_valid_escapes(std::string_view inside);

/// The end of the number or literal that begins there, or nullptr if it is invalid.
const char* behind_scalar(const char* begin);

/// Walks along the tokens of a text. Invalid JSON ends the walk: from then on the cursor is at the
/// end, and has failed. It accepts exactly what JsonParser accepts.
class JsonCursor {
 public:
  /// The first character of the next token, '\0' at the end.
  char next() const { return *token_ < end_ ? text_[*token_] : '\0'; }
  bool has_failed() const { return has_failed_; }
  /// Whether everything has been walked without failure.
  bool is_done() const { return !has_failed_ && *token_ >= end_; }

  /// Each walks along a value and returns its location.
  JsonText value() { return next() == '"' ? string() : no_string(); }
  JsonText string();
  /// Calls `member(key)` for each member of an object; it walks along the member's value.
  template <class Member>
  JsonText object(Member member) {
    return container('}', [&] {
      const JsonText key = string();
      expect(':');
      if (!has_failed_) member(key);
    });
  }
  /// Calls `element()` for each element of a list; it walks along the element.
  template <class Element>
  JsonText array(Element element) {
    return container(']', element);
  }

 private:
  friend class JsonTokens;
  /// simdjson's depth, which counts non-empty containers.
  static constexpr std::uint32_t kMaxDepth = simdjson::DEFAULT_MAX_DEPTH;

  JsonCursor(const char* text, const std::uint32_t* token, std::string_view part)
      : text_(text),
        token_(token),
        end_(static_cast<std::uint32_t>(part.data() + part.size() - text)),
        part_end_(part.data() + part.size()),
        backslash_(part.data()) {}

  template <class Part>
  JsonText container(char close, Part part) {
    const char* const begin = text_ + *token_++;
    if (next() != close) {
      if (++depth_ >= kMaxDepth) fail();
      do {
        part();
      } while (take(','));
      --depth_;
    }
    const char* const end = text_ + *token_;
    expect(close);
    return has_failed_ ? JsonText() : JsonText(begin, end + 1);
  }

  JsonText no_string();
  JsonText scalar();
  /// For a string after all those queried before.
  bool has_backslash(std::string_view inside) {
    if (backslash_ < inside.data()) find_backslash(inside.data());
    return backslash_ < inside.data() + inside.size();
  }
  void find_backslash(const char* from);
  bool take(char token) {
    const bool is_there = next() == token;
    if (is_there) ++token_;
    return is_there;
  }
  void expect(char token) {
    if (!take(token)) fail();
  }
  void fail() {
    has_failed_ = true;
    end_ = 0;
  }

  const char* text_;
  const std::uint32_t*
      token_;  ///< the offset of the next token; after the last token, one beyond the end
  std::uint32_t end_;
  const char* part_end_;
  const char* backslash_;  ///< the first one not yet passed, if it has been searched for
  std::uint32_t depth_ = 0;
  bool has_failed_ = false;
};

class JsonTokens {
 public:
  JsonTokens();
  /// The lines that are read next. They must be followed by a line end and kJsonPadding bytes in
  /// memory. Their tokens are found when they are needed.
  void begin(std::string_view lines);
  /// Finds the tokens of one of these lines. False if it is not UTF-8 or leaves a string open: then
  /// it cannot be walked.
  bool find(std::string_view line);
  /// Walks one line whose tokens are found, or a value within a line that is valid.
  JsonCursor walk(std::string_view part);
  /// Where a walk ended: the next line is expected here.
  void end_walk(const JsonCursor& cursor) { expected_ = cursor.token_; }
  /// The decoded string, stored in `arena`; the empty text for an empty value.
  std::string_view store(const JsonText& string, Arena& arena) const;

 private:
  bool have(std::string_view part) const {
    return text_ <= part.data() && part.data() + part.size() <= text_ + size_;
  }
  bool find_all(std::string_view text);

  std::unique_ptr<simdjson::internal::dom_parser_implementation> simdjson_;
  std::string_view lines_;
  bool are_found_alone_ = false;  ///< the lines, since the tokens of all cannot be found
  const char* text_ = nullptr;
  std::size_t size_ = 0;  ///< of the text whose tokens are found
  const std::uint32_t* begin_ = nullptr;
  const std::uint32_t* end_ = nullptr;
  const std::uint32_t* expected_ = nullptr;
};

inline JsonText JsonCursor::string() {
  if (next() != '"') {
    fail();
    return {};
  }
  const char* const begin = text_ + *token_++;
  const char* last = text_ + std::min(*token_, end_) - 1;
  while (*last != '"') --last;  // only white space separates a string from the next token
  const std::string_view inside(begin + 1, last);
  const bool has_escapes = has_backslash(inside);
  if (has_escapes && !has_valid_escapes({backslash_, last})) fail();
  return {begin, last + 1, has_escapes};
}

}  // namespace seedc::data
