// Checks the steps of `compute`, one function per operation.
#include "compiler/check/formula_steps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>

#include "compiler/ast/same.h"
#include "compiler/check/formula_where.h"
#include "compiler/check/pattern_check.h"
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

/// Whether the expression, if there is one, is a literal with at most a sign.
bool is_literal(const ast::FormulaExpr* expr) {
  using Kind = ast::FormulaExpr::Kind;
  if (expr == nullptr) return false;
  if (expr->kind == Kind::Negate) return expr->args[0].kind == Kind::Number;
  return expr->kind == Kind::Number || expr->kind == Kind::String || expr->kind == Kind::Bool;
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
  if (!is_any && step.find("expr") != nullptr) return std::nullopt;  // reported as unknown
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
  if (forms[0] == "expr") {
    const Maybe value = check_expression(step, "expr", place_);
    const bool is_condition = value && value->type.kind == language::Kind::Bool;
    if (is_condition)
      note_missing("it may be null in the rows", *value, {}, step.find("expr")->span);
    return value;
  }
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
  note_missing("the sum leaves out the rows", *value, *where, step.find("expr")->span);
  std::vector<Typed> operands = {scope_.rows(), *value};
  if (*where) operands.push_back(**where);
  return builder_.add(ir::Op::Sum, operands, {}, step.json().span);
}

/// Notes fields without a default where a missing value makes `value` null in the rows of
/// `predicate`.
void FormulaStepChecker::note_missing(std::string_view what, const Typed& value,
                                      const Maybe& predicate, source::Span span) {
  std::set<std::string> fields = fields_needed(builder_.module(), value.id);
  if (predicate) {
    for (const std::string& field : fields_ensured(builder_.module(), predicate->id))
      fields.erase(field);
  }
  if (fields.size() < 2) return;  // of one alone there is nothing else to lose
  const bool are_all_rows = !predicate && !has_branches(builder_.module(), value.id);
  add_missing({what, std::move(fields), span, are_all_rows});
}

/// Steps of groups are checked for each group.
void FormulaStepChecker::add_missing(MissingValues missing) {
  const bool is_noted =
      std::ranges::find(missing_, missing.span, &MissingValues::span) != missing_.end();
  if (!is_noted) missing_.push_back(std::move(missing));
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
  std::optional<Branch> otherwise;
  const source::Span span = step.json().span;
  if (const ast::Json* given = default_of(step)) {
    otherwise = check_default(*given, *value);
    if (!otherwise) return std::nullopt;
    const bool is_real = !otherwise->is_null() && otherwise->kind() == language::Kind::Real;
    if (is_real) value = builder_.to_real(*value, given->span);
  }
  if (!where) return std::nullopt;
  language::Value literal;
  if (otherwise && otherwise->is_literal()) literal = *otherwise->literal;
  if (!literal.is_null() && value->type.kind == language::Kind::Real)
    literal = *language::number_of(literal);
  const bool is_literal = !literal.is_null();
  std::vector<Typed> operands = {scope_.rows(), *value};
  if (*where) operands.push_back(**where);
  const Typed best = builder_.add(op, operands, {std::move(literal)}, span);
  return otherwise && !is_literal ? with_default(best, *otherwise, span) : best;
}

/// The aggregate, or where there are no rows a value that is computed, or an intended null.
std::optional<Typed> FormulaStepChecker::with_default(const Typed& aggregate,
                                                      const Branch& otherwise, source::Span span) {
  const language::Kind kind = aggregate.type.kind;
  const language::Kind number = kind == language::Kind::Any ? language::Kind::Int : kind;
  return builder_.add(ir::Op::IfNoRows, {aggregate, branches_.convert(otherwise, number, span)}, {},
                      span);
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

/// Checks a default, which must have the kind of the value it replaces.
std::optional<Branch> FormulaStepChecker::check_default(const ast::Json& json, const Typed& value) {
  auto given = branches_.check(json, "default", Place::Item);
  if (!given || given->is_null()) return given;
  const language::Kind wanted =
      value.type.kind == language::Kind::Any ? language::Kind::Real : value.type.kind;
  if (is_same_family(given->kind(), wanted)) return given;
  auto& report = diagnostics_.report(diag::DiagCode::WrongKind, json.span, "`default`",
                                     kind_phrase(wanted), kind_phrase(given->kind()));
  const bool is_number = wanted != language::Kind::Str && given->is_literal();
  if (is_number) suggest_unquoted(report, json.span, *given->literal);
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

/// Resolves `context.PATH`, an earlier step or a literal, and of a row value any name.
std::optional<Typed> FormulaStepChecker::check_source(const FormulaObject& step,
                                                      const ast::Json& source) {
  const std::string_view text = source.text;
  const bool is_of_row =
      text.starts_with("extraction.") || text.starts_with("meta.") || text.starts_with('$');
  if (place_ == Place::Item && is_of_row) {
    report_source_of_rows(step, source);
    return std::nullopt;
  }
  if (const ast::FormulaExpr* literal = formula_.expression(source); is_literal(literal)) {
    Maybe constant = expressions_.check(*literal, place_);
    if (constant) values_.current.sources.emplace(&source, constant->id);
    return constant;
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
  auto table = check_table(*table_json, source, mode);
  if (!table) return std::nullopt;
  if (const ast::Json* given = default_of(step)) {
    warn_text(*given);
    auto otherwise = branches_.check(*given, "default", place_);
    if (!otherwise) return std::nullopt;
    table->values.push_back(std::move(*otherwise));
    table->has_default = true;
  }
  const auto kind = branches_.kind_of(table->values, "values of one table");
  if (!kind || !source) return std::nullopt;
  table->hands_on = source_json->text.starts_with('$');
  const bool is_literal = std::ranges::all_of(table->values, &Branch::is_literal);
  const Typed found = is_literal
                          ? look_up_literals(*source, *table, step.json().span)
                          : look_up_branches(*source, *table, *kind, *table_json, step.json().span);
  if (is_literal) values_.current.lookups.emplace(table_json, found.id);
  note_values(found, table->values);
  return found;
}

void FormulaStepChecker::note_values(const Typed& chosen, std::span<const Branch> branches) {
  std::vector<Typed> values;
  std::vector<std::string> texts;  // each once
  std::unordered_set<std::string> seen;
  bool is_written = true;
  for (const Branch& branch : branches) {
    if (branch.is_null()) continue;
    values.push_back(branch.computed.value_or(Typed{.constant = branch.literal}));
    const auto* text = branch.is_literal() ? branch.literal->as<std::string>() : nullptr;
    if (branch.is_literal() && text == nullptr) return;
    is_written = is_written && text != nullptr;
    if (text != nullptr && seen.insert(*text).second) texts.push_back(*text);
  }
  scope_.note_values(chosen, values);
  if (is_written) scope_.note_written_texts(chosen, std::move(texts));
}

/// Checks the keys and values of a table.
std::optional<FormulaStepChecker::Table> FormulaStepChecker::check_table(const ast::Json& json,
                                                                         const Maybe& source,
                                                                         std::string mode) {
  Table table{.mode = std::move(mode)};
  for (const ast::Json::Member& entry : json.members) {
    warn_text(entry.value);
    auto value = branches_.check(entry.value, entry.key, place_);
    if (!value || (table.mode == "substring_max" && !is_number_literal(*value)))
      return std::nullopt;
    if (source && !check_key(entry, *source, table.mode)) return std::nullopt;
    const bool is_boolean = source && source->type.kind == language::Kind::Bool;
    table.keys.push_back(is_boolean ? language::python_str(entry.key == "true") : entry.key);
    table.values.push_back(std::move(*value));
  }
  if (table.keys.empty()) {
    diagnostics_.report(diag::DiagCode::EmptyOperand, json.span, "table",
                        "every item gets the default");
  }
  if (table.mode == "substring_first") {
    report_hidden_keys(json);
    for (const ast::Json::Member& key : json.members)
      warn_of_pattern_signs(key.key, key.key_span, "give each alternative as a key", diagnostics_);
  }
  return table;
}

/// Warns of keys that are never the first that occurs, as each text with them has one above.
void FormulaStepChecker::report_hidden_keys(const ast::Json& table) {
  constexpr std::size_t kMostKeys = 1000;  // each is compared with all above
  if (table.members.size() > kMostKeys) return;
  std::vector<std::string> texts;
  for (const ast::Json::Member& key : table.members) {
    const std::string& text = texts.emplace_back(language::lower(key.key));
    const auto first = std::ranges::find_if(
        texts, [&](const std::string& other) { return text.find(other) != std::string::npos; });
    const ast::Json::Member& above = table.members[static_cast<std::size_t>(first - texts.begin())];
    if (&above == &key || ast::same(above.value, key.value)) continue;
    auto& report = diagnostics_.report(
        diag::DiagCode::UnreachableRule, key.key_span,
        fmt::format("`{}` above it occurs in every text with `{}`", above.key, key.key));
    report.note(above.key_span, "this key is found first");
    report.help = "put the longer key first";
  }
}

bool FormulaStepChecker::is_number_literal(const Branch& value) {
  if (value.is_literal() && language::number_of(*value.literal)) return true;
  diagnostics_
      .report(diag::DiagCode::WrongKind, value.json->span, "a value for `substring_max`",
              "a number",
              value.is_literal() ? kind_phrase(value.kind())
              : value.is_null()  ? "null"
                                 : "an expression")
      .help = "`substring_first` takes the first key that occurs, whatever its value";
  return false;
}

Typed FormulaStepChecker::look_up(const Typed& source, const Table& table, language::Dict entries,
                                  language::Value otherwise, source::Span span) {
  return builder_.add(ir::Op::Lookup, {source},
                      {language::dict_of(std::move(entries)), table.mode, std::move(otherwise),
                       table.hands_on ? language::Value(true) : language::Value()},
                      span);
}

/// The entry among those that are literals.
Typed FormulaStepChecker::look_up_literals(const Typed& source, const Table& table,
                                           source::Span span) {
  language::Dict entries;
  for (std::size_t i = 0; i < table.keys.size(); ++i) {
    if (table.values[i].is_literal()) entries.emplace_back(table.keys[i], *table.values[i].literal);
  }
  const bool has_literal = table.has_default && table.values.back().is_literal();
  return look_up(source, table, std::move(entries),
                 has_literal ? *table.values.back().literal : language::Value(), span);
}

/// Some values are computed or null. The key found gives the number of its value: 0 for literals,
/// which a second table has; of the others the one with that number is chosen.
Typed FormulaStepChecker::look_up_branches(const Typed& source, const Table& table,
                                           language::Kind kind, const ast::Json& json,
                                           source::Span span) {
  const bool is_max = table.mode == "substring_max";
  std::vector<Branch> computed;
  language::Dict numbers;
  language::Value number_of_default = std::int64_t{0};
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    const Branch& branch = table.values[i];
    if (!branch.is_literal()) computed.push_back(branch);
    language::Value number =
        branch.is_literal() ? std::int64_t{0} : static_cast<std::int64_t>(computed.size());
    if (i < table.keys.size()) {
      numbers.emplace_back(table.keys[i], std::move(number));
    } else {
      number_of_default = std::move(number);
    }
  }
  const Typed number =
      look_up(source, table, std::move(numbers), std::move(number_of_default), span);
  Typed literals = look_up_literals(source, table, span);
  values_.current.lookups.emplace(&json, is_max ? literals.id : number.id);
  Typed chosen = builder_.to_kind(literals, kind, span);
  for (std::size_t i = computed.size(); i-- > 0;) {
    const Typed is_chosen = builder_.comparison(
        ir::Op::Eq, number, builder_.scalar(static_cast<std::int64_t>(i + 1), span), span);
    chosen = builder_.select(is_chosen, branches_.convert(computed[i], kind, span), chosen, span);
  }
  return chosen;
}

namespace {

/// Whether the key occurs in one of the values, in any case of letters.
bool occurs(const std::string& key, const std::vector<std::string>& values) {
  return std::ranges::any_of(values, [&](const std::string& value) {
    return language::lower(value).find(language::lower(key)) != std::string::npos;
  });
}

}  // namespace

/// Checks that a source of few known values can have the key: an enum, a boolean, or a step, of
/// which a value may contain it.
bool FormulaStepChecker::check_key(const ast::Json::Member& entry, const Typed& source,
                                   std::string_view mode) {
  const contract::Field* field = scope_.field_of(source);
  const KnownValues known = scope_.known_values(source);
  const bool is_part = field == nullptr && mode != "exact" && known.values != nullptr &&
                       occurs(entry.key, *known.values);
  if (is_part) return true;
  if (field != nullptr && field->type == contract::FieldType::Enum &&
      !scope_.declares(*field, entry.key)) {
    auto& report = diagnostics_.report(diag::DiagCode::UndeclaredValue, entry.key_span, entry.key,
                                       field->name);
    suggest_value(diagnostics_, report, entry.key, field->values, json_string_of);
    report.note(scope_.place_of_field(field->name), "its values are declared here");
    return false;
  }
  if (field == nullptr && known.values != nullptr && !known.has(entry.key)) {
    auto& report =
        diagnostics_.report(diag::DiagCode::ConstantTest, entry.key_span, "never",
                            fmt::format("`{}` is {} value of {}", entry.key,
                                        mode == "exact" ? "not a" : "in no", known.owner));
    suggest_value(diagnostics_, report, entry.key, *known.values, json_string_of);
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
  if (json != nullptr) warn_text(*json);
  auto value =
      json ? branches_.literal(*json, "value", "a number, a string or a boolean") : std::nullopt;
  if (!value) return std::nullopt;
  return builder_.scalar(std::move(*value), json->span);
}

}  // namespace seedc::check
