// Checks the steps of `compute`, one function per operation.
#include "compiler/check/formula_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/check/formula_where.h"
#include "compiler/check/suggest.h"
#include "compiler/check/where_mistakes.h"
#include "runtime/language/text.h"

namespace seedc::check {
namespace {

using JsonKind = ast::Json::Kind;

/// The keys of a step besides `name`, `op` and `description`.
std::vector<std::string_view> keys_of(StepKind kind) {
  switch (kind) {
#define SEEDC_STEP(id, name, ...) \
  case StepKind::id:              \
    return {__VA_ARGS__};
#include "runtime/language/formula_words.def"
  }
  return {};
}

}  // namespace

std::optional<StepKind> find_step_kind(std::string_view name) {
#define SEEDC_STEP(id, own, ...) \
  if (name == (own)) return StepKind::id;
#include "runtime/language/formula_words.def"
  return std::nullopt;
}

std::span<const std::string> step_kind_names() {
  static const std::vector<std::string> kNames = {
#define SEEDC_STEP(id, name, ...) name,
#include "runtime/language/formula_words.def"
  };
  return kNames;
}

std::optional<Typed> FormulaStepChecker::check(StepKind kind, FormulaObject& step) {
  std::vector<std::string_view> known = keys_of(kind);
  known.insert(known.begin(), {"name", "op", "description"});
  step.set_known(known);
  place_ = kind == StepKind::DefineValue ? Place::Row : Place::Item;
  auto value = check_keys(kind, step);
  step.report_unknown();
  return value;
}

std::optional<Typed> FormulaStepChecker::check_keys(StepKind kind, FormulaObject& step) {
  switch (kind) {
    case StepKind::DefineFilter:
      return check_filter(step);
    case StepKind::DefineValue:
      return check_value(step);
    case StepKind::Count:
      return check_count(step);
    case StepKind::Sum:
      return check_sum(step);
    case StepKind::Max:
      return check_extreme(ir::Op::Greatest, step);
    case StepKind::Min:
      return check_extreme(ir::Op::Least, step);
    case StepKind::Lookup:
      return check_lookup(step);
    case StepKind::Expr:
      return check_expr(step);
    case StepKind::Const:
      return check_const(step);
    case StepKind::Case:
      return check_case(step);
    case StepKind::Collect:
      return check_collect(step);
    case StepKind::ArgMax:
      return over_.check(OverKind::ArgMax, step);
    case StepKind::ArgMin:
      return over_.check(OverKind::ArgMin, step);
    case StepKind::Group:  // has no value of its own
      break;
  }
  return std::nullopt;
}

std::optional<Typed> FormulaStepChecker::check_filter(FormulaObject& step) {
  FormulaWhereChecker where(scope_, builder_, diagnostics_, options_);
  bool is_any = false;
  bool is_well_formed = true;
  for (const std::string_view key : {"extraction", "meta", "where"}) {
    const ast::Json* conditions = step.object(key);
    if (conditions == nullptr) {
      is_well_formed = is_well_formed && step.find(key) == nullptr;
      continue;
    }
    is_any = is_any || !conditions->members.empty();
    if (key == "extraction") where.add_extraction(*conditions);
    if (key == "meta") where.add_meta(*conditions);
    if (key == "where") where.add_where(*conditions);
  }
  if (!is_well_formed) return std::nullopt;
  if (!is_any) {
    const source::Span opening{step.json().span.file, step.json().span.begin,
                               step.json().span.begin + 1};
    diagnostics_.report(diag::DiagCode::MissingKey, opening, step.owner(), "extraction").help =
        "a filter needs conditions in `extraction`, `meta` or `where`";
    return std::nullopt;
  }
  return where.finish(step.json().span);
}

/// A row value: by an expression, as `lookup` or as `case`.
std::optional<Typed> FormulaStepChecker::check_value(FormulaObject& step) {
  std::vector<std::string_view> forms;
  for (const std::string_view key : {"expr", "table", "rules"}) {
    if (step.find(key) != nullptr) forms.push_back(key);
  }
  if (forms.size() > 1) {
    diagnostics_.report(diag::DiagCode::ConflictingOptions, step.find(forms[1])->span, forms[0],
                        forms[1]);
    return std::nullopt;
  }
  if (forms.empty()) {
    step.require("expr", "a row value is given by `expr`, by `source` and `table`, or by `rules`");
    return std::nullopt;
  }
  for (const std::string_view key : {"source", "match", "default"}) {
    const ast::Json* given = step.find(key);
    const bool is_used = forms[0] == "table" || (forms[0] == "rules" && key == "source");
    if (given != nullptr && !is_used) {
      diagnostics_.report(diag::DiagCode::ConflictingOptions, given->span, forms[0], key);
      return std::nullopt;
    }
  }
  if (forms[0] == "expr") return check_expression(step, "expr", place_);
  return forms[0] == "table" ? check_lookup(step) : check_case(step);
}

std::optional<std::optional<Typed>> FormulaStepChecker::check_where(FormulaObject& step) {
  if (step.find("where") == nullptr) return group_rows_;
  const ast::Json* conditions = step.find("where");
  if (conditions->kind != JsonKind::Object) {
    report_not_an_object(*conditions, "`where`", scope_, diagnostics_);
    return std::nullopt;
  }
  FormulaWhereChecker where(scope_, builder_, diagnostics_, options_);
  where.add_where(*conditions);
  Maybe predicate = where.finish(conditions->span);
  if (where.has_errors()) return std::nullopt;
  if (!predicate || !group_rows_) return predicate ? predicate : group_rows_;
  return builder_.add(ir::Op::BoolAnd, {*group_rows_, *predicate}, {}, conditions->span);
}

std::optional<Typed> FormulaStepChecker::check_count(FormulaObject& step) {
  if (step.find("over") != nullptr) return over_.check(OverKind::Count, step);
  const auto where = check_where(step);
  if (!where) return std::nullopt;
  std::vector<Typed> operands = {scope_.rows()};
  if (*where) operands.push_back(**where);
  return builder_.add(ir::Op::Count, operands, {}, step.json().span);
}

std::optional<Typed> FormulaStepChecker::check_collect(FormulaObject& step) {
  const auto where = check_where(step);
  Maybe list = collect_.check(step, where.value_or(std::nullopt));
  return where ? list : std::nullopt;
}

std::optional<Typed> FormulaStepChecker::check_expression(FormulaObject& step, std::string_view key,
                                                          Place place) {
  if (step.require(key) == nullptr) return std::nullopt;
  const ast::Json* text = step.text(key);
  const ast::FormulaExpr* expr = text == nullptr ? nullptr : formula_.expression(*text);
  return expr == nullptr ? std::nullopt : expressions_.check(*expr, place);
}

std::optional<Typed> FormulaStepChecker::check_sum(FormulaObject& step) {
  if (step.find("over") != nullptr) return over_.check(OverKind::Sum, step);
  const auto where = check_where(step);
  const Maybe value = check_expression(step, "expr", Place::Row);
  if (!where || !value) return std::nullopt;
  if (!value->type.is_number()) {
    diagnostics_
        .report(diag::DiagCode::WrongKind, formula_.expression(*step.find("expr"))->span,
                "what is summed", "a number", kind_phrase(value->type.kind))
        .help = "count rows with `count` and a `where`";
    return std::nullopt;
  }
  std::vector<Typed> operands = {scope_.rows(), *value};
  if (*where) operands.push_back(**where);
  return builder_.add(ir::Op::Sum, operands, {}, step.json().span);
}

std::optional<Typed> FormulaStepChecker::check_extreme(ir::Op op, FormulaObject& step) {
  const bool is_over = step.find("over") != nullptr;
  const std::string_view misplaced = is_over ? "field" : "expr";
  if (const ast::Json* given = step.find(misplaced)) {
    diagnostics_
        .report(diag::DiagCode::MisplacedName, given->span, misplaced,
                is_over ? "groups have no fields" : "it belongs to `over`")
        .help = is_over ? "compare a value of their steps in `expr`"
                        : "name what is compared in `field`: `extraction.NAME` or `meta.PATH`";
    return std::nullopt;
  }
  if (is_over) return over_.check(op == ir::Op::Greatest ? OverKind::Max : OverKind::Min, step);
  const auto where = check_where(step);
  if (step.require("field") == nullptr) return std::nullopt;
  const ast::Json* field = step.text("field");
  Maybe value = field ? check_field(*field) : std::nullopt;
  if (!value) return std::nullopt;
  language::Value otherwise;
  if (const ast::Json* given = step.find("default")) {
    const Maybe checked = check_default(*given, *value);
    if (!checked) return std::nullopt;
    otherwise = *checked->constant;
    if (checked->type.kind == language::Kind::Real) value = builder_.to_real(*value, field->span);
    if (value->type.kind == language::Kind::Real) otherwise = *language::number_of(otherwise);
  }
  if (!where) return std::nullopt;
  std::vector<Typed> operands = {scope_.rows(), *value};
  if (*where) operands.push_back(**where);
  return builder_.add(op, operands, {std::move(otherwise)}, step.json().span);
}

/// What a `max` or `min` compares: a number of the row.
std::optional<Typed> FormulaStepChecker::check_field(const ast::Json& field) {
  const std::vector<std::string> keys = split_path(field.text);
  const source::Span span = part_of(field.span, field.text, 0, field.text.size());
  const bool is_of_row =
      keys.front() == "extraction" || keys.front() == "meta" || keys.front().starts_with('$');
  if (!is_of_row) {
    auto& report = diagnostics_.report(diag::DiagCode::MisplacedName, span, field.text,
                                       "`field` is `extraction.NAME`, `meta.PATH` or `$NAME`");
    const bool is_of_review = is_review_value(field.text);  // or of the item: `context.stars`
    const std::string meant = scope_.is_field(field.text)       ? "extraction." + field.text
                              : scope_.is_row_value(field.text) ? "$" + field.text
                              : is_of_review                    ? "meta." + field.text
                                                                : "";
    if (meant.empty()) return std::nullopt;
    report.help = fmt::format("write `{}`", meant);
    report.fix = diag::FixIt{span, meant, /*is_safe=*/!is_of_review};
    return std::nullopt;
  }
  Maybe value = scope_.value(keys, Place::Row, span);
  if (!value || value->type.is_number()) return value;
  diagnostics_.report(diag::DiagCode::WrongKind, span, fmt::format("`{}`", field.text), "a number",
                      kind_phrase(value->type.kind));
  return std::nullopt;
}

/// Reads a scalar; numbers must be finite.
std::optional<language::Value> FormulaStepChecker::scalar(const ast::Json& json,
                                                          std::string_view what) {
  auto value = scalar_of(json);
  if (!value) {
    diagnostics_.report(diag::DiagCode::WrongType, json.span, fmt::format("`{}`", what),
                        "a number, a string or a boolean", ast::type_phrase(json));
    return std::nullopt;
  }
  const auto number = language::number_of(*value);
  if (!number || std::isfinite(*number)) return value;
  diagnostics_.report(diag::DiagCode::BadValue, json.span, what, "within a double's range",
                      "infinite");
  return std::nullopt;
}

/// Checks a default, which must have the kind of the value it replaces.
std::optional<Typed> FormulaStepChecker::check_default(const ast::Json& json, const Typed& value) {
  auto given = scalar(json, "default");
  if (!given) return std::nullopt;
  Typed made = builder_.scalar(*given, json.span);
  const language::Kind wanted =
      value.type.kind == language::Kind::Any ? language::Kind::Real : value.type.kind;
  if (is_same_family(made.type.kind, wanted)) return made;
  auto& report = diagnostics_.report(diag::DiagCode::WrongKind, json.span, "`default`",
                                     kind_phrase(wanted), kind_phrase(made.type.kind));
  if (wanted != language::Kind::Str) suggest_unquoted(report, json.span, *given);
  return std::nullopt;
}

/// A `case` or `lookup` over a value of each row has a value for each row; one that is an output
/// may mean anything.
void FormulaStepChecker::report_source_of_rows(const FormulaObject& step, const ast::Json& source) {
  auto& report = diagnostics_.report(
      diag::DiagCode::MisplacedName, part_of(source.span, source.text, 0, source.text.size()),
      source.text, "it has a value for each review, not one for the item");
  const ast::Json* name = step.find("name");
  const ast::Json* outputs = formula_.json.find("output");
  const bool is_output = name == nullptr || outputs == nullptr ||
                         std::ranges::any_of(outputs->elements, [&](const ast::Json& output) {
                           return output.text == name->text;
                         });
  if (is_output) {
    report.help = "count, sum, max or min it in a step of its own, and name that step here";
    return;
  }
  report.help = "write the step as a `define_value`, whose value `$NAME` each review has";
  if (const ast::Json* op = step.find("op"))
    report.fix = diag::FixIt{op->span, language::to_json("define_value"), /*is_safe=*/true};
}

/// Resolves `context.PATH` or an earlier step, and of a row value any name.
std::optional<Typed> FormulaStepChecker::check_source(const FormulaObject& step,
                                                      const ast::Json& source) {
  const std::string_view text = source.text;
  const bool is_of_row =
      text.starts_with("extraction.") || text.starts_with("meta.") || text.starts_with('$');
  if (place_ == Place::Item && is_of_row) {
    report_source_of_rows(step, source);
    return std::nullopt;
  }
  const std::vector<std::string> reference = split_reference(source.text);
  const bool is_of_group = scope_.is_group(reference.front());
  Maybe value = scope_.value(is_of_group ? reference : split_path(source.text), place_,
                             part_of(source.span, source.text, 0, source.text.size()));
  if (value) values_.current.sources.emplace(&source, value->id);
  return value;
}

std::optional<Typed> FormulaStepChecker::check_lookup(FormulaObject& step) {
  static constexpr std::array<std::string_view, 3> kModes = {"exact", "substring_first",
                                                             "substring_max"};
  const std::string mode = step.choice("match", kModes);
  step.require("source");
  step.require("table");
  const ast::Json* source_json = step.text("source");
  const ast::Json* table_json = step.object("table");
  const Maybe source = source_json ? check_source(step, *source_json) : std::nullopt;
  if (table_json == nullptr) return std::nullopt;
  language::Dict table;
  std::optional<language::Kind> kind;
  for (const ast::Json::Member& entry : table_json->members) {
    auto value = scalar(entry.value, entry.key);
    if (!value) return std::nullopt;
    const language::Kind own = language::kind_of(*value);
    const language::Kind first = kind.value_or(own);
    kind = ::seedc::language::join(first, own);
    if (!kind) {
      diagnostics_.report(diag::DiagCode::MixedKinds, entry.value.span, kind_phrase(first),
                          kind_phrase(own), "values of one table");
      return std::nullopt;
    }
    if (mode == "substring_max" && own != language::Kind::Int && own != language::Kind::Real) {
      diagnostics_
          .report(diag::DiagCode::WrongKind, entry.value.span, "a value for `substring_max`",
                  "a number", kind_phrase(own))
          .help = "`substring_first` takes the first key that occurs, whatever its value";
      return std::nullopt;
    }
    if (source && !check_key(entry, *source)) return std::nullopt;
    const bool is_boolean = source && source->type.kind == language::Kind::Bool;
    table.emplace_back(is_boolean ? language::python_str(entry.key == "true") : entry.key,
                       std::move(*value));
  }
  if (!kind) {
    diagnostics_.report(diag::DiagCode::EmptyOperand, table_json->span, "table",
                        "every item gets the default");
  }
  language::Value otherwise;
  if (const ast::Json* given = step.find("default")) {
    auto value = scalar(*given, "default");
    if (!value) return std::nullopt;
    if (kind && !is_same_family(*kind, language::kind_of(*value))) {
      diagnostics_
          .report(diag::DiagCode::WrongKind, given->span, "`default`", kind_phrase(*kind),
                  kind_phrase(language::kind_of(*value)))
          .help = "it stands in for a value of the table";
      return std::nullopt;
    }
    otherwise = std::move(*value);
  }
  if (!source) return std::nullopt;
  const bool hands_on = source_json->text.starts_with('$');
  return builder_.add(ir::Op::Lookup, {*source},
                      {language::dict_of(std::move(table)), mode, otherwise,
                       hands_on ? language::Value(true) : language::Value()},
                      step.json().span);
}

/// Checks that a source of few known values can have the key: an enum, or a boolean.
bool FormulaStepChecker::check_key(const ast::Json::Member& entry, const Typed& source) {
  const contract::Field* field = scope_.field_of(source);
  if (field != nullptr && field->type == contract::FieldType::Enum &&
      !scope_.declares(*field, entry.key)) {
    auto& report = diagnostics_.report(diag::DiagCode::UndeclaredValue, entry.key_span, entry.key,
                                       field->name);
    suggest_string(diagnostics_, report, entry.key, field->values,
                   listed("its values are", field->values));
    report.note(scope_.place_of_field(field->name), "its values are declared here");
    return false;
  }
  const bool is_boolean = source.type.kind == language::Kind::Bool;
  if (!is_boolean || entry.key == "true" || entry.key == "false") return true;
  auto& report = diagnostics_.report(diag::DiagCode::BadValue, entry.key_span, "table",
                                     "keyed by `true` and `false`", language::to_json(entry.key));
  const std::string meant = language::lower(entry.key);
  if (meant != "true" && meant != "false") return false;
  report.help = fmt::format("write \"{}\"", meant);
  report.fix = diag::FixIt{entry.key_span, language::to_json(meant), /*is_safe=*/true};
  return false;
}

std::optional<Typed> FormulaStepChecker::check_expr(FormulaObject& step) {
  return check_expression(step, "expr", Place::Item);
}

std::optional<Typed> FormulaStepChecker::check_const(FormulaObject& step) {
  const ast::Json* json = step.require("value");
  auto value = json ? scalar(*json, "value") : std::nullopt;
  if (!value) return std::nullopt;
  return builder_.scalar(std::move(*value), json->span);
}

}  // namespace seedc::check
