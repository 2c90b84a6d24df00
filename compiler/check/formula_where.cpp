// Checks the filters of formulas and builds their predicates.
#include "compiler/check/formula_where.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "compiler/check/formula_object.h"
#include "compiler/check/options.h"
#include "compiler/check/suggest.h"

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

/// `==, !=, … and matches`
std::string list_tests() {
  std::string text;
  for (std::size_t i = 0; i < kTests.size(); ++i) {
    if (i > 0) text += i + 1 < kTests.size() ? ", " : " and ";
    text += kTests[i].sign;
  }
  return text;
}

/// How other languages write `any`, `all` and `not`.
constexpr std::pair<std::string_view, std::string_view> kForeignJunctions[] = {
    {"or", "any"},    {"$or", "any"},   {"OR", "any"},   {"any_of", "any"}, {"anyOf", "any"},
    {"some", "any"},  {"and", "all"},   {"$and", "all"}, {"AND", "all"},    {"all_of", "all"},
    {"allOf", "all"}, {"every", "all"}, {"$not", "not"}, {"NOT", "not"},    {"none", "not"},
};

/// Operators of other languages and their equivalents here.
constexpr std::pair<std::string_view, std::string_view> kForeignTests[] = {
    {"=", "=="},
    {"eq", "=="},
    {"$eq", "=="},
    {"ne", "!="},
    {"$ne", "!="},
    {"<>", "!="},
    {"gt", ">"},
    {"$gt", ">"},
    {"gte", ">="},
    {"$gte", ">="},
    {"ge", ">="},
    {"=>", ">="},
    {"lt", "<"},
    {"$lt", "<"},
    {"lte", "<="},
    {"$lte", "<="},
    {"le", "<="},
    {"=<", "<="},
    {"$in", "in"},
    {"IN", "in"},
    {"is", "=="},
    {"equals", "=="},
    {"not", "!="},
    {"any", "in"},
    {"one_of", "in"},
    {"includes", "contains"},
    {"like", "contains"},
    {"$regex", "matches"},
    {"regex", "matches"},
    {"match", "matches"},
    {"word", "contains_word"},
};

void report_unknown_test(const ast::Json::Member& entry, diag::Diagnostics& diagnostics) {
  auto& report = diagnostics.report(diag::DiagCode::UnknownOperator, entry.key_span, entry.key);
  for (const auto& [foreign, ours] : kForeignTests) {
    if (entry.key != foreign) continue;
    report.help = fmt::format("write `{}`", ours);
    report.fix = diag::FixIt{entry.key_span, fmt::format("\"{}\"", ours), /*is_safe=*/true};
    return;
  }
  report.help = "the operators are " + list_tests();
  if (entry.key == "not_in" || entry.key == "$nin" || entry.key == "nin" || entry.key == "not in")
    report.help = "write {\"not\": {…: {\"in\": […]}}}, which also holds for a missing value";
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
  for (const ast::Json::Member& entry : where.members) {
    if (!add_junction(entry)) add_entry(entry);
  }
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
    const auto* foreign = std::ranges::find(kForeignJunctions, entry.key,
                                            &std::pair<std::string_view, std::string_view>::first);
    if (foreign == std::end(kForeignJunctions) || scope_.is_field(entry.key)) return false;
    auto& report = diagnostics_.report(diag::DiagCode::UnknownOperator, entry.key_span, entry.key);
    report.help = fmt::format("write `{}`", foreign->second);
    report.fix = diag::FixIt{entry.key_span, fmt::format("\"{}\"", foreign->second), true};
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
  std::set<std::string> outside = std::exchange(open_fields_, {});
  const auto predicate = nested(entry.value, entry.key);
  if (options_.reports_lints && !open_fields_.empty()) report_missing_holds(entry.key_span);
  open_fields_ = std::move(outside);
  if (!predicate) return std::nullopt;
  return builder_.add(ir::Op::BoolNot, {*predicate}, {}, entry.key_span);
}

void FormulaWhereChecker::report_missing_holds(source::Span place) {
  std::vector<std::string> names;
  for (const std::string& name : open_fields_) names.push_back("`" + name + "`");
  diagnostics_
      .report(diag::DiagCode::MissingHolds, place,
              fmt::format("{} {}", fmt::join(names, ", "), names.size() == 1 ? "is" : "are"))
      .help = "give the field a `default`, or say which values are meant: {\"in\": […]}";
}

/// A condition in `any`, `all` or `not`: an object that is not empty.
std::optional<Typed> FormulaWhereChecker::nested(const ast::Json& where, std::string_view key) {
  if (where.kind != JsonKind::Object) {
    diagnostics_.report(diag::DiagCode::WrongType, where.span,
                        fmt::format("a condition of `{}`", key), "an object",
                        ast::type_phrase(where));
    return std::nullopt;
  }
  if (where.members.empty()) {
    diagnostics_.report(diag::DiagCode::BadValue, where.span, key, "one or more conditions",
                        "an empty object");
    return std::nullopt;
  }
  FormulaWhereChecker inner(scope_, builder_, diagnostics_, options_);
  inner.add_where(where);
  open_fields_.merge(inner.open_fields_);
  return inner.finish(where.span);
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
  if (value->type.is_nullable) open_fields_.insert("extraction." + name);
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
    const auto* test = std::ranges::find(kTests, entry.key, &Test::sign);
    if (test == kTests.end()) {
      report_unknown_test(entry, diagnostics_);
      has_errors_ = true;
    } else if (test->operand == Operand::List) {
      add_in(subject, entry.value);
    } else if (test->operand == Operand::Scalar) {
      add_test(subject, entry.key, entry.value);
    } else {
      add_text_test(subject, entry.key, entry.value);
    }
  }
}

/// `contains`, `contains_word` or `matches`.
void FormulaWhereChecker::add_text_test(const Subject& subject, std::string_view op,
                                        const ast::Json& operand) {
  if (!is_same_family(subject.value.type.kind, language::Kind::Str)) {
    auto& report = diagnostics_.report(diag::DiagCode::WrongKind, operand.span,
                                       fmt::format("`{}`, of which `{}` asks,", subject.name, op),
                                       "a string", kind_phrase(subject.value.type.kind));
    report.help = "compare it with `==` or `in`";
    return add(std::nullopt);
  }
  const bool is_list = operand.kind == JsonKind::Array && test_of(op).operand == Operand::Texts;
  language::List texts;
  for (const ast::Json& text : is_list ? std::span(operand.elements) : std::span(&operand, 1)) {
    if (is_text(op, text)) texts.emplace_back(text.text);
  }
  const std::size_t count = is_list ? operand.elements.size() : 1;
  if (count == 0) {
    diagnostics_.report(diag::DiagCode::BadValue, operand.span, op, "a string or a list of strings",
                        "an empty list");
  }
  if (texts.empty() || texts.size() < count) return add(std::nullopt);
  language::Value value = is_list ? language::Value(std::move(texts)) : std::move(texts.front());
  add(builder_.add(ir::Op::Holds, {subject.value},
                   {language::Value(std::string(test_of(op).name)), std::move(value)},
                   operand.span));
}

/// Checks one text to find, or a pattern.
bool FormulaWhereChecker::is_text(std::string_view op, const ast::Json& operand) {
  const bool is_pattern = test_of(op).operand == Operand::Pattern;
  const std::string_view expected =
      is_pattern ? "a pattern in a string" : "a string or a list of strings";
  if (operand.kind != JsonKind::String) {
    diagnostics_.report(diag::DiagCode::WrongType, operand.span, fmt::format("`{}`", op), expected,
                        ast::type_phrase(operand));
    return false;
  }
  if (operand.text.empty()) {
    diagnostics_.report(diag::DiagCode::BadValue, operand.span, op, expected, "an empty string")
        .help = "every text contains it";
    return false;
  }
  if (!is_pattern) return true;
  const std::size_t errors = diagnostics_.error_count();
  check_pattern(operand.text, operand.span, options_.engine_refusal, diagnostics_);
  return diagnostics_.error_count() == errors;
}

void FormulaWhereChecker::add_test(const Subject& subject, std::string_view op,
                                   const ast::Json& operand) {
  auto value = operand_of(subject, op, operand);
  if (!value) return add(std::nullopt);
  add(builder_.add(ir::Op::Holds, {subject.value},
                   {language::Value(std::string(test_of(op).name)), std::move(*value)},
                   operand.span));
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
    if (operand.kind == JsonKind::Null)
      report.help = "a missing value passes no condition, and the `not` of any";
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
