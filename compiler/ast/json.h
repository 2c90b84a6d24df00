// JSON with the location of every value: the parts of requests and formulas that stay JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/source.h"
#include "runtime/language/value.h"

namespace seedc::ast {

/// A JSON value with locations; shorthand operands have the same form.
struct Json {
  enum class Kind { Null, Bool, Number, String, Word, Array, Object };
  struct Member;

  Kind kind = Kind::Null;
  source::Span span;
  bool boolean = false;
  /// Number: its spelling. String: its value, escapes resolved. Word (shorthand only, a bare
  /// `HasTV` or a dotted path): its keys, joined by dots.
  std::string text;
  std::vector<Json> elements;  ///< Array; the keys of a Word, as strings
  std::vector<Member>
      members;  ///< Object, in the order written; a repeated key is reported by the parser

  /// The last member with that key, or nullptr.
  const Json* find(std::string_view key) const;
};

struct Json::Member {
  std::string key;
  source::Span key_span;
  Json value;
};

/// The value as if it had been written, with `span` as its location.
Json json_of(const language::Value& value, source::Span span);

/// "a list": the description of a value's type in messages.
std::string_view type_phrase(const Json& value);

}  // namespace seedc::ast
