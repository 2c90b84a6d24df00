// Checks requests, their logic and their names, and appends their instructions to the module.
#include "compiler/check/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "compiler/check/evidence_check.h"
#include "compiler/check/formula_scope.h"
#include "compiler/check/options.h"
#include "compiler/check/suggest.h"

namespace seedc::check {
namespace {

using ExprKind = ast::Expr::Kind;

/// The name of an evidence, a call or a hop: its label; for a hop without one, the reader's own
/// spelling; otherwise empty.
std::string condition_name(const ast::Expr& expr) {
  if (expr.label) return expr.label->text;
  if (expr.kind != ExprKind::Hop) return {};
  std::string friends;
  std::string pattern;
  for (const ast::Argument& argument : expr.arguments) {
    if (argument.value.kind == ast::Json::Kind::Array) {
      for (const ast::Json& element : argument.value.elements)
        friends += (friends.empty() ? "'" : ", '") + element.text + "'";
    } else if (argument.key.empty() || argument.key == "pattern") {
      pattern = ", '" + argument.value.text + "'";
    }
  }
  return expr.name + "([" + friends + "]" + pattern + ")";
}

}  // namespace

Checker::Checker(ir::Module& module, diag::Diagnostics& diagnostics, CheckOptions options)
    : module_(module), builder_(module), diagnostics_(diagnostics), options_(std::move(options)) {}

void Checker::check(const ast::Program& program, const resolve::Scope& scope,
                    const RankFormulas& formulas) {
  check_definitions(program.lets, scope);
  for (const ast::Request& request : program.requests) {
    if (request.id) written_ids_.insert(request.id->text);
  }
  for (const ast::Request& request : program.requests) check_request(request, scope, formulas);
}

void Checker::check_definitions(std::span<const ast::Let> lets, const resolve::Scope& scope) {
  for (const ast::Let& let : lets) check_definition(let.value, scope);
}

void Checker::check_request(const ast::Request& request, const resolve::Scope& scope,
                            const RankFormulas& formulas) {
  CheckedRequest checked;
  checked.id = request.id ? request.id->text : next_number();
  if (request.group) checked.group = request.group->text;
  if (request.gold) checked.gold = request.gold->text;
  const source::Span place = request.id ? request.id->span : request.span;
  const auto [first, is_new] = ids_.emplace(checked.id, place);
  if (!is_new) {
    auto& report = diagnostics_.report(diag::DiagCode::DuplicateRequest, place, checked.id);
    report.help = "give each request an id of its own";
    report.note(first->second, "first defined here");
  }
  MaybeValue root = request.structure ? check_expr(*request.structure, scope) : std::nullopt;
  if (diagnostics_.errors_within(request.span) > 0)
    root = std::nullopt;  // the parser left out the part it could not read
  std::optional<ir::Rank> rank;
  if (request.rank && !(rank = check_rank(*request.rank, formulas))) root = std::nullopt;
  if (root && is_new) {
    checked.compiled = module_.requests.size();
    module_.requests.push_back(
        {.id = checked.id, .root = *root, .gold = checked.gold, .rank = rank});
  }
  checked_.requests.push_back(std::move(checked));
}

/// Whether an output of a formula is a list.
bool Checker::is_list(ir::ValueId step) const {
  return module_.insts[module_.insts[step].operands[0]].op == ir::Op::Collect;
}

/// std::nullopt if there is no such output, or no such formula (reported).
std::optional<ir::Rank> Checker::check_rank(const ast::Rank& rank, const RankFormulas& formulas) {
  const auto found = formulas.find(rank.formula.text);
  if (found == formulas.end() || !found->second) return std::nullopt;
  const std::string wanted = step_name_of(rank.output.text);
  std::vector<std::string> names;
  for (const ir::Output& output : module_.formulas[*found->second].outputs) {
    const auto& name = *module_.insts[output.value].attribute("name").as<std::string>();
    if (name == wanted && is_list(output.value)) {
      diagnostics_
          .report(diag::DiagCode::MisplacedName, rank.output.span, name,
                  "it is a list, which has no order")
          .help = "order by a number of the formula, such as a `count` with the same `where`";
      return std::nullopt;
    }
    if (name == wanted) return ir::Rank{output.value, rank.descending};
    names.push_back(output.keys.size() == 1 ? output.keys.front() : name);
  }
  auto& report = diagnostics_.report(diag::DiagCode::UnknownName, rank.output.span, "output",
                                     rank.output.text);
  suggest(diagnostics_, report, rank.output.text, names,
          listed("the formula's outputs are", names));
  return std::nullopt;
}

/// The id of a request without one: its number among such requests, skipping ids that are written.
std::string Checker::next_number() {
  std::string number;
  do {
    number = std::to_string(++unnamed_requests_);
  } while (written_ids_.contains(number));
  return number;
}

Checker::MaybeValue Checker::check_expr(const ast::Expr& expr, const resolve::Scope& scope) {
  options_.call.check();
  const MaybeValue value = value_of(expr, scope);
  if (value) checked_.values.emplace(&expr, *value);
  return value;
}

Checker::MaybeValue Checker::value_of(const ast::Expr& expr, const resolve::Scope& scope) {
  switch (expr.kind) {
    case ExprKind::And:
    case ExprKind::Or:
    case ExprKind::Not:
    case ExprKind::AtLeast:
      return check_logic(expr, scope);
    case ExprKind::Name:
      return check_name(expr, scope);
    case ExprKind::Evidence:
    case ExprKind::Call:
    case ExprKind::Hop:
      break;
  }
  const MaybeValue value = expr.kind == ExprKind::Evidence
                               ? check_evidence(expr.evidence)
                               : check_evidence(resolve::evidence_of(expr, diagnostics_));
  if (value) name_condition(condition_name(expr), *value);
  return value;
}

Checker::MaybeValue Checker::check_logic(const ast::Expr& expr, const resolve::Scope& scope) {
  std::vector<ir::ValueId> operands;
  bool complete = true;
  for (const ast::Expr& arg : expr.args) {
    const MaybeValue value = check_expr(arg, scope);
    if (value) operands.push_back(*value);
    complete = complete && value;
  }
  if (expr.kind == ExprKind::Not && expr.args.size() != 1) {
    diagnostics_.report(diag::DiagCode::NotTakesOne, expr.head_span, expr.args.size()).help =
        "to negate several conditions write NOT(OR(a, b))";
    return std::nullopt;
  }
  const auto k = expr.kind == ExprKind::AtLeast ? check_least(expr) : std::nullopt;
  if (!complete) return std::nullopt;
  if (expr.kind == ExprKind::AtLeast) {
    if (!k) return std::nullopt;
    return builder_.at_least(*k, std::move(operands), expr.span);
  }
  if (expr.kind == ExprKind::Not) {
    return builder_.add(
        {.op = ir::Op::Not, .operands = std::move(operands), .attributes = {}, .span = expr.span});
  }
  return builder_.logic(expr.kind == ExprKind::And ? ir::Op::And : ir::Op::Or, std::move(operands),
                        expr.span);
}

/// The `k` of an AT_LEAST; std::nullopt (reported) unless it is an integer from 1 to the number of
/// arguments.
std::optional<std::size_t> Checker::check_least(const ast::Expr& expr) {
  constexpr std::string_view kHelp = "AT_LEAST(2, a, b, c) asks for two of the three";
  if (expr.k.kind == ast::Json::Kind::Null) {
    diagnostics_.report(diag::DiagCode::MissingOption, expr.head_span, "AT_LEAST", "k").help =
        kHelp;
    return std::nullopt;
  }
  const language::Value value =
      expr.k.kind == ast::Json::Kind::Number ? to_value(expr.k) : language::Value();
  const auto* k = value.as<std::int64_t>();
  const auto count = static_cast<std::int64_t>(expr.args.size());
  if (k != nullptr && *k >= 1 && *k <= count) return static_cast<std::size_t>(*k);
  if (diagnostics_.errors_within(expr.span) > 0) return std::nullopt;  // arguments may be left out
  const std::string most =
      count == 0 ? "an integer from 1, followed by as many arguments or more"
                 : fmt::format("an integer from 1 to {}, the number of arguments", count);
  diagnostics_.report(diag::DiagCode::BadValue, expr.k.span, "k", most, written(expr.k)).help =
      kHelp;
  return std::nullopt;
}

Checker::MaybeValue Checker::check_name(const ast::Expr& expr, const resolve::Scope& scope) {
  const ast::Expr* definition = scope.find(expr.name);
  if (definition == nullptr) {
    if (scope.is_incomplete())
      return std::nullopt;  // it may be defined in the library that could not be read
    return check_convention(expr, scope);
  }
  if (scope.is_ambiguous(expr.name)) return std::nullopt;
  const auto checked = definitions_.find(definition);
  if (checked == definitions_.end()) {
    auto& report = diagnostics_.report(diag::DiagCode::UsedBeforeDefined, expr.head_span,
                                       "condition", expr.name);
    report.help = "move its `let` above this one";
    report.note(scope.place_of(expr.name), "defined here");
    return std::nullopt;
  }
  if (checked->second && used_names_.emplace(*checked->second, expr.name).second)
    name_condition(expr.name, *checked->second);
  return checked->second;
}

/// Resolves a name without a definition by convention.
Checker::MaybeValue Checker::check_convention(const ast::Expr& name, const resolve::Scope& scope) {
  checked_.convention_uses.push_back({name.name, name.head_span});
  const auto known = convention_values_.find(name.name);
  if (known != convention_values_.end()) return known->second;
  const resolve::Convention* convention = options_.convention;
  std::vector<resolve::Reading> readings;
  if (convention != nullptr) readings = convention->readings(name.name);
  if (readings.empty()) {
    report_unknown(name, scope, convention);
    return std::nullopt;
  }
  if (readings.size() > 1) {
    report_ambiguous(name, readings);
    return std::nullopt;
  }
  const MaybeValue value = check_reading(name, std::move(readings.front()));
  convention_values_.emplace(name.name, value);
  return value;
}

Checker::MaybeValue Checker::check_reading(const ast::Expr& name, resolve::Reading reading) {
  if (!reading.never_true.empty()) {
    auto& report = diagnostics_.report(diag::DiagCode::NeverTrue, name.head_span, name.name,
                                       reading.never_true);
    if (!reading.likely.empty()) report.help = "did you mean `" + reading.likely + "`?";
  }
  const MaybeValue value = seedc::check::check_reading(reading, name.head_span, builder_,
                                                       diagnostics_, options_.engine_refusal);
  if (value) name_condition(name.name, *value);
  checked_.conventions.emplace(name.name, std::move(reading));
  return value;
}

void Checker::report_ambiguous(const ast::Expr& name, std::span<const resolve::Reading> readings) {
  constexpr std::size_t kMostListed = 6;
  const auto listed = readings.first(std::min(readings.size(), kMostListed));
  std::set<std::string_view> names;
  for (const resolve::Reading& reading : listed) names.insert(reading.canonical);
  const bool have_names = names.size() == listed.size();
  std::vector<std::string> meanings;
  for (const resolve::Reading& reading : listed)
    meanings.push_back(have_names ? fmt::format("`{}` ({})", reading.canonical, meaning_of(reading))
                                  : meaning_of(reading));
  diagnostics_.report(diag::DiagCode::AmbiguousName, name.head_span, name.name, readings.size())
      .help = fmt::format(
      "{}{}{}",
      have_names
          ? "say "
          : fmt::format("no name tells them apart; write `{}(…)` for ", kind_of(readings.front())),
      fmt::join(meanings, " or "), readings.size() > kMostListed ? " or …" : "");
}

void Checker::report_unknown(const ast::Expr& name, const resolve::Scope& scope,
                             const resolve::Convention* convention) {
  auto& report =
      diagnostics_.report(diag::DiagCode::UnknownName, name.head_span, "condition", name.name);
  const std::string near = scope.nearest_to(name.name);
  if (!near.empty()) {
    report.help = "did you mean `" + near + "`?";
    report.fix = diag::FixIt{name.head_span, near};
  } else if (convention == nullptr) {
    // The advice is for all its uses, and is looked for among the first names alone.
    constexpr std::size_t kMostSearched = 1000;
    const auto uses = std::span(checked_.convention_uses)
                          .first(std::min(checked_.convention_uses.size(), kMostSearched));
    const auto first = std::ranges::find(uses, name.name, &ast::Field::text);
    if (first == uses.end() || first->span.begin != name.head_span.begin) return;
    report.help = fmt::format(
        "names by convention are looked up in a dataset{} or its schema{}; or define it: let {} = "
        "review_text(\"…\")",
        base::named(options_.setting_names, base::Setting::Data, " (", ")"),
        base::named(options_.setting_names, base::Setting::Schema, " (", ")"), name.name);
  } else if (diagnostics_.is_worth_a_suggestion()) {
    report.help = convention->help_for_unknown(name.name, options_.setting_names);
    const std::vector<std::string> nearest = convention->nearest(name.name);
    if (nearest.size() == 1 && report.help == "did you mean `" + nearest.front() + "`?")
      report.fix = diag::FixIt{name.head_span, nearest.front()};
  }
}

void Checker::check_definition(const ast::Expr& definition, const resolve::Scope& scope) {
  if (definitions_.contains(&definition)) return;  // in a library imported by several programs
  MaybeValue value = definition.kind == ExprKind::Evidence ? check_evidence(definition.evidence)
                                                           : check_expr(definition, scope);
  if (diagnostics_.errors_within(definition.span) > 0) value = std::nullopt;
  if (value && definition.label) used_names_.emplace(*value, definition.label->text);
  definitions_.emplace(&definition, value);
}

Checker::MaybeValue Checker::check_evidence(const ast::Json& evidence) {
  std::shared_ptr<const language::Condition>& known = known_evidence_.condition_of(evidence);
  if (known != nullptr) {
    return builder_.add({.op = ir::Op::Condition,
                         .operands = {},
                         .attributes = {},
                         .condition = known,
                         .span = evidence.span});
  }
  const std::size_t reported = diagnostics_.error_count() + diagnostics_.warning_count();
  const MaybeValue value =
      seedc::check::check_evidence(evidence, builder_, diagnostics_, options_.engine_refusal);
  // Each evidence has reports of its own, and lines may have comments that silence them.
  const bool is_faultless = diagnostics_.error_count() + diagnostics_.warning_count() == reported &&
                            diagnostics_.errors_within(evidence.span) == 0 &&
                            diagnostics_.ignored().empty();
  if (value && is_faultless) known = module_.insts[*value].condition;
  return value;
}

void Checker::name_condition(std::string name, ir::ValueId value) {
  if (!name.empty()) module_.conditions.push_back({.name = std::move(name), .root = value});
}

}  // namespace seedc::check
