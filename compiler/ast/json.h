// JSON with the place of every value: what the trees of requests and formulas hold of it as it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/source.h"
#include "runtime/language/value.h"

namespace seedc::ast {

/// A JSON value with places; shorthand operands take the same form.
struct Json {
  enum class Kind { Null, Bool, Number, String, Word, Array, Object };
  struct Member;

  Kind kind = Kind::Null;
  Span span;
  bool boolean = false;
  /// Number: its spelling. String: its value, escapes resolved. Word (shorthand only, a bare
  /// `HasTV` or a dotted path): its keys, joined by points.
  std::string text;
  std::vector<Json> elements;  ///< Array; the keys of a Word, as strings
  std::vector<Member>
      members;  ///< Object, in the order written; a repeated key is reported by the parser

  /// The last member of that key, or null pointer.
  const Json* find(std::string_view key) const;
};

struct Json::Member {
  std::string key;
  Span key_span;
  Json value;
};

/// The value as if it had been written, all of it at `span`.
Json json_of(const Value& value, Span span);

/// "a list": how messages name the type of a value.
std::string_view type_phrase(const Json& value);

}  // namespace seedc::ast
