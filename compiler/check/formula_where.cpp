// Checks the filters of formulas and builds their predicates.
#include "compiler/check/formula_where.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "compiler/ast/json_text.h"
#include "compiler/check/formula_object.h"
#include "compiler/check/options.h"
#include "compiler/check/suggest.h"
#include "compiler/check/where_mistakes.h"

namespace seedc::check {
namespace {

using JsonKind = ast::Json::Kind;

using Operand = contract::ValueTest::Operand;

struct Test {
  std::string_view sign;
  std::string_view name;  ///< the name in the IR
  Operand operand;
};
constexpr std::array kTests = {
#define SEEDC_VALUE_TEST(id, name, sign, operand) Test{sign, name, Operand::operand},
#include "runtime/language/formula_words.def"
};

/// The test with that sign, which must exist.
const Test& test_of(std::string_view sign) { return *std::ranges::find(kTests, sign, &Test::sign); }

/// Whether no value is between two operands: numbers, or texts, whose order is that of their bytes.
bool is_empty_range(const ast::Json& lower, const ast::Json& upper, bool has_both_ends) {
  if (lower.kind != upper.kind) return false;
  const auto is_empty = [&](const auto& low, const auto& high) {
    return low > high || (low == high && !has_both_ends);
  };
  if (lower.kind == JsonKind::String) return is_empty(lower.text, upper.text);
  const auto low = scalar_of(lower), high = scalar_of(upper);
  if (lower.kind != JsonKind::Number || !low || !high) return false;
  const auto *low_integer = low->as<std::int64_t>(), *high_integer = high->as<std::int64_t>();
  if (low_integer != nullptr && high_integer != nullptr)
    return is_empty(*low_integer, *high_integer);
  return is_empty(*language::number_of(*low), *language::number_of(*high));
}

/// Warns where the bounds of one value leave none.
void warn_empty_range(const ast::Json& operators, diag::Diagnostics& diagnostics) {
  for (const ast::Json::Member& lower : operators.members) {
    if (lower.key != ">" && lower.key != ">=") continue;
    for (const ast::Json::Member& upper : operators.members) {
      if (upper.key != "<" && upper.key != "<=") continue;
      const bool has_both_ends = lower.key == ">=" && upper.key == "<=";
      if (!is_empty_range(lower.value, upper.value, has_both_ends)) continue;
      diagnostics
          .report(diag::DiagCode::ConstantTest, operators.span, "never",
                  fmt::format("no value is `{} {}` and `{} {}`", lower.key,
                              ast::json_text(lower.value), upper.key, ast::json_text(upper.value)))
          .help = "tests of one value must all hold; write two under `any` where one is enough";
      return;
    }
  }
}

}  // namespace

void FormulaWhereChecker::add(std::optional<Typed> predicate) {
  if (predicate) {
    predicates_.push_back(std::move(*predicate));
  } else {
    has_errors_ = true;
  }
}

std::optional<Typed> FormulaWhereChecker::finish(source::Span span) {
  for (const Negation& negation : negations_) report_missing_holds(negation);
  if (has_errors_ || predicates_.empty()) return std::nullopt;
  Typed all = predicates_.front();
  for (std::size_t i = 1; i < predicates_.size(); ++i)
    all = builder_.add(ir::Op::BoolAnd, {all, predicates_[i]}, {}, span);
  return all;
}

bool FormulaWhereChecker::needs_extraction(const ast::Json::Member& entry) {
  if (entry.key == "any" || entry.key == "all")
    return std::ranges::any_of(entry.value.elements, some_needs_extraction);
  if (entry.key == "not") return some_needs_extraction(entry.value);
  return !entry.key.starts_with("meta.") && !entry.key.starts_with("context.");
}

bool FormulaWhereChecker::some_needs_extraction(const ast::Json& where) {
  return std::ranges::any_of(where.members, needs_extraction);
}

void FormulaWhereChecker::add_where(const ast::Json& where) {
  if (report_field_member(where, scope_, diagnostics_)) return add(std::nullopt);
  for (const ast::Json::Member& entry : where.members) add(where, entry);
}

void FormulaWhereChecker::add(const ast::Json& where, const ast::Json::Member& entry) {
  place_ = {&where, &entry};
  if (!add_junction(entry)) add_entry(entry);
  place_ = {};
}

/// Adds `any`, `all` or `not`. Returns false if the entry is none of these.
bool FormulaWhereChecker::add_junction(const ast::Json::Member& entry) {
  if (entry.key == "any") {
    add(junction(entry, ir::Op::BoolOr));
  } else if (entry.key == "all") {
    add(junction(entry, ir::Op::BoolAnd));
  } else if (entry.key == "not") {
    add(negation(entry));
  } else {
    if (!report_foreign_entry(*place_.where, entry, scope_, diagnostics_)) return false;
    has_errors_ = true;
  }
  return true;
}

/// `any` or `all` of a list of conditions.
std::optional<Typed> FormulaWhereChecker::junction(const ast::Json::Member& entry, ir::Op op) {
  if (entry.value.kind != JsonKind::Array) {
    auto& report = diagnostics_.report(diag::DiagCode::WrongType, entry.value.span,
                                       fmt::format("`{}`", entry.key), "a list of conditions",
                                       ast::type_phrase(entry.value));
    report.help = fmt::format("write \"{}\": [{{…}}, {{…}}]", entry.key);
    return std::nullopt;
  }
  if (entry.value.elements.empty()) {
    diagnostics_.report(diag::DiagCode::BadValue, entry.value.span, entry.key,
                        "a list of conditions", "an empty list");
    return std::nullopt;
  }
  std::optional<Typed> joined;
  bool is_whole = true;
  for (const ast::Json& element : entry.value.elements) {
    const auto predicate = nested(element, entry.key);
    is_whole = is_whole && predicate;
    if (!is_whole) continue;
    joined = joined ? builder_.add(op, {*joined, *predicate}, {}, entry.key_span) : predicate;
  }
  return is_whole ? joined : std::nullopt;
}

std::optional<Typed> FormulaWhereChecker::negation(const ast::Json::Member& entry) {
  if (report_negated_list(entry, diagnostics_)) return std::nullopt;
  std::set<std::string> outside = std::exchange(open_fields_, {});
  const auto predicate = nested(entry.value, entry.key);
  negations_.push_back({entry.key_span, std::exchange(open_fields_, std::move(outside))});
  if (!predicate) return std::nullopt;
  return builder_.add(ir::Op::BoolNot, {*predicate}, {}, entry.key_span);
}

/// Not of a field that is tested beside the `not`: where it is missing, that test does not hold.
void FormulaWhereChecker::report_missing_holds(const Negation& negation) {
  std::vector<std::string> names;
  for (const std::string& name : negation.fields) {
    if (!required_.contains(name)) names.push_back("`" + name + "`");
  }
  if (names.empty() || !options_.reports_lints) return;
  const bool is_of_fields = std::ranges::none_of(
      negation.fields, [](const std::string& name) { return name.starts_with('$'); });
  diagnostics_
      .report(diag::DiagCode::MissingHolds, negation.key,
              fmt::format("{} {}", fmt::join(names, ", "), names.size() == 1 ? "is" : "are"))
      .help = is_of_fields
                  ? "give the field a `default`, or say which values are meant: {\"in\": […]}"
                  : "say which values are meant: {\"in\": […]}";
}

void FormulaWhereChecker::note_open(const std::string& name) {
  open_fields_.insert(name);
  required_.insert(name);
}

/// A condition in `any`, `all` or `not`: an object that is not empty.
std::optional<Typed> FormulaWhereChecker::nested(const ast::Json& where, std::string_view key) {
  if (where.kind != JsonKind::Object) {
    report_not_an_object(where, fmt::format("a condition of `{}`", key), scope_, diagnostics_);
    return std::nullopt;
  }
  if (where.members.empty()) {
    diagnostics_.report(diag::DiagCode::BadValue, where.span, key, "one or more conditions",
                        "an empty object");
    return std::nullopt;
  }
  FormulaWhereChecker inner(scope_, builder_, diagnostics_, options_, where_of_);
  inner.add_where(where);
  open_fields_.merge(inner.open_fields_);
  return inner.finish(where.span);
}

void FormulaWhereChecker::add_extraction(const ast::Json& fields) {
  constexpr std::string_view kPrefix = "extraction.";
  for (const ast::Json::Member& entry : fields.members) {
    if (!scope_.is_field(entry.key) && report_unjoined(entry, "extraction", diagnostics_)) {
      add(std::nullopt);
      continue;
    }
    const bool is_prefixed = entry.key.starts_with(kPrefix) && !scope_.is_field(entry.key);
    const std::string name = entry.key.substr(is_prefixed ? kPrefix.size() : 0);
    if (is_prefixed && scope_.is_field(name)) {
      auto& report =
          diagnostics_.report(diag::DiagCode::UnknownName, entry.key_span, "field", entry.key);
      report.help = fmt::format("did you mean `{}`?", name);
      report.fix = diag::FixIt{entry.key_span, language::to_json(name), /*is_safe=*/true};
      scope_.field(name, entry.key_span);
      add(std::nullopt);
    } else {
      add_field(entry, entry.key, entry.key_span);
    }
  }
}

void FormulaWhereChecker::add_meta(const ast::Json& paths) {
  for (const ast::Json::Member& entry : paths.members) {
    if (report_unjoined(entry, "meta", diagnostics_)) {
      add(std::nullopt);
      continue;
    }
    std::vector<std::string> keys = split_path(entry.key);
    keys.insert(keys.begin(), "meta");
    auto value = scope_.value(keys, Place::Row, entry.key_span);
    if (!value) {
      add(std::nullopt);
      continue;
    }
    add_conditions(WhereSubject{*value, "meta." + entry.key}, entry.value);
  }
}

void FormulaWhereChecker::add_entry(const ast::Json::Member& entry) {
  const std::string& key = entry.key;
  if (key.starts_with('$')) {
    add_row_name(entry, key.substr(1), entry.key_span);
  } else if (key.starts_with("extraction.")) {
    constexpr std::size_t kPrefix = sizeof("extraction.") - 1;
    add_field(entry, key.substr(kPrefix),
              part_of(entry.key_span, key, kPrefix, key.size() - kPrefix));
  } else if (key.find('.') != std::string::npos || key == "extraction" || key == "meta" ||
             key == "context") {
    auto value =
        scope_.value(split_path(key), Place::Row, part_of(entry.key_span, key, 0, key.size()));
    if (!value) return add(std::nullopt);
    add_conditions(WhereSubject{*value, key}, entry.value);
  } else {
    add_bare(entry);
  }
}

/// A filter with true or false, or a row value with a condition.
void FormulaWhereChecker::add_row_name(const ast::Json::Member& entry, const std::string& name,
                                       source::Span span) {
  if (where_of_ == WhereOf::Reviews) {
    diagnostics_
        .report(diag::DiagCode::MisplacedName, span, entry.key,
                "`filter.where` decides which rows there are, before filters look at them")
        .help = "write the filter's conditions here";
    return add(std::nullopt);
  }
  auto predicate = scope_.row_name(name, span);
  if (!predicate) return add(std::nullopt);
  if (scope_.is_row_value(name)) {
    if (predicate->type.is_nullable) note_open(entry.key);
    return add_conditions(WhereSubject{*predicate, entry.key, scope_.field_of(*predicate)},
                          entry.value);
  }
  if (entry.value.kind != JsonKind::Bool) {
    diagnostics_.report(diag::DiagCode::WrongType, entry.value.span, fmt::format("`{}`", entry.key),
                        "true or false", ast::type_phrase(entry.value));
    return add(std::nullopt);
  }
  if (!entry.value.boolean)
    predicate = builder_.add(ir::Op::BoolNot, {*predicate}, {}, entry.key_span);
  add(std::move(predicate));
}

/// Checks a name without a namespace: a field is accepted, a step or filter is not allowed here.
void FormulaWhereChecker::add_bare(const ast::Json::Member& entry) {
  const std::string& name = entry.key;
  if (scope_.is_field(name)) {
    auto& report = diagnostics_.report(diag::DiagCode::BareField, entry.key_span, name, name);
    const std::string whole = "extraction." + name;
    report.help = fmt::format("write `{}`", whole);
    if (place_.where == nullptr || place_.where->find(whole) == nullptr)
      report.fix = diag::FixIt{entry.key_span, language::to_json(whole), /*is_safe=*/true};
    return add_field(entry, name, entry.key_span);
  }
  has_errors_ = true;
  if (scope_.is_step(name)) {
    diagnostics_
        .report(diag::DiagCode::MisplacedName, entry.key_span, name,
                "a step has one value for the item, and a filter looks at rows")
        .help = "use the step in an `expr` or `case`";
    return;
  }
  if (scope_.is_param(name)) {
    diagnostics_
        .report(diag::DiagCode::MisplacedName, entry.key_span, name,
                "a key says what is compared, and a parameter is a value to compare it with")
        .help = fmt::format("write {{\"extraction.FIELD\": {{\"param\": \"{}\"}}}}", name);
    return;
  }
  auto filters = scope_.names(FormulaScope::What::Filter);
  for (std::string& value : scope_.names(FormulaScope::What::RowValue))
    filters.push_back(std::move(value));
  auto& report = diagnostics_.report(diag::DiagCode::UnknownName, entry.key_span, "field", name);
  if (std::ranges::find(filters, name) != filters.end()) {
    report.help = fmt::format("a {} is named with `$`: `${}`",
                              scope_.is_row_value(name) ? "row value" : "filter", name);
    report.fix = diag::FixIt{entry.key_span, language::to_json("$" + name), /*is_safe=*/true};
    return;
  }
  if (is_review_value(name)) {
    report.help =
        fmt::format("write `meta.{}`, the review's, or `context.{}`, the item's", name, name);
    report.fix = diag::FixIt{entry.key_span, language::to_json("meta." + name)};
    return;
  }
  suggest(diagnostics_, report, name, scope_.field_names(),
          "a condition is named `extraction.FIELD`, `meta.PATH`, `context.PATH` or `$NAME`");
  if (report.fix) {
    report.help = fmt::format("did you mean `extraction.{}`?", report.fix->replacement);
    report.fix->replacement = language::to_json("extraction." + report.fix->replacement);
  }
}

void FormulaWhereChecker::add_field(const ast::Json::Member& entry, const std::string& name,
                                    source::Span span) {
  auto value = scope_.field(name, span);
  if (!value) return add(std::nullopt);
  if (value->type.is_nullable) note_open("extraction." + name);
  add_conditions(WhereSubject{*value, "extraction." + name, scope_.field_of(*value)}, entry.value);
}

void FormulaWhereChecker::add_conditions(const WhereSubject& subject, const ast::Json& condition) {
  switch (condition.kind) {
    case JsonKind::Object:
      return is_param(condition) ? add_test(subject, "==", condition)
                                 : add_tests(subject, condition);
    case JsonKind::Array: {
      auto& report = diagnostics_.report(diag::DiagCode::ListAsIn, condition.span);
      report.help = "write {\"in\": […]}";
      report.fix = diag::FixIt{condition.span, "{\"in\": " + ast::json_text(condition) + "}", true};
      return add_test(subject, "in", condition);
    }
    case JsonKind::Null:
    case JsonKind::Bool:
    case JsonKind::Number:
    case JsonKind::String:
    case JsonKind::Word:
      return add_test(subject, "==", condition);
  }
}

void FormulaWhereChecker::add_tests(const WhereSubject& subject, const ast::Json& operators) {
  if (operators.members.empty()) {
    diagnostics_
        .report(diag::DiagCode::BadValue, operators.span, subject.name, "a value or operators",
                "an empty object")
        .help = "write a value, or operators such as {\">=\": 2}";
    has_errors_ = true;
  }
  for (const ast::Json::Member& entry : operators.members) {
    if (std::ranges::find(kTests, entry.key, &Test::sign) == kTests.end()) {
      report_unknown_test(subject, place_, operators, entry, diagnostics_);
      has_errors_ = true;
    } else {
      add_test(subject, entry.key, entry.value);
    }
  }
  if (!has_errors_) warn_empty_range(operators, diagnostics_);
}

/// The value that is compared with an operator's operand.
std::optional<language::Value> FormulaWhereChecker::operand_of(const WhereSubject& subject,
                                                               std::string_view op,
                                                               const ast::Json& operand) {
  switch (test_of(op).operand) {
    case Operand::Scalar:
      return operands_.scalar(subject, op, operand);
    case Operand::List:
      return operands_.list(subject, operand);
    case Operand::Texts:
    case Operand::Pattern:
      break;
  }
  return operands_.texts(subject, op, operand);
}

void FormulaWhereChecker::add_test(const WhereSubject& subject, std::string_view op,
                                   const ast::Json& operand) {
  auto value = operand_of(subject, op, operand);
  if (!value) return add(std::nullopt);
  add(test(subject, op, *value, operand.span));
}

/// Whether the value passes; a missing value, or one of another kind at run time, does not. A
/// loaded value is tested once per distinct value.
std::optional<Typed> FormulaWhereChecker::test(const WhereSubject& subject, std::string_view op,
                                               const language::Value& operand, source::Span span) {
  const Test& row = test_of(op);
  if (builder_.is_load(subject.value))
    return builder_.add(ir::Op::Holds, {subject.value},
                        {language::Value(std::string(row.name)), operand}, span);
  if (row.operand == Operand::List) {
    Typed any = builder_.scalar(false, span);
    for (const language::Value& value : *operand.as<language::List>())
      any = builder_.add(ir::Op::BoolOr, {any, *test(subject, "==", value, span)}, {}, span);
    return any;
  }
  if (row.operand != Operand::Scalar)
    return builder_.add(ir::Op::TextTest, {subject.value},
                        {language::Value(std::string(row.name)), operand}, span);
  const Typed holds = builder_.comparison(*ir::find_op(row.name), subject.value,
                                          builder_.scalar(operand, span), span);
  return builder_.add(ir::Op::Default, {holds, builder_.scalar(false, span)}, {}, span);
}

}  // namespace seedc::check
