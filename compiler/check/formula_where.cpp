// Checks the filters of formulas and builds their predicates.
#include "compiler/check/formula_where.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "compiler/check/formula_object.h"
#include "compiler/check/options.h"
#include "compiler/check/suggest.h"

namespace seedc::check {
namespace {

using JsonKind = ast::Json::Kind;

struct Test {
  std::string_view sign;
  std::string_view name;  ///< the name in the IR
};
constexpr std::array kTests = {
#define SEEDC_VALUE_TEST(id, name, sign) Test{sign, name},
#include "runtime/language/formula_words.def"
};

/// Operators of other languages and their equivalents here.
constexpr std::pair<std::string_view, std::string_view> kForeignTests[] = {
    {"=", "=="},    {"eq", "=="},     {"$eq", "=="}, {"ne", "!="},  {"$ne", "!="},
    {"<>", "!="},   {"gt", ">"},      {"$gt", ">"},  {"gte", ">="}, {"$gte", ">="},
    {"ge", ">="},   {"=>", ">="},     {"lt", "<"},   {"$lt", "<"},  {"lte", "<="},
    {"$lte", "<="}, {"le", "<="},     {"=<", "<="},  {"$in", "in"}, {"IN", "in"},
    {"is", "=="},   {"equals", "=="}, {"not", "!="}, {"any", "in"}, {"one_of", "in"},
};

void report_unknown_test(const ast::Json::Member& entry, diag::Diagnostics& diagnostics) {
  auto& report = diagnostics.report(diag::DiagCode::UnknownOperator, entry.key_span, entry.key);
  for (const auto& [foreign, ours] : kForeignTests) {
    if (entry.key != foreign) continue;
    report.help = fmt::format("write `{}`", ours);
    report.fix = diag::FixIt{entry.key_span, fmt::format("\"{}\"", ours), /*is_safe=*/true};
    return;
  }
  report.help = "the operators are ==, !=, <, <=, >, >= and in";
  if (entry.key == "not_in" || entry.key == "$nin" || entry.key == "nin" || entry.key == "not in")
    report.help = "define a filter with `in`, and use it as {\"$NAME\": false}";
}

/// The elements of a list, as JSON.
std::string elements_of(const ast::Json& list) {
  std::vector<std::string> elements;
  for (const ast::Json& element : list.elements) {
    elements.push_back(element.kind == JsonKind::Number ? element.text
                                                        : language::to_json(to_value(element)));
  }
  return fmt::format("{}", fmt::join(elements, ", "));
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
  if (has_errors_ || predicates_.empty()) return std::nullopt;
  Typed all = predicates_.front();
  for (std::size_t i = 1; i < predicates_.size(); ++i)
    all = builder_.add(ir::Op::BoolAnd, {all, predicates_[i]}, {}, span);
  return all;
}

void FormulaWhereChecker::add_where(const ast::Json& where) {
  for (const ast::Json::Member& entry : where.members) add_entry(entry);
}

void FormulaWhereChecker::add_extraction(const ast::Json& fields) {
  constexpr std::string_view kPrefix = "extraction.";
  for (const ast::Json::Member& entry : fields.members) {
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
    std::vector<std::string> keys = split_path(entry.key);
    keys.insert(keys.begin(), "meta");
    auto value = scope_.value(keys, Place::Row, entry.key_span);
    if (!value) {
      add(std::nullopt);
      continue;
    }
    add_conditions(Subject{*value, "meta." + entry.key}, entry.value);
  }
}

void FormulaWhereChecker::add_entry(const ast::Json::Member& entry) {
  const std::string& key = entry.key;
  if (key.starts_with('$')) {
    add_filter(entry, key.substr(1), entry.key_span);
  } else if (key.starts_with("extraction.")) {
    constexpr std::size_t kPrefix = sizeof("extraction.") - 1;
    add_field(entry, key.substr(kPrefix),
              part_of(entry.key_span, key, kPrefix, key.size() - kPrefix));
  } else if (key.find('.') != std::string::npos || key == "extraction" || key == "meta" ||
             key == "context") {
    auto value =
        scope_.value(split_path(key), Place::Row, part_of(entry.key_span, key, 0, key.size()));
    if (!value) return add(std::nullopt);
    add_conditions(Subject{*value, key}, entry.value);
  } else {
    add_bare(entry);
  }
}

void FormulaWhereChecker::add_filter(const ast::Json::Member& entry, const std::string& name,
                                     source::Span span) {
  auto predicate = scope_.filter(name, span);
  if (entry.value.kind != JsonKind::Bool) {
    diagnostics_.report(diag::DiagCode::WrongType, entry.value.span, fmt::format("`{}`", entry.key),
                        "true or false", ast::type_phrase(entry.value));
    return add(std::nullopt);
  }
  if (predicate && !entry.value.boolean)
    predicate = builder_.add(ir::Op::BoolNot, {*predicate}, {}, entry.key_span);
  add(std::move(predicate));
}

/// Checks a name without a namespace: a field is accepted, a step or filter is not allowed here.
void FormulaWhereChecker::add_bare(const ast::Json::Member& entry) {
  const std::string& name = entry.key;
  if (scope_.is_field(name)) {
    auto& report = diagnostics_.report(diag::DiagCode::BareField, entry.key_span, name, name);
    report.help = fmt::format("write `extraction.{}`", name);
    report.fix =
        diag::FixIt{entry.key_span, language::to_json("extraction." + name), /*is_safe=*/true};
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
  const auto filters = scope_.names(FormulaScope::What::Filter);
  auto& report = diagnostics_.report(diag::DiagCode::UnknownName, entry.key_span, "field", name);
  if (std::ranges::find(filters, name) != filters.end()) {
    report.help = fmt::format("a filter is named with `$`: `${}`", name);
    report.fix = diag::FixIt{entry.key_span, language::to_json("$" + name), /*is_safe=*/true};
    return;
  }
  suggest(diagnostics_, report, name, scope_.field_names(),
          "a condition is named `extraction.FIELD`, `meta.PATH`, `context.PATH` or `$FILTER`");
  if (report.fix) {
    report.help = fmt::format("did you mean `extraction.{}`?", report.fix->replacement);
    report.fix->replacement = language::to_json("extraction." + report.fix->replacement);
  }
}

void FormulaWhereChecker::add_field(const ast::Json::Member& entry, const std::string& name,
                                    source::Span span) {
  auto value = scope_.field(name, span);
  if (!value) return add(std::nullopt);
  add_conditions(Subject{*value, "extraction." + name, scope_.field_of(*value)}, entry.value);
}

void FormulaWhereChecker::add_conditions(const Subject& subject, const ast::Json& condition) {
  switch (condition.kind) {
    case JsonKind::Object:
      return add_tests(subject, condition);
    case JsonKind::Array: {
      auto& report = diagnostics_.report(diag::DiagCode::ListAsIn, condition.span);
      report.help = "write {\"in\": […]}";
      report.fix = diag::FixIt{condition.span, "{\"in\": [" + elements_of(condition) + "]}", true};
      return add_in(subject, condition);
    }
    case JsonKind::Null:
    case JsonKind::Bool:
    case JsonKind::Number:
    case JsonKind::String:
    case JsonKind::Word:
      return add_test(subject, "==", condition);
  }
}

void FormulaWhereChecker::add_tests(const Subject& subject, const ast::Json& operators) {
  if (operators.members.empty()) {
    diagnostics_
        .report(diag::DiagCode::BadValue, operators.span, subject.name, "a value or operators",
                "an empty object")
        .help = "write a value, or operators such as {\">=\": 2}";
    has_errors_ = true;
  }
  for (const ast::Json::Member& entry : operators.members) {
    if (std::ranges::find(kTests, entry.key, &Test::sign) == kTests.end()) {
      report_unknown_test(entry, diagnostics_);
      has_errors_ = true;
    } else if (entry.key == "in") {
      add_in(subject, entry.value);
    } else {
      add_test(subject, entry.key, entry.value);
    }
  }
}

void FormulaWhereChecker::add_test(const Subject& subject, std::string_view op,
                                   const ast::Json& operand) {
  auto value = operand_of(subject, op, operand);
  if (!value) return add(std::nullopt);
  const auto* test = std::ranges::find(kTests, op, &Test::sign);
  add(builder_.add(ir::Op::Holds, {subject.value},
                   {language::Value(std::string(test->name)), std::move(*value)}, operand.span));
}

void FormulaWhereChecker::add_in(const Subject& subject, const ast::Json& list) {
  if (list.kind != JsonKind::Array) {
    auto& report = diagnostics_.report(diag::DiagCode::WrongType, list.span, "`in`", "a list",
                                       ast::type_phrase(list));
    report.help = "for one value leave `in` out, or put it in brackets";
    return add(std::nullopt);
  }
  if (list.elements.empty())
    diagnostics_.report(diag::DiagCode::ConstantTest, list.span, "never", "the list is empty");
  language::List values;
  std::map<std::string, source::Span> seen;
  for (const ast::Json& element : list.elements) {
    if (auto value = operand_of(subject, "in", element)) {
      const auto [first, is_new] = seen.emplace(language::to_json(*value), element.span);
      if (!is_new) {
        diagnostics_
            .report(
                diag::DiagCode::RepeatedValue, element.span,
                fmt::format("`{}`", element.kind == JsonKind::String ? element.text
                                                                     : language::to_json(*value)))
            .note(first->second, "first given here");
      }
      values.push_back(std::move(*value));
    }
  }
  if (values.size() < list.elements.size()) return add(std::nullopt);
  add(builder_.add(ir::Op::Holds, {subject.value}, {language::Value("in"), std::move(values)},
                   list.span));
}

std::optional<language::Value> FormulaWhereChecker::operand_of(const Subject& subject,
                                                               std::string_view op,
                                                               const ast::Json& operand) {
  auto value = scalar_of(operand);
  if (!value) {
    auto& report = diagnostics_.report(
        diag::DiagCode::WrongType, operand.span, fmt::format("`{}`", subject.name),
        "compared with a number, a string or a boolean", ast::type_phrase(operand));
    if (operand.kind == JsonKind::Null) report.help = "a missing value passes no condition";
    return std::nullopt;
  }
  if (!is_comparable(subject, op, *value, operand.span)) return std::nullopt;
  return value;
}

void FormulaWhereChecker::help_with_kind(diag::Diagnostic& report, const Subject& subject,
                                         const language::Value& value) {
  const auto* text = value.as<std::string>();
  const bool is_boolean = text && (*text == "true" || *text == "false");
  if (text && subject.value.type.is_number()) {
    suggest_unquoted(report, report.span, value);
  } else if (is_boolean && subject.value.type.kind == language::Kind::Bool) {
    report.help = "write it without quotes: " + *text;
    report.fix = diag::FixIt{report.span, *text, /*is_safe=*/true};
  } else if (subject.field && subject.field->type == contract::FieldType::Enum) {
    report.help = listed("its values are", subject.field->values);
  }
}

bool FormulaWhereChecker::is_comparable(const Subject& subject, std::string_view op,
                                        const language::Value& value, source::Span span) {
  const language::Kind kind = language::kind_of(value);
  const auto number = language::number_of(value);
  if (number && !std::isfinite(*number)) {
    diagnostics_.report(diag::DiagCode::BadValue, span, op, "within a double's range", "infinite");
    return false;
  }
  if (!is_same_family(subject.value.type.kind, kind)) {
    auto& report = diagnostics_.report(diag::DiagCode::WrongKind, span,
                                       fmt::format("what `{}` is compared with", subject.name),
                                       kind_phrase(subject.value.type.kind), kind_phrase(kind));
    help_with_kind(report, subject, value);
    return false;
  }
  const bool is_ordering = op == "<" || op == "<=" || op == ">" || op == ">=";
  if (kind == language::Kind::Bool && is_ordering) {
    diagnostics_
        .report(diag::DiagCode::WrongKind, span, fmt::format("the operand of `{}`", op),
                "a number or a string", "a boolean")
        .help = "booleans have no order";
    return false;
  }
  const auto* text = value.as<std::string>();
  if (subject.field == nullptr || subject.field->type != contract::FieldType::Enum ||
      text == nullptr)
    return true;
  const std::vector<std::string>& declared = subject.field->values;
  if (scope_.declares(*subject.field, *text)) return true;
  auto& report =
      diagnostics_.report(diag::DiagCode::UndeclaredValue, span, *text, subject.field->name);
  suggest_string(diagnostics_, report, *text, declared, listed("its values are", declared));
  report.note(scope_.place_of_field(subject.field->name), "its values are declared here");
  return false;
}

}  // namespace seedc::check
