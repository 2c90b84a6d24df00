// Reads the options of one JSON object (an evidence object, a social_filter, …) by type. Null
// counts as absent. An option of another type is reported and its default is returned, so that
// checking continues.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"
#include "runtime/language/conditions.h"
#include "runtime/language/value.h"

namespace seedc::check {

/// Converts a JSON node to a value: integers beyond 64 bits become reals, words become strings.
language::Value to_value(const ast::Json& json);

/// A value in messages: scalars as written, the rest by kind.
std::string written(const ast::Json& json);

class Options {
 public:
  /// `owner` names the object in messages: the evidence kind or the option that holds it.
  Options(const ast::Json& object, std::string_view owner, diag::Diagnostics& diagnostics)
      : object_(object), owner_(owner), diagnostics_(diagnostics) {}

  /// The option's value; a null pointer if it is absent or null.
  const ast::Json* find(std::string_view key) const;
  /// Like `find`, but reports a missing option.
  const ast::Json* require(std::string_view key, std::string_view help = {});
  /// The option's object; a null pointer if it is absent or is not an object (reported).
  const ast::Json* object(std::string_view key);

  std::optional<language::Value> literal(std::string_view key);
  language::Path path(std::string_view key);
  std::string text(std::string_view key);
  std::vector<std::string> names(std::string_view key);
  std::int64_t integer(std::string_view key, std::int64_t otherwise,
                       std::int64_t least = INT64_MIN);
  std::optional<double> number(std::string_view key);
  double number(std::string_view key, double otherwise);
  /// Reads -1, 0 or 1.
  language::Tri tri(std::string_view key, language::Tri otherwise);
  /// Reads a word of the enumeration.
  template <language::Choice Enum>
  Enum choice(std::string_view key, Enum otherwise) {
    const auto index = choice_index(key, language::words_of<Enum>());
    return index ? static_cast<Enum>(*index) : otherwise;
  }

  diag::Diagnostic& report_bad(const ast::Json& value, std::string_view key,
                               std::string_view expected);
  /// Reports keys that are neither in `known` nor in `without_effect`; the help lists the former.
  void report_unknown(std::span<const std::string> known,
                      std::span<const std::string> without_effect = {});
  /// The same for the options of a table row.
  void report_unknown(std::span<const language::OptionInfo> known,
                      std::vector<std::string> without_effect = {});

  source::Span span() const { return object_.span; }

 private:
  std::optional<std::size_t> choice_index(std::string_view key,
                                          std::span<const language::ChoiceWord> words);

  const ast::Json& object_;
  std::string_view owner_;
  diag::Diagnostics& diagnostics_;
};

}  // namespace seedc::check
