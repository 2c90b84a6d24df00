// The options of one JSON object (an evidence object, a social_filter, …), read by type. Null
// counts as absent; what is of another type is reported, and the default is returned so that
// checking goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"
#include "runtime/language/value.h"

namespace seedc {

/// A JSON node as a value: integers beyond 64 bits become reals, words strings.
Value to_value(const ast::Json& json);

class Options {
 public:
  /// `owner` names the object in messages: the evidence kind or the option that holds it.
  Options(const ast::Json& object, std::string_view owner, Diagnostics& diagnostics)
      : object_(object), owner_(owner), diagnostics_(diagnostics) {}

  /// The option's value, or null pointer if it is absent or null.
  const ast::Json* find(std::string_view key) const;
  /// The same, reporting that it is needed.
  const ast::Json* require(std::string_view key, std::string_view help = {});
  /// The option must be an object; null pointer if it is absent or is none (reported).
  const ast::Json* object(std::string_view key);

  std::optional<Value> literal(std::string_view key);
  Path path(std::string_view key);
  std::string text(std::string_view key);
  std::vector<std::string> names(std::string_view key);
  std::int64_t integer(std::string_view key, std::int64_t otherwise,
                       std::int64_t least = INT64_MIN);
  std::optional<double> number(std::string_view key);
  double number(std::string_view key, double otherwise);
  /// -1, 0 or 1.
  int tri(std::string_view key, int otherwise);
  /// One of `words`; the first one if it is absent.
  std::string choice(std::string_view key, std::span<const std::string_view> words);

  void report_bad(const ast::Json& value, std::string_view key, std::string_view expected);
  /// Warns of keys that are neither among `known` nor among `without_effect`; the help names the
  /// former.
  void report_unknown(std::span<const std::string> known,
                      std::span<const std::string> without_effect = {});

  Span span() const { return object_.span; }

 private:
  const ast::Json& object_;
  std::string_view owner_;
  Diagnostics& diagnostics_;
};

}  // namespace seedc
