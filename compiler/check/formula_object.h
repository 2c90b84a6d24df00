// Reads the keys of one JSON object of a Formula Seed (a step, a rule, a field, …) by type. Null
// counts as absent. Missing, unknown and mistyped keys are reported.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"
#include "runtime/language/value.h"

namespace seedc::check {

class FormulaObject {
 public:
  /// `owner` names the object in messages: "step `N_MILD`".
  FormulaObject(const ast::Json& object, std::string owner, diag::Diagnostics& diagnostics)
      : object_(object), owner_(std::move(owner)), diagnostics_(diagnostics) {}

  /// The key's value; a null pointer if it is absent or null.
  const ast::Json* find(std::string_view key) const;
  /// Like `find`, but reports a missing key. A similar unknown key is used in its stead.
  const ast::Json* require(std::string_view key, std::string_view help = {});

  /// The value of a key if it has that type; a null pointer if it is absent or has another
  /// (reported).
  const ast::Json* text(std::string_view key) const { return typed(key, ast::Json::Kind::String); }
  const ast::Json* list(std::string_view key) const { return typed(key, ast::Json::Kind::Array); }
  const ast::Json* object(std::string_view key) const {
    return typed(key, ast::Json::Kind::Object);
  }
  /// One of `words`; the first one if the key is absent or has another value (reported). `foreign`
  /// maps words of other languages to ours.
  using Translation = std::pair<std::string_view, std::string_view>;
  std::string choice(std::string_view key, std::span<const std::string_view> words,
                     std::span<const Translation> foreign = {}) const;

  /// The location of its opening bracket, where missing keys are reported.
  source::Span opening() const {
    return {object_.span.file, object_.span.begin, object_.span.begin + 1};
  }

  /// Sets the known keys. Call it before requiring any.
  void set_known(std::span<const std::string_view> known);
  /// Reports unknown keys; those that hold comments are known everywhere. Call it last.
  void report_unknown() const;
  void report_type(const ast::Json& value, std::string_view key, std::string_view expected) const;

  const ast::Json& json() const { return object_; }
  const std::string& owner() const { return owner_; }

 private:
  const ast::Json* typed(std::string_view key, ast::Json::Kind kind) const;
  const ast::Json::Member* take_meant(std::string_view key);
  bool help_with_foreign(const ast::Json::Member& member, diag::Diagnostic& report) const;

  const ast::Json& object_;
  std::string owner_;
  diag::Diagnostics& diagnostics_;
  std::vector<std::string> known_;
  std::vector<const ast::Json::Member*> unknown_;
};

/// The value of a JSON number, string or boolean; std::nullopt for other nodes. A number beyond the
/// range of a double is infinite.
std::optional<language::Value> scalar_of(const ast::Json& json);

/// The location of part of a string's value, given the location of the whole with its quotes; the
/// whole if the string has escapes.
source::Span part_of(source::Span string, std::string_view value, std::size_t begin,
                     std::size_t length);

/// A string as expressions write it.
std::string python_string(std::string_view text);

/// Whether expressions can write the text as a name.
bool is_identifier(std::string_view name);

/// Splits `G['very mild'].N` into its keys: those in brackets and quotes may have dots.
std::vector<std::string> split_reference(std::string_view reference);

/// Splits `meta.user.fans` into its keys; a key may be empty.
std::vector<std::string> split_path(std::string_view path);

}  // namespace seedc::check
