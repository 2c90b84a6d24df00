// The keys of one JSON object of a Formula Seed (a step, a rule, a field, …), read by type. Null
// counts as absent. What is missing, unknown or of another type is reported.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"
#include "runtime/language/value.h"

namespace seedc {

class FormulaObject {
 public:
  /// `owner` names the object in messages: "step `N_MILD`".
  FormulaObject(const ast::Json& object, std::string owner, Diagnostics& diagnostics)
      : object_(object), owner_(std::move(owner)), diagnostics_(diagnostics) {}

  /// The key's value, or null pointer if it is absent or null.
  const ast::Json* find(std::string_view key) const;
  /// The same, reporting that it is needed. A key that is not known is taken for what was meant.
  const ast::Json* require(std::string_view key, std::string_view help = {});

  /// The value of a key if it is of that type; null pointer if it is absent or not (reported).
  const ast::Json* text(std::string_view key) const { return typed(key, ast::Json::Kind::String); }
  const ast::Json* list(std::string_view key) const { return typed(key, ast::Json::Kind::Array); }
  const ast::Json* object(std::string_view key) const {
    return typed(key, ast::Json::Kind::Object);
  }
  /// One of `words`; the first one if it is absent or another (reported). `foreign`: words of other
  /// languages, and what they are here.
  using Translation = std::pair<std::string_view, std::string_view>;
  std::string choice(std::string_view key, std::span<const std::string_view> words,
                     std::span<const Translation> foreign = {}) const;

  /// The place of its opening bracket, where what is missing is reported.
  Span opening() const { return {object_.span.file, object_.span.begin, object_.span.begin + 1}; }

  /// Says which keys there are, before any is required.
  void set_known(std::span<const std::string_view> known);
  /// Warns of keys that are not known, at the end.
  void report_unknown() const;
  void report_type(const ast::Json& value, std::string_view key, std::string_view expected) const;

  const ast::Json& json() const { return object_; }
  const std::string& owner() const { return owner_; }

 private:
  const ast::Json* typed(std::string_view key, ast::Json::Kind kind) const;
  const ast::Json::Member* take_meant(std::string_view key);

  const ast::Json& object_;
  std::string owner_;
  Diagnostics& diagnostics_;
  std::vector<std::string> known_;
  std::vector<const ast::Json::Member*> unknown_;
};

/// The number, string or boolean that a JSON node is, nothing for others. A number that no double
/// holds is infinite.
std::optional<Value> scalar_of(const ast::Json& json);

/// The place of a part of a string's value, given the place of the whole with its quotes; the whole
/// if the string has escapes.
Span part_of(Span string, std::string_view value, std::size_t begin, std::size_t length);

/// `meta.user.fans` as its keys; a key may be empty.
std::vector<std::string> split_path(std::string_view path);

}  // namespace seedc
