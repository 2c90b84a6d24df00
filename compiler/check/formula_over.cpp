// Unrolls a step over groups: one fold for each label, which takes the result of the labels before.
#include "compiler/check/formula_over.h"

#include <fmt/format.h>

#include <cmath>

#include "compiler/check/suggest.h"

namespace seedc::check {
namespace {

using JsonKind = ast::Json::Kind;

bool has_label(OverKind kind) { return kind == OverKind::ArgMax || kind == OverKind::ArgMin; }

ir::Op fold_of(OverKind kind) {
  switch (kind) {
    case OverKind::Count:
      return ir::Op::FoldCount;
    case OverKind::Sum:
      return ir::Op::FoldSum;
    case OverKind::Max:
    case OverKind::ArgMax:
      return ir::Op::FoldMax;
    case OverKind::Min:
    case OverKind::ArgMin:
      return ir::Op::FoldMin;
  }
  return ir::Op::FoldCount;
}

}  // namespace

std::optional<Typed> FormulaOverChecker::check(OverKind kind, FormulaObject& step) {
  const bool is_over = step.find("over") != nullptr;
  if (!is_over && step.find("of") == nullptr) {
    diagnostics_.report(diag::DiagCode::MissingKey, step.opening(), step.owner(), "over").help =
        "name a group, or give the expressions: \"of\": {\"label\": \"expression\", …}";
    return std::nullopt;
  }
  if (is_over && has_label(kind) && step.find("of") != nullptr) {
    diagnostics_
        .report(diag::DiagCode::MisplacedName, step.find("of")->span, "of",
                "`over` says already what is compared")
        .help = "give either `over` and `expr`, or `of`";
    return std::nullopt;
  }
  const auto candidates = is_over ? over_group(kind, step) : of_expressions(step);
  if (!candidates) return std::nullopt;
  const source::Span span = step.json().span;
  const Maybe value =
      has_label(kind) ? best_label(kind, *candidates, span) : fold(kind, *candidates, span);
  if (!value) return std::nullopt;
  std::optional<Branch> otherwise;
  if (const ast::Json* given = step.json().find("default")) {
    otherwise = check_default(kind, *value, *given);
    if (!otherwise) return std::nullopt;
  }
  const Typed result = otherwise ? with_default(kind, *value, *otherwise, span) : *value;
  if (has_label(kind)) note_labels(result, *candidates, otherwise);
  return result;
}

std::optional<FormulaOverChecker::Candidates> FormulaOverChecker::over_group(OverKind kind,
                                                                             FormulaObject& step) {
  const ast::Json* over = step.text("over");
  if (over == nullptr) return std::nullopt;
  const FormulaGroup* group =
      scope_.group(over->text, part_of(over->span, over->text, 0, over->text.size()));
  const ast::Json* where = step.find("where");
  if (where != nullptr && where->kind != JsonKind::String) {
    diagnostics_
        .report(diag::DiagCode::WrongType, where->span, "`where` of a step over groups",
                "an expression in a string", ast::type_phrase(*where))
        .help =
        "it tests a group's steps: \"N >= 3\"; the rows of groups are chosen where they are "
        "defined";
    return std::nullopt;
  }
  const ast::Json* expr = nullptr;
  if (kind != OverKind::Count) {
    expr = step.require("expr") ? step.text("expr") : nullptr;
    if (expr == nullptr) return std::nullopt;
  }
  if (group == nullptr) return std::nullopt;
  Candidates candidates;
  const bool was_repeated = diagnostics_.drops_repeated();
  for (const std::string& label : group->labels) {
    scope_.enter_label(*group, label);
    auto made = candidate(label, expr, where);
    scope_.leave();
    if (!made) break;
    candidates.push_back(std::move(*made));
    diagnostics_.drop_repeated(true);
  }
  diagnostics_.drop_repeated(was_repeated);
  if (candidates.size() < group->labels.size()) return std::nullopt;
  return candidates;
}

std::optional<FormulaOverChecker::Candidates> FormulaOverChecker::of_expressions(
    FormulaObject& step) {
  for (const std::string_view key : {"expr", "where"}) {
    if (const ast::Json* given = step.find(key)) {
      diagnostics_.report(diag::DiagCode::MisplacedName, given->span, key, "it belongs to `over`")
          .help = "in `of` each label has its own: {\"expr\": …, \"where\": …}";
      return std::nullopt;
    }
  }
  const ast::Json* of = step.object("of");
  if (of == nullptr) return std::nullopt;
  if (of->members.empty()) {
    diagnostics_.report(diag::DiagCode::BadValue, of->span, "of", "one label or more", "none");
    return std::nullopt;
  }
  Candidates candidates;
  for (const ast::Json::Member& label : of->members) {
    static constexpr std::array<std::string_view, 2> kKeys = {"expr", "where"};
    const ast::Json* expr = &label.value;
    const ast::Json* where = nullptr;
    if (label.key.empty())
      diagnostics_.report(diag::DiagCode::BadName, label.key_span, label.key, "label",
                          "a label is not empty");
    if (label.value.kind == JsonKind::Object) {
      FormulaObject parts(label.value, fmt::format("label `{}`", label.key), diagnostics_);
      parts.set_known(kKeys);
      expr = parts.require("expr") ? parts.text("expr") : nullptr;
      where = parts.find("where") ? parts.text("where") : nullptr;
      parts.report_unknown();
      if (where == nullptr && parts.find("where") != nullptr) expr = nullptr;
    } else if (label.value.kind != JsonKind::String) {
      diagnostics_.report(diag::DiagCode::WrongType, label.value.span,
                          fmt::format("`{}`", label.key), "an expression in a string",
                          ast::type_phrase(label.value));
      expr = nullptr;
    }
    auto made = expr == nullptr ? std::nullopt : candidate(label.key, expr, where);
    if (!made) continue;
    // Nulls are left out, and not counted.
    made->condition =
        builder_.add(ir::Op::IsCandidate, {made->condition, made->value}, {}, label.value.span);
    candidates.push_back(std::move(*made));
  }
  if (candidates.size() < of->members.size()) return std::nullopt;
  return candidates;
}

std::optional<FormulaOverChecker::Candidate> FormulaOverChecker::candidate(const std::string& label,
                                                                           const ast::Json* expr,
                                                                           const ast::Json* where) {
  const source::Span span = expr ? expr->span : source::Span();
  FormulaValues::OfLabel& recorded = values_.current.labels.emplace_back();
  recorded.label = label;
  Maybe holds = where ? condition(*where) : builder_.scalar(true, span);
  Maybe value = expr ? number(*expr) : builder_.scalar(std::int64_t{1}, span);
  if (!holds || !value) return std::nullopt;
  if (where) recorded.condition = holds->id;
  if (expr) recorded.value = value->id;
  return Candidate{label, std::move(*holds), std::move(*value)};
}

std::optional<Typed> FormulaOverChecker::condition(const ast::Json& where) {
  const ast::FormulaExpr* expr = formula_.expression(where);
  if (expr == nullptr) return std::nullopt;  // reported by the parser
  Maybe holds = expressions_.check(*expr, Place::Item);
  if (!holds || is_same_family(holds->family(), language::Kind::Bool)) return holds;
  diagnostics_.report(diag::DiagCode::WrongKind, expr->span, "`where`", "a boolean",
                      kind_phrase(holds->family()));
  return std::nullopt;
}

std::optional<Typed> FormulaOverChecker::number(const ast::Json& json) {
  const ast::FormulaExpr* expr = formula_.expression(json);
  if (expr == nullptr) return std::nullopt;  // reported by the parser
  Maybe value = expressions_.check(*expr, Place::Item);
  if (!value || value->type.is_number()) return value;
  diagnostics_.report(diag::DiagCode::WrongKind, expr->span, "what groups are compared by",
                      "a number", kind_phrase(value->type.kind));
  return std::nullopt;
}

/// The values that are compared or added, of one kind.
std::vector<Typed> FormulaOverChecker::unified(const Candidates& candidates, source::Span span) {
  std::vector<Typed> values;
  for (const Candidate& candidate : candidates) values.push_back(candidate.value);
  builder_.unify(values, span);
  return values;
}

/// The result over no group.
Typed FormulaOverChecker::result_of_none(OverKind kind, language::Kind own, source::Span span) {
  if (kind != OverKind::Count && kind != OverKind::Sum)
    return null_of_kind(builder_, own, "no_group", span);
  return own == language::Kind::Real ? builder_.scalar(0.0, span)
                                     : builder_.scalar(std::int64_t{0}, span);
}

/// That, then one fold for each.
std::optional<Typed> FormulaOverChecker::fold(OverKind kind, const Candidates& candidates,
                                              source::Span span) {
  const std::vector<Typed> values = unified(candidates, span);
  Typed result = result_of_none(kind, values.front().type.kind, span);
  for (std::size_t i = 0; i < candidates.size(); ++i)
    result = builder_.add(fold_of(kind), {result, candidates[i].condition, values[i]}, {}, span);
  result.constant.reset();
  return result;
}

/// Follows the best value and its label: a new best value brings its label.
std::optional<Typed> FormulaOverChecker::best_label(OverKind kind, const Candidates& candidates,
                                                    source::Span span) {
  const std::vector<Typed> values = unified(candidates, span);
  Typed best = null_of_kind(builder_, values.front().type.kind, "no_group", span);
  Typed label = builder_.scalar(candidates.front().label, span);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Typed before = best;
    best = builder_.add(fold_of(kind), {best, candidates[i].condition, values[i]}, {}, span);
    if (i == 0) continue;
    const Typed is_new = builder_.add(ir::Op::IsNewBest, {before, best}, {}, span);
    label = builder_.select(is_new, builder_.scalar(candidates[i].label, span), label, span);
  }
  return builder_.add(ir::Op::LabelOf, {best, label}, {}, span);
}

/// What stands in for the value where no group counted: a label, or a number.
language::Kind FormulaOverChecker::kind_of_default(OverKind kind, const Typed& value) {
  if (has_label(kind)) return language::Kind::Str;
  return value.type.kind == language::Kind::Any ? language::Kind::Int : value.type.kind;
}

std::optional<Branch> FormulaOverChecker::check_default(OverKind kind, const Typed& value,
                                                        const ast::Json& given) {
  auto branch = branches_.check(given, "default", Place::Item);
  if (!branch || branch->is_null()) return branch;
  if (is_same_family(branch->kind(), kind_of_default(kind, value))) return branch;
  diagnostics_.report(diag::DiagCode::WrongType, given.span, "`default`",
                      has_label(kind) ? "a string, as labels are" : "a number",
                      kind_phrase(branch->kind()));
  return std::nullopt;
}

/// The value, or the default where no group counted.
Typed FormulaOverChecker::with_default(OverKind kind, const Typed& value, const Branch& otherwise,
                                       source::Span span) {
  const source::Span place = otherwise.json->span;
  std::vector<Typed> both = {value,
                             branches_.convert(otherwise, kind_of_default(kind, value), place)};
  builder_.unify(both, place);
  return builder_.add(ir::Op::IfNoGroup, both, {}, span);
}

/// Remembers the texts that the value may have, unless its default is computed.
void FormulaOverChecker::note_labels(const Typed& value, const Candidates& candidates,
                                     const std::optional<Branch>& otherwise) {
  if (otherwise && otherwise->computed) return;
  std::vector<Typed> texts;
  for (const Candidate& candidate : candidates)
    texts.push_back(Typed{.constant = language::Value(candidate.label)});
  if (otherwise && otherwise->literal) texts.push_back(Typed{.constant = otherwise->literal});
  scope_.note_values(value, texts);
}

}  // namespace seedc::check
