// Checks what the conditions of a `where` compare with: literals and parameters (semantics.md
// section 6, Names).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/ast/json.h"
#include "compiler/check/formula_options.h"
#include "compiler/check/formula_scope.h"
#include "compiler/check/typed_builder.h"
#include "compiler/diag/diagnostics.h"

namespace seedc::check {

/// What a condition is about, as messages name it.
struct WhereSubject {
  Typed value;
  std::string name;
  const contract::Field* field = nullptr;  ///< absent if it is not a field
};

/// Whether an operand is meant as a parameter: {"param": NAME}.
bool is_param(const ast::Json& operand);

/// Warns of the order of an enum's values, which is that of their code points.
void warn_enum_order(diag::Diagnostics& diagnostics, source::Span span,
                     const contract::Field& field, std::string_view op,
                     const language::Value& operand);

/// Each function returns the operand's value, or std::nullopt after an error (reported).
class WhereOperands {
 public:
  WhereOperands(FormulaScope& scope, diag::Diagnostics& diagnostics, const FormulaOptions& options)
      : scope_(scope), diagnostics_(diagnostics), options_(options) {}

  /// The operand of a comparison: a number, a string or a boolean.
  std::optional<language::Value> scalar(const WhereSubject& subject, std::string_view op,
                                        const ast::Json& operand);
  /// The operand of `in`: a list of these.
  std::optional<language::Value> list(const WhereSubject& subject, const ast::Json& operand);
  /// The operand of `contains` or `contains_word`, a string or a list of strings; or of `matches`,
  /// a regular expression.
  std::optional<language::Value> texts(const WhereSubject& subject, std::string_view op,
                                       const ast::Json& operand);

 private:
  std::optional<language::Value> text(std::string_view op, const ast::Json& operand);
  std::optional<language::Value> value_of(const ast::Json& operand, std::string_view what,
                                          std::string_view expected);
  const FormulaParam* param_of(const ast::Json& operand);
  void warn_text(const WhereSubject& subject, const ast::Json& operand,
                 const language::Value& value);
  bool is_comparable(const WhereSubject& subject, std::string_view op, const ast::Json& operand,
                     const language::Value& value);
  bool is_declared(const WhereSubject& subject, std::string_view op, const ast::Json& operand,
                   const language::Value& value);
  static void help_with_kind(diag::Diagnostic& report, const WhereSubject& subject,
                             const language::Value& value);

  FormulaScope& scope_;
  diag::Diagnostics& diagnostics_;
  const FormulaOptions& options_;
};

}  // namespace seedc::check
