// Checks the rules of `case`: conditions, values, and which of them can apply (semantics.md section
// 6).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/check/formula_case.h"
#include "compiler/check/formula_steps.h"
#include "compiler/check/missing_values.h"
#include "runtime/base/nearest.h"
#include "runtime/language/decimal.h"

namespace seedc::check {
namespace {

constexpr std::string_view kRuleHelp =
    "a rule is {\"when\": …, \"then\": …}, the last one {\"else\": …}";

/// `{"default": 2}`, of which the key is not nearly `when`.
bool is_misspelt_else(const ast::Json& rule) {
  const std::vector<std::string> others = {"when", "then"};
  return rule.members.size() == 1 && std::ranges::count(others, rule.members[0].key) == 0 &&
         base::nearest(rule.members[0].key, others).empty();
}

using JsonKind = ast::Json::Kind;
using Operator = ast::FormulaExpr::Operator;

/// Returns `>= 3` for `N >= 3`, where `N` is the source; empty for any other text.
std::string_view test_behind(std::string_view when, std::string_view source) {
  static constexpr std::string_view kSigns[] = {"<", ">", "==", "!="};
  if (!when.starts_with(source)) return {};
  const std::string_view rest = language::trim_blanks(when.substr(source.size()));
  const bool is_test =
      std::ranges::any_of(kSigns, [rest](std::string_view sign) { return rest.starts_with(sign); });
  return is_test ? rest : std::string_view();
}

}  // namespace

std::optional<Typed> FormulaStepChecker::check_case(FormulaObject& step) {
  const ast::Json* source_json = step.find("source") ? step.text("source") : nullptr;
  const bool has_source = step.find("source") != nullptr;
  const Maybe source = source_json ? check_source(step, *source_json) : std::nullopt;
  if (step.require("rules") == nullptr) return std::nullopt;
  const ast::Json* rules_json = step.list("rules");
  if (rules_json == nullptr) return std::nullopt;
  if (rules_json->elements.empty()) {
    diagnostics_.report(diag::DiagCode::BadValue, rules_json->span, "rules", "a list of rules",
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
      diagnostics_.report(diag::DiagCode::WrongType, json.span, "a rule", "an object",
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
    diagnostics_.report(diag::DiagCode::MisplacedElse, read[i].json->span).help =
        "rules below it would never apply";
    is_whole = false;
  }
  if (!is_whole) return std::nullopt;
  const bool is_exhaustive = report_unreachable(read, source);
  if (!read.back().is_else && !is_exhaustive) {
    const auto& name = *step.find("name");
    diagnostics_.report(diag::DiagCode::NoElse, rules.span, name.text).help =
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
  rule.is_else = json.find("else") != nullptr;
  if (rule.is_else && object.find("when") != nullptr) {
    const auto written = std::ranges::find(json.members, "else", &ast::Json::Member::key);
    diagnostics_.report(diag::DiagCode::MisplacedElse, written->key_span).help =
        "write it as a rule of its own: {\"else\": …}";
    return rule;
  }
  if (rule.is_else) {
    object.set_known(kElseKeys);
  } else if (is_misspelt_else(json)) {
    object.set_known(kElseKeys);
    object.require("else", kRuleHelp);
    rule.is_else = true;
    return rule;
  } else {
    object.set_known(kRuleKeys);
    rule.when = object.require("when", kRuleHelp);
    if (rule.when && source_json == nullptr) rule.condition = check_condition(*rule.when);
    if (rule.when && source_json != nullptr) check_test(rule, *source_json, source);
    if (rule.when && json.find("then") == nullptr) object.require("then");
  }
  object.report_unknown();
  const std::string_view key = rule.is_else ? "else" : "then";
  if (const ast::Json* value = json.find(key)) {
    warn_text(*value);
    rule.value = branches_.check(*value, key, place_);
  }
  return rule;
}

/// Checks the condition of a rule without a source: an expression.
std::optional<Typed> FormulaStepChecker::check_condition(const ast::Json& when) {
  if (when.kind != JsonKind::String) {
    diagnostics_
        .report(diag::DiagCode::WrongType, when.span, "`when`", "an expression in a string",
                ast::type_phrase(when))
        .help = "name a `source` to compare it with values";
    return std::nullopt;
  }
  const ast::FormulaExpr* expr = formula_.expression(when);
  if (expr == nullptr) return std::nullopt;  // reported by the parser
  Maybe condition = expressions_.check(*expr, place_);
  if (!condition || is_same_family(condition->family(), language::Kind::Bool)) return condition;
  diagnostics_
      .report(diag::DiagCode::WrongKind, expr->span, "`when`", "a boolean",
              kind_phrase(condition->family()))
      .help = "compare it, or name a `source`";
  return std::nullopt;
}

/// Checks the condition of a rule with a source: an operator and its operand, or a value.
void FormulaStepChecker::check_test(Rule& rule, const ast::Json& source_json, const Maybe& source) {
  const ast::Json& when = *rule.when;
  ast::FormulaExpr::Joint joint{Operator::Eq, when.span};
  source::Span span = when.span;
  Maybe operand;
  if (const ast::FormulaExpr* test = formula_.expression(when)) {
    joint = test->joints.front();
    span = test->args.front().span;
    if (report_bare_string(test->args.front())) return;
    operand = expressions_.check(test->args.front(), place_);
  } else if (diagnostics_.errors_within(when.span) == 0) {
    if (report_repeated_source(when, source_json, source)) return;
    auto value = branches_.literal(when, "when", "a number, a string or a boolean");
    if (value) operand = builder_.scalar(std::move(*value), span);
  }
  if (!operand || !source) return;
  if (operand->constant) rule.takes = {joint.op, *operand->constant};
  const bool is_json = formula_.expression(when) == nullptr;
  rule.condition = expressions_.compare(joint, *source, span, *operand, span, is_json);
}

/// Warns of text in a rule with a source that looks like an expression. Returns true if it repeats
/// the source and cannot be compared with it, which is an error.
bool FormulaStepChecker::report_repeated_source(const ast::Json& when, const ast::Json& source_json,
                                                const Maybe& source) {
  const std::string_view test = test_behind(when.text, source_json.text);
  const bool is_number = source && language::is_number(source->family());
  if (test.empty() && is_number && when.text.find_first_of("<>") != std::string::npos) {
    diagnostics_
        .report(diag::DiagCode::ExpressionSyntax, when.span,
                "a test with a `source` is one operator and a value, as `< 3`")
        .help =
        "the first rule that holds counts, so `< 3` follows the rules for lower values; or "
        "leave `source` out and write conditions";
    return true;
  }
  if (test.empty()) {
    warn_text(when);
    return false;
  }
  auto& report = is_number ? diagnostics_.report(diag::DiagCode::ExpressionSyntax, when.span,
                                                 "every test already compares the source")
                           : diagnostics_.report(diag::DiagCode::TakenAsText, when.span, when.text,
                                                 source_json.text);
  report.help = fmt::format("write `{}`", test);
  report.fix = diag::FixIt{when.span, language::to_json(std::string(test)), /*is_safe=*/is_number};
  return is_number;
}

/// Warns of text that names a step or `context`: it looks like an expression, which is not allowed
/// there.
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
      diagnostics_.report(diag::DiagCode::TakenAsText, json.span, json.text, word).help =
          "a value that is computed is written {\"expr\": \"…\"}, and a test with a `source` is "
          "only `< 4` or a value";
      return;
    }
    begin = end;
  }
}

/// Reports a name after an operator that neither is nor resembles a step: a string was meant.
bool FormulaStepChecker::report_bare_string(const ast::FormulaExpr& operand) {
  if (operand.kind != ast::FormulaExpr::Kind::Name || operand.keys.size() != 1) return false;
  const std::string& name = operand.keys.front();
  const bool is_row_name = name.starts_with('$');
  if (is_row_name || scope_.is_known(name) || scope_.is_field(name)) return false;
  if (!base::nearest(name, scope_.names(FormulaScope::What::Step)).empty()) return false;
  diagnostics_.report(diag::DiagCode::UnknownName, operand.span, "step", name).help =
      fmt::format("a string is written in quotes: `'{}'`", name);
  return true;
}

/// Warns of rules that the rules above make unreachable. Returns whether the rules cover every
/// value.
bool FormulaStepChecker::report_unreachable(const std::vector<Rule>& rules, const Maybe& source) {
  CaseCoverage taken;
  std::map<std::string, source::Span> conditions;
  for (const Rule& rule : rules) {
    if (source && taken.is_full(source->type.kind)) {
      diagnostics_.report(diag::DiagCode::UnreachableRule, rule.json->span,
                          "the rules above cover every value");
      continue;
    }
    if (rule.is_else) continue;
    const bool is_new = rule.takes ? taken.take(rule.takes->first, rule.takes->second)
                                   : conditions.emplace(rule.when->text, rule.when->span).second;
    if (is_new) continue;
    auto& report = diagnostics_.report(diag::DiagCode::UnreachableRule, rule.json->span,
                                       "the rules above cover all of its values");
    const source::Span covering =
        rule.takes ? place_of_cover(rules, rule) : conditions.find(rule.when->text)->second;
    report.note(covering, "this rule covers it");
  }
  return source && taken.is_exhaustive(source->type.kind, scope_.known_values(*source).values);
}

/// The location of the test above `rule` that alone covers it; no location if several are needed,
/// or if the list is too long to be read.
source::Span FormulaStepChecker::place_of_cover(const std::vector<Rule>& rules,
                                                const Rule& rule) const {
  if (!diagnostics_.is_worth_a_suggestion()) return {};
  for (const Rule* above = rules.data(); above != &rule; ++above) {
    if (!above->takes) continue;
    CaseCoverage taken;
    taken.take(above->takes->first, above->takes->second);
    if (!taken.take(rule.takes->first, rule.takes->second)) return above->when->span;
  }
  return {};
}

/// Joins the rules from the last to the first: each selects its value or the result of the rules
/// below.
std::optional<Typed> FormulaStepChecker::join_rules(FormulaObject& step, std::vector<Rule>& rules) {
  std::vector<Branch> branches;
  for (const Rule& rule : rules) branches.push_back(*rule.value);
  const auto kind = branches_.kind_of(branches, "values of one `case`");
  if (!kind) return std::nullopt;
  const source::Span span = step.json().span;
  std::vector<Typed> values;
  for (const Branch& branch : branches) values.push_back(branches_.convert(branch, *kind, span));
  Typed chosen = values.back();
  std::size_t left = rules.size();
  if (rules.back().is_else) {
    --left;
  } else {
    chosen = null_of_kind(builder_, *kind, "no_rule", span);
  }
  while (left-- > 0) chosen = builder_.select(*rules[left].condition, values[left], chosen, span);
  note_values(chosen, branches);
  note_missing_tests(rules);
  return chosen;
}

/// Notes fields without a default where a missing value makes the first test of a row null, so that
/// no rule is taken, `else` included.
void FormulaStepChecker::note_missing_tests(const std::vector<Rule>& rules) {
  const bool has_else = rules.back().is_else && !rules.back().value->is_null();
  if (!has_else || rules.size() == 1 || place_ != Place::Row) return;
  const ir::Module& module = builder_.module();
  const ir::ValueId first = rules.front().condition->id;
  std::set<std::string> fields = fields_needed(module, first);
  if (fields.empty() || has_branches(module, first)) return;
  add_missing({.what = "no rule is taken, `else` included, in the rows",
               .fields = std::move(fields),
               .span = rules.back().json->span,
               .needs_rows = true});
}

}  // namespace seedc::check
