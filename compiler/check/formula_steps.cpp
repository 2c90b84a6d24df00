// The operations of `compute`.
#include "compiler/check/formula_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "compiler/check/formula_case.h"
#include "compiler/check/formula_where.h"

namespace seedc {
namespace {

using JsonKind = ast::Json::Kind;
using Operator = ast::FormulaExpr::Operator;
using ir::Op;
using ir::TypeKind;

struct OperationInfo {
  std::string_view name;
  std::vector<std::string_view> keys;  ///< beside `name`, `op` and `description`
};

/// In the order of Operation.
const std::array<OperationInfo, 9>& operations() {
  static const std::array<OperationInfo, 9> kTable = {{
      {"define_filter", {"extraction", "meta", "where"}},
      {"count", {"where"}},
      {"sum", {"expr", "where"}},
      {"max", {"field", "where", "default"}},
      {"min", {"field", "where", "default"}},
      {"lookup", {"source", "table", "match", "default"}},
      {"expr", {"expr"}},
      {"const", {"value"}},
      {"case", {"source", "rules"}},
  }};
  return kTable;
}

}  // namespace

std::optional<Operation> find_operation(std::string_view name) {
  const auto* found = std::ranges::find(operations(), name, &OperationInfo::name);
  if (found == operations().end()) return std::nullopt;
  return static_cast<Operation>(found - operations().begin());
}

std::span<const std::string> operation_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const OperationInfo& operation : operations()) names.emplace_back(operation.name);
    return names;
  }();
  return kNames;
}

std::optional<Typed> FormulaStepChecker::check(Operation operation, FormulaObject& step) {
  std::vector<std::string_view> known = operations()[static_cast<std::size_t>(operation)].keys;
  known.insert(known.begin(), {"name", "op", "description"});
  step.set_known(known);
  auto value = check_keys(operation, step);
  step.report_unknown();
  return value;
}

std::optional<Typed> FormulaStepChecker::check_keys(Operation operation, FormulaObject& step) {
  switch (operation) {
    case Operation::DefineFilter:
      return check_filter(step);
    case Operation::Count:
      return check_count(step);
    case Operation::Sum:
      return check_sum(step);
    case Operation::Max:
      return check_extreme(Op::Greatest, step);
    case Operation::Min:
      return check_extreme(Op::Least, step);
    case Operation::Lookup:
      return check_lookup(step);
    case Operation::Expr:
      return check_expr(step);
    case Operation::Const:
      return check_const(step);
    case Operation::Case:
      return check_case(step);
  }
  return std::nullopt;
}

std::optional<Typed> FormulaStepChecker::check_filter(FormulaObject& step) {
  FormulaWhereChecker where(scope_, builder_, diagnostics_);
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
    const Span opening{step.json().span.file, step.json().span.begin, step.json().span.begin + 1};
    diagnostics_.report(DiagCode::MissingKey, opening, step.owner(), "extraction").help =
        "a filter needs conditions in `extraction`, `meta` or `where`";
    return std::nullopt;
  }
  return where.finish(step.json().span);
}

std::optional<std::optional<Typed>> FormulaStepChecker::check_where(FormulaObject& step) {
  if (step.find("where") == nullptr) return Maybe();
  const ast::Json* conditions = step.object("where");
  if (conditions == nullptr) return std::nullopt;
  FormulaWhereChecker where(scope_, builder_, diagnostics_);
  where.add_where(*conditions);
  Maybe predicate = where.finish(conditions->span);
  if (where.has_errors()) return std::nullopt;
  return predicate;
}

std::optional<Typed> FormulaStepChecker::check_count(FormulaObject& step) {
  const auto where = check_where(step);
  if (!where) return std::nullopt;
  std::vector<Typed> operands = {scope_.rows()};
  if (*where) operands.push_back(**where);
  return builder_.add(Op::Count, operands, {}, step.json().span);
}

std::optional<Typed> FormulaStepChecker::check_expression(FormulaObject& step, std::string_view key,
                                                          Place place) {
  if (step.require(key) == nullptr) return std::nullopt;
  const ast::Json* text = step.text(key);
  const ast::FormulaExpr* expr = text == nullptr ? nullptr : formula_.expression(*text);
  return expr == nullptr ? std::nullopt : expressions_.check(*expr, place);
}

std::optional<Typed> FormulaStepChecker::check_sum(FormulaObject& step) {
  const auto where = check_where(step);
  const Maybe value = check_expression(step, "expr", Place::Row);
  if (!where || !value) return std::nullopt;
  if (!value->type.is_number()) {
    diagnostics_
        .report(DiagCode::WrongKind, formula_.expression(*step.find("expr"))->span,
                "what is summed", "a number", kind_phrase(value->type.kind))
        .help = "count rows with `count` and a `where`";
    return std::nullopt;
  }
  std::vector<Typed> operands = {scope_.rows(), *value};
  if (*where) operands.push_back(**where);
  return builder_.add(Op::Sum, operands, {}, step.json().span);
}

std::optional<Typed> FormulaStepChecker::check_extreme(Op op, FormulaObject& step) {
  const auto where = check_where(step);
  if (step.require("field") == nullptr) return std::nullopt;
  const ast::Json* field = step.text("field");
  if (field == nullptr) return std::nullopt;
  const std::vector<std::string> keys = split_path(field->text);
  const Span span = part_of(field->span, field->text, 0, field->text.size());
  if (keys.front() != "extraction" && keys.front() != "meta") {
    auto& report = diagnostics_.report(DiagCode::MisplacedName, span, field->text,
                                       "`field` is `extraction.NAME` or `meta.PATH`");
    if (scope_.is_field(field->text)) {
      report.help = fmt::format("write `extraction.{}`", field->text);
      report.fix = FixIt{span, "extraction." + field->text};
    }
    return std::nullopt;
  }
  Maybe value = scope_.value(keys, Place::Row, span);
  if (!value) return std::nullopt;
  if (!value->type.is_number()) {
    diagnostics_.report(DiagCode::WrongKind, span, fmt::format("`{}`", field->text), "a number",
                        kind_phrase(value->type.kind));
    return std::nullopt;
  }
  Value otherwise;
  if (const ast::Json* given = step.find("default")) {
    const Maybe checked = check_default(*given, *value);
    if (!checked) return std::nullopt;
    otherwise = *checked->constant;
    if (checked->type.kind == TypeKind::Real) value = builder_.to_real(*value, span);
    if (value->type.kind == TypeKind::Real) otherwise = *number_of(otherwise);
  }
  if (!where) return std::nullopt;
  std::vector<Typed> operands = {scope_.rows(), *value};
  if (*where) operands.push_back(**where);
  return builder_.add(op, operands, {std::move(otherwise)}, step.json().span);
}

/// A scalar, finite if it is a number.
std::optional<Value> FormulaStepChecker::scalar(const ast::Json& json, std::string_view what) {
  auto value = scalar_of(json);
  if (!value) {
    diagnostics_.report(DiagCode::WrongType, json.span, fmt::format("`{}`", what),
                        "a number, a string or a boolean", ast::type_phrase(json));
    return std::nullopt;
  }
  const auto number = number_of(*value);
  if (!number || std::isfinite(*number)) return value;
  diagnostics_.report(DiagCode::BadValue, json.span, what, "within a double's range", "infinite");
  return std::nullopt;
}

/// A default of the kind of the value that it stands in for.
std::optional<Typed> FormulaStepChecker::check_default(const ast::Json& json, const Typed& value) {
  auto given = scalar(json, "default");
  if (!given) return std::nullopt;
  Typed made = builder_.scalar(*given, json.span);
  const TypeKind wanted = value.type.kind == TypeKind::Any ? TypeKind::Real : value.type.kind;
  if (is_same_family(made.type.kind, wanted)) return made;
  diagnostics_
      .report(DiagCode::WrongKind, json.span, "`default`", kind_phrase(wanted),
              kind_phrase(made.type.kind))
      .help = wanted == TypeKind::Str ? std::string() : unquoted_number_help(*given);
  return std::nullopt;
}

/// `context.PATH` or an earlier step.
std::optional<Typed> FormulaStepChecker::check_source(const ast::Json& source) {
  return scope_.value(split_path(source.text), Place::Item,
                      part_of(source.span, source.text, 0, source.text.size()));
}

std::optional<Typed> FormulaStepChecker::check_lookup(FormulaObject& step) {
  static constexpr std::array<std::string_view, 3> kModes = {"exact", "substring_first",
                                                             "substring_max"};
  const std::string mode = step.choice("match", kModes);
  step.require("source");
  step.require("table");
  const ast::Json* source_json = step.text("source");
  const ast::Json* table_json = step.object("table");
  const Maybe source = source_json ? check_source(*source_json) : std::nullopt;
  if (table_json == nullptr) return std::nullopt;
  Dict table;
  std::optional<TypeKind> kind;
  for (const ast::Json::Member& entry : table_json->members) {
    auto value = scalar(entry.value, entry.key);
    if (!value) return std::nullopt;
    const TypeKind own = ir::kind_of(*value);
    const TypeKind first = kind.value_or(own);
    kind = ir::join(first, own);
    if (!kind) {
      diagnostics_.report(DiagCode::MixedKinds, entry.value.span, kind_phrase(first),
                          kind_phrase(own), "values of one table");
      return std::nullopt;
    }
    if (mode == "substring_max" && own != TypeKind::Int && own != TypeKind::Real) {
      diagnostics_
          .report(DiagCode::WrongKind, entry.value.span, "a value for `substring_max`", "a number",
                  kind_phrase(own))
          .help = "`substring_first` takes the first key that occurs, whatever its value";
      return std::nullopt;
    }
    table.emplace_back(entry.key, std::move(*value));
  }
  if (!kind) {
    diagnostics_.report(DiagCode::EmptyOperand, table_json->span, "table",
                        "the default is taken for every item");
  }
  Value otherwise;
  if (const ast::Json* given = step.find("default")) {
    auto value = scalar(*given, "default");
    if (!value) return std::nullopt;
    if (kind && !is_same_family(*kind, ir::kind_of(*value))) {
      diagnostics_
          .report(DiagCode::WrongKind, given->span, "`default`", kind_phrase(*kind),
                  kind_phrase(ir::kind_of(*value)))
          .help = "it stands in for a value of the table";
      return std::nullopt;
    }
    otherwise = std::move(*value);
  }
  if (!source) return std::nullopt;
  return builder_.add(Op::Lookup, {*source}, {dict_of(std::move(table)), mode, otherwise},
                      step.json().span);
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

std::optional<Typed> FormulaStepChecker::check_case(FormulaObject& step) {
  const ast::Json* source_json = step.find("source") ? step.text("source") : nullptr;
  const bool has_source = step.find("source") != nullptr;
  const Maybe source = source_json ? check_source(*source_json) : std::nullopt;
  if (step.require("rules") == nullptr) return std::nullopt;
  const ast::Json* rules_json = step.list("rules");
  if (rules_json == nullptr) return std::nullopt;
  if (rules_json->elements.empty()) {
    diagnostics_.report(DiagCode::BadValue, rules_json->span, "rules", "a list of rules",
                        "an empty list");
    return std::nullopt;
  }
  if (has_source && source_json == nullptr) return std::nullopt;
  auto rules = read_rules(step, *rules_json, source_json, source);
  if (!rules || (has_source && !source)) return std::nullopt;
  return join_rules(step, *rules);
}

std::optional<std::vector<FormulaStepChecker::Rule>> FormulaStepChecker::read_rules(
    FormulaObject& step, const ast::Json& rules, const ast::Json* source_json,
    const Maybe& source) {
  std::vector<Rule> read;
  bool is_whole = true;
  for (const ast::Json& json : rules.elements) {
    if (json.kind != JsonKind::Object) {
      diagnostics_.report(DiagCode::WrongType, json.span, "a rule", "an object",
                          ast::type_phrase(json));
      is_whole = false;
      continue;
    }
    Rule rule = read_rule(json, source_json, source);
    is_whole = is_whole && rule.value && (rule.is_else || rule.condition);
    read.push_back(std::move(rule));
  }
  for (std::size_t i = 0; i + 1 < read.size(); ++i) {
    if (!read[i].is_else) continue;
    diagnostics_.report(DiagCode::MisplacedElse, read[i].json->span).help =
        "what stands below it would never apply";
    is_whole = false;
  }
  if (!is_whole || !check_kinds(read)) return std::nullopt;
  const bool is_exhaustive = report_unreachable(read, source);
  if (!read.back().is_else && !is_exhaustive) {
    const auto& name = *step.find("name");
    diagnostics_.report(DiagCode::NoElse, rules.span, name.text).help =
        "add {\"else\": …} as the last rule";
  }
  return read;
}

FormulaStepChecker::Rule FormulaStepChecker::read_rule(const ast::Json& json,
                                                       const ast::Json* source_json,
                                                       const Maybe& source) {
  static constexpr std::array<std::string_view, 2> kRuleKeys = {"when", "then"};
  static constexpr std::array<std::string_view, 1> kElseKeys = {"else"};
  FormulaObject object(json, "a rule", diagnostics_);
  Rule rule{.json = &json};
  rule.is_else = object.find("else") != nullptr;
  if (rule.is_else && object.find("when") != nullptr) {
    const auto written = std::ranges::find(json.members, "else", &ast::Json::Member::key);
    diagnostics_.report(DiagCode::MisplacedElse, written->key_span).help =
        "write it as a rule of its own: {\"else\": …}";
    return rule;
  }
  if (rule.is_else) {
    object.set_known(kElseKeys);
  } else {
    object.set_known(kRuleKeys);
    rule.when =
        object.require("when", "a rule is {\"when\": …, \"then\": …}, the last one {\"else\": …}");
    if (rule.when && source_json == nullptr) rule.condition = check_condition(*rule.when);
    if (rule.when && source_json != nullptr) check_test(rule, source);
    if (rule.when) object.require("then");
  }
  object.report_unknown();
  const std::string_view key = rule.is_else ? "else" : "then";
  if (const ast::Json* value = object.find(key)) {
    warn_text(*value);
    if (auto literal = scalar(*value, key))
      rule.value = builder_.scalar(std::move(*literal), value->span);
  }
  return rule;
}

/// The condition of a rule without a source: an expression.
std::optional<Typed> FormulaStepChecker::check_condition(const ast::Json& when) {
  if (when.kind != JsonKind::String) {
    diagnostics_
        .report(DiagCode::WrongType, when.span, "`when`", "an expression in a string",
                ast::type_phrase(when))
        .help = "name a `source` to compare it with values";
    return std::nullopt;
  }
  const ast::FormulaExpr* expr = formula_.expression(when);
  if (expr == nullptr) return std::nullopt;  // reported by the parser
  Maybe condition = expressions_.check(*expr, Place::Item);
  if (!condition || is_same_family(condition->type.kind, TypeKind::Bool)) return condition;
  diagnostics_
      .report(DiagCode::WrongKind, expr->span, "`when`", "a boolean",
              kind_phrase(condition->type.kind))
      .help = "compare it, or name a `source`";
  return std::nullopt;
}

/// The condition of a rule with a source: an operator and what stands behind it, or a value.
void FormulaStepChecker::check_test(Rule& rule, const Maybe& source) {
  const ast::Json& when = *rule.when;
  ast::FormulaExpr::Joint joint{Operator::Eq, when.span};
  Span span = when.span;
  Maybe operand;
  if (const ast::FormulaExpr* test = formula_.expression(when)) {
    joint = test->joints.front();
    span = test->args.front().span;
    if (report_bare_string(test->args.front())) return;
    operand = expressions_.check(test->args.front(), Place::Item);
  } else if (diagnostics_.errors_within(when.span) == 0) {
    warn_text(when);
    if (auto value = scalar(when, "when")) operand = builder_.scalar(std::move(*value), span);
  }
  if (!operand || !source) return;
  if (operand->constant) rule.takes = {joint.op, *operand->constant};
  rule.condition = expressions_.compare(joint, *source, span, *operand, span);
}

/// A text that names a step or `context` looks like an expression, which cannot stand there.
void FormulaStepChecker::warn_text(const ast::Json& json) {
  if (json.kind != JsonKind::String) return;
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (auto begin = json.text.begin(); begin != json.text.end();) {
    begin = std::find_if(begin, json.text.end(), is_word);
    const auto end = std::find_if_not(begin, json.text.end(), is_word);
    const std::string word(begin, end);
    if (scope_.is_step(word) || (word == "context" && end != json.text.end() && *end == '.')) {
      diagnostics_.report(DiagCode::TakenAsText, json.span, json.text, word).help =
          "values of rules are literals, and behind a `source` stands only `< 4` or a value; what "
          "is "
          "computed stands in an `expr`: `a if c else b`";
      return;
    }
    begin = end;
  }
}

/// A name behind an operator that is no step, nor near to one, is meant as a string.
bool FormulaStepChecker::report_bare_string(const ast::FormulaExpr& operand) {
  if (operand.kind != ast::FormulaExpr::Kind::Name || operand.keys.size() != 1) return false;
  const std::string& name = operand.keys.front();
  if (scope_.is_known(name) || scope_.is_field(name)) return false;
  if (!nearest(name, scope_.names(FormulaScope::What::Step)).empty()) return false;
  diagnostics_.report(DiagCode::UnknownName, operand.span, "step", name).help =
      fmt::format("a string stands in quotes: `'{}'`", name);
  return true;
}

bool FormulaStepChecker::check_kinds(const std::vector<Rule>& rules) {
  const TypeKind first = rules.front().value->type.kind;
  for (const Rule& rule : rules) {
    const TypeKind kind = rule.value->type.kind;
    if (is_same_family(first, kind)) continue;
    const ast::Json* value = rule.json->find(rule.is_else ? "else" : "then");
    diagnostics_.report(DiagCode::MixedKinds, value->span, kind_phrase(first), kind_phrase(kind),
                        "values of one `case`");
    return false;
  }
  return true;
}

/// Warns of rules that those above leave nothing to. Whether they together take every value.
bool FormulaStepChecker::report_unreachable(const std::vector<Rule>& rules, const Maybe& source) {
  CaseCoverage taken;
  std::set<std::string> conditions;
  for (const Rule& rule : rules) {
    if (source && taken.is_full(source->type.kind)) {
      diagnostics_.report(DiagCode::UnreachableRule, rule.json->span,
                          "the rules above take every value");
      continue;
    }
    if (rule.is_else) continue;
    const bool is_new = rule.takes ? taken.take(rule.takes->first, rule.takes->second)
                                   : conditions.insert(rule.when->text).second;
    if (!is_new) {
      diagnostics_.report(DiagCode::UnreachableRule, rule.json->span,
                          "the rules above take what it would");
    }
  }
  return source && taken.is_full(source->type.kind);
}

/// The rules from the last to the first: each is chosen, or what stands below it.
std::optional<Typed> FormulaStepChecker::join_rules(FormulaObject& step, std::vector<Rule>& rules) {
  std::vector<Typed> values;
  for (const Rule& rule : rules) values.push_back(*rule.value);
  const Span span = step.json().span;
  builder_.unify(values, span);
  Typed chosen = values.back();
  std::size_t left = rules.size();
  if (rules.back().is_else) {
    --left;
  } else {
    chosen = builder_.add(
        Op::Nothing, {}, {std::string(ir::to_string(ir::Type{values.back().type.kind})), "no_rule"},
        span);
  }
  while (left-- > 0) chosen = builder_.select(*rules[left].condition, values[left], chosen, span);
  return chosen;
}

}  // namespace seedc
