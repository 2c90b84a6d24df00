// Checks `by` and `where` of groups.
#include "compiler/check/formula_groups.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/check/formula_where.h"

namespace seedc::check {
namespace {

using JsonKind = ast::Json::Kind;

constexpr std::string_view kGroupForms =
    "`by` is `extraction.FIELD` of an enum or a bool, `$V` of a row value with texts, or an object "
    "{\"label\": {conditions}, …}";

constexpr std::string_view kNotEmpty = "a label is not empty";

}  // namespace

std::optional<GroupRows> FormulaGroupChecker::check(FormulaObject& step) {
  const ast::Json* by = step.require("by", kGroupForms);
  std::optional<Typed> where;
  bool is_whole = true;
  if (const ast::Json* conditions = step.find("where") ? step.object("where") : nullptr) {
    FormulaWhereChecker checker(scope_, builder_, diagnostics_, options_);
    checker.add_where(*conditions);
    where = checker.finish(conditions->span);
    is_whole = !checker.has_errors();
  } else {
    is_whole = step.find("where") == nullptr;
  }
  if (by == nullptr) return std::nullopt;
  std::optional<GroupRows> rows;
  if (by->kind == JsonKind::String) {
    rows = by_name(*by);
  } else if (by->kind == JsonKind::Object) {
    rows = by_conditions(*by);
  } else {
    diagnostics_
        .report(diag::DiagCode::WrongType, by->span, "`by`", "a string or an object",
                ast::type_phrase(*by))
        .help = kGroupForms;
  }
  if (!rows || !is_whole) return std::nullopt;
  if (where) {
    for (Typed& member : rows->members)
      member = builder_.add(ir::Op::BoolAnd, {*where, member}, {}, by->span);
  }
  return rows;
}

bool FormulaGroupChecker::has_few_labels(std::size_t count, const ast::Json& by) {
  if (count <= GroupRows::kMostLabels) return true;
  diagnostics_
      .report(diag::DiagCode::BadValue, by.span, "by",
              fmt::format("at most {} labels", GroupRows::kMostLabels),
              fmt::format("{} labels", count))
      .help = "group by a field with fewer values, or by rules that join some of them";
  return false;
}

std::optional<GroupRows> FormulaGroupChecker::by_name(const ast::Json& by) {
  const std::vector<std::string> keys = split_path(by.text);
  const source::Span span = part_of(by.span, by.text, 0, by.text.size());
  if (by.text.starts_with('$')) return by_row_value(by, span);
  if (keys.front() == "extraction" && keys.size() == 2) return by_field(keys[1], by);
  auto& report =
      diagnostics_.report(diag::DiagCode::MisplacedName, span, by.text, std::string(kGroupForms));
  const std::string meant = scope_.is_field(by.text)       ? "extraction." + by.text
                            : scope_.is_row_value(by.text) ? "$" + by.text
                                                           : "";
  if (meant.empty()) return std::nullopt;
  report.help = fmt::format("write `{}`", meant);
  report.fix = diag::FixIt{span, meant, /*is_safe=*/true};
  return std::nullopt;
}

std::optional<GroupRows> FormulaGroupChecker::by_field(const std::string& name,
                                                       const ast::Json& by) {
  const source::Span span = part_of(by.span, by.text, 0, by.text.size());
  const auto value = scope_.field(name, span);
  if (!value) return std::nullopt;
  const contract::Field& field = *scope_.field_of(*value);
  const bool is_bool = field.type == contract::FieldType::Bool;
  if (!is_bool && field.type != contract::FieldType::Enum) {
    diagnostics_
        .report(diag::DiagCode::WrongKind, span, "what rows are grouped by", "an enum or a bool",
                kind_phrase(value->type.kind))
        .help =
        fmt::format("group by conditions: {{\"label\": {{\"{}\": {{{}}}}}, …}}", by.text,
                    value->type.kind == language::Kind::Str ? "\"contains\": \"…\"" : "\">=\": 1");
    return std::nullopt;
  }
  GroupRows rows;
  rows.labels = is_bool ? std::vector<std::string>{"true", "false"} : field.values;
  if (!has_few_labels(rows.labels.size(), by)) return std::nullopt;
  if (std::ranges::find(rows.labels, "") != rows.labels.end()) {
    diagnostics_.report(diag::DiagCode::BadName, span, "", "label", kNotEmpty)
        .note(scope_.place_of_field(name), "it is among the values of this field");
    return std::nullopt;
  }
  for (const std::string& label : rows.labels) {
    language::Value operand = is_bool ? language::Value(label == "true") : language::Value(label);
    rows.members.push_back(builder_.add(ir::Op::Holds, {*value},
                                        {language::Value("eq"), std::move(operand)}, by.span));
  }
  return rows;
}

/// A group for each text that the rules or the table of a row value may give.
std::optional<GroupRows> FormulaGroupChecker::by_row_value(const ast::Json& by, source::Span span) {
  const auto value = scope_.value(split_path(by.text), Place::Row, span);
  if (!value) return std::nullopt;
  const std::vector<std::string>* labels = scope_.written_texts(*value);
  if (labels == nullptr) {
    auto& report = diagnostics_.report(
        diag::DiagCode::WrongKind, span, "what rows are grouped by",
        "an enum, a bool or a row value whose `rules` or `table` has texts",
        value->type.kind == language::Kind::Str ? "a text that is computed"
                                                : kind_phrase(value->type.kind));
    report.help = "group by conditions: {\"label\": {\"" + by.text + "\": …}, …}";
    report.note(scope_.place_of(by.text.substr(1)), "it is defined here");
    return std::nullopt;
  }
  if (std::ranges::find(*labels, "") != labels->end()) {
    diagnostics_.report(diag::DiagCode::BadName, span, "", "label", kNotEmpty)
        .note(scope_.place_of(by.text.substr(1)), "it is among the texts of this row value");
    return std::nullopt;
  }
  if (!has_few_labels(labels->size(), by)) return std::nullopt;
  GroupRows rows{.labels = *labels, .members = {}};
  for (const std::string& label : rows.labels) {
    const Typed is_it =
        builder_.comparison(ir::Op::Eq, *value, builder_.scalar(label, by.span), by.span);
    rows.members.push_back(
        builder_.add(ir::Op::Default, {is_it, builder_.scalar(false, by.span)}, {}, by.span));
  }
  return rows;
}

std::optional<GroupRows> FormulaGroupChecker::by_conditions(const ast::Json& by) {
  if (by.members.empty()) {
    diagnostics_.report(diag::DiagCode::BadValue, by.span, "by", "one label or more", "none").help =
        kGroupForms;
    return std::nullopt;
  }
  if (!has_few_labels(by.members.size(), by)) return std::nullopt;
  GroupRows rows;
  for (const ast::Json::Member& label : by.members) {
    if (label.key.empty())
      diagnostics_.report(diag::DiagCode::BadName, label.key_span, label.key, "label", kNotEmpty);
    if (label.value.kind != JsonKind::Object || label.value.members.empty()) {
      diagnostics_
          .report(diag::DiagCode::WrongType, label.value.span, fmt::format("`{}`", label.key),
                  "an object with conditions",
                  label.value.kind == JsonKind::Object ? "an empty object"
                                                       : ast::type_phrase(label.value))
          .help = "a row is in the group if all of them hold: {\"meta.stars\": {\">=\": 4}}";
      continue;
    }
    FormulaWhereChecker where(scope_, builder_, diagnostics_, options_);
    where.add_where(label.value);
    auto member = where.finish(label.value.span);
    if (!member) continue;
    rows.labels.push_back(label.key);
    rows.members.push_back(std::move(*member));
  }
  if (rows.labels.size() < by.members.size()) return std::nullopt;
  return rows;
}

}  // namespace seedc::check
