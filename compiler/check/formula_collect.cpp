// Checks what a list takes of each row, the order of its rows and its limit.
#include "compiler/check/formula_collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "runtime/contract/list.h"

namespace seedc::check {
namespace {

using JsonKind = ast::Json::Kind;

constexpr std::string_view kCollectForms =
    "`field` is a path of the row, such as `meta.review_id`, or an object {\"key\": path, …}";
constexpr std::string_view kOrderForm = "a path or `$NAME`, then `asc` or `desc`";

/// A word of a text, and where it begins.
struct Word {
  std::string_view text;
  std::size_t begin = 0;
};

std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> words;
  for (std::size_t begin = 0; begin < text.size();) {
    begin = text.find_first_not_of(' ', begin);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back({text.substr(begin, end - begin), begin});
    begin = end;
  }
  return words;
}

}  // namespace

std::optional<Typed> FormulaCollectChecker::check(FormulaObject& step,
                                                  const std::optional<Typed>& where) {
  const auto values = check_field(step);
  const ast::Json* order_by = step.find("order_by") ? step.text("order_by") : nullptr;
  const auto order = order_by ? check_order(*order_by) : std::nullopt;
  const auto limit = check_limit(step);
  const bool is_ordered = step.find("order_by") != nullptr;
  if (!values || (is_ordered && !order) || !limit) return std::nullopt;
  std::vector<Typed> operands = {scope_.rows()};
  operands.insert(operands.end(), values->values.begin(), values->values.end());
  if (order) operands.push_back(order->value);
  if (where) operands.push_back(*where);
  return builder_.add(
      ir::Op::Collect, operands,
      {values->keys.empty() ? language::Value() : language::Value(values->keys),
       order ? language::Value(std::string(order->direction)) : language::Value(), *limit},
      step.json().span);
}

std::optional<FormulaCollectChecker::Values> FormulaCollectChecker::check_field(
    FormulaObject& step) {
  const ast::Json* field = step.require("field", kCollectForms);
  if (field == nullptr) return std::nullopt;
  if (field->kind == JsonKind::Object) return check_object(*field);
  if (field->kind != JsonKind::String) {
    diagnostics_
        .report(diag::DiagCode::WrongType, field->span, "`field`", "a string or an object",
                ast::type_phrase(*field))
        .help = kCollectForms;
    return std::nullopt;
  }
  const auto value = row_value(*field, field->text, 0, "field");
  if (!value) return std::nullopt;
  return Values{{*value}, {}};
}

std::optional<FormulaCollectChecker::Values> FormulaCollectChecker::check_object(
    const ast::Json& field) {
  if (field.members.empty()) {
    diagnostics_.report(diag::DiagCode::BadValue, field.span, "field", "one key or more", "none")
        .help = kCollectForms;
    return std::nullopt;
  }
  Values values;
  for (const ast::Json::Member& member : field.members) {
    if (member.value.kind != JsonKind::String) {
      diagnostics_.report(diag::DiagCode::WrongType, member.value.span,
                          fmt::format("`{}`", member.key), "a path in a string",
                          ast::type_phrase(member.value));
      continue;
    }
    auto value = row_value(member.value, member.value.text, 0, "field");
    if (!value) continue;
    values.values.push_back(std::move(*value));
    values.keys.emplace_back(member.key);
  }
  if (values.values.size() < field.members.size()) return std::nullopt;
  return values;
}

std::optional<FormulaCollectChecker::Order> FormulaCollectChecker::check_order(
    const ast::Json& order_by) {
  static constexpr std::array<std::string_view, 2> kDirections = {"asc", "desc"};
  const std::vector<Word> words = words_of(order_by.text);
  const bool has_direction = words.size() == 2;
  const auto direction =
      std::ranges::find(kDirections, has_direction ? words[1].text : kDirections.front());
  if (words.empty() || words.size() > 2 || direction == kDirections.end()) {
    diagnostics_
        .report(diag::DiagCode::BadValue, order_by.span, "order_by", std::string(kOrderForm),
                language::to_json(order_by.text))
        .help = "for example \"meta.date desc\"";
    return std::nullopt;
  }
  const auto value = row_value(order_by, words[0].text, words[0].begin, "order_by");
  if (!value) return std::nullopt;
  return Order{*value, *direction};
}

std::optional<std::int64_t> FormulaCollectChecker::check_limit(const FormulaObject& step) {
  const ast::Json* given = step.find("limit");
  if (given == nullptr) return contract::ListSpec::kUsualLimit;
  const std::string range = fmt::format("an integer from 1 to {}", contract::ListSpec::kMostValues);
  if (given->kind != JsonKind::Number) {
    step.report_type(*given, "limit", range);
    return std::nullopt;
  }
  const language::Value value = *scalar_of(*given);
  const auto* limit = value.as<std::int64_t>();
  if (limit != nullptr && 1 <= *limit && *limit <= contract::ListSpec::kMostValues) return *limit;
  diagnostics_.report(diag::DiagCode::BadValue, given->span, "limit", range, given->text);
  return std::nullopt;
}

std::optional<Typed> FormulaCollectChecker::row_value(const ast::Json& json, std::string_view text,
                                                      std::size_t begin, std::string_view key) {
  const source::Span span = part_of(json.span, json.text, begin, text.size());
  if (text.starts_with('$')) {
    const std::array<std::string, 1> name = {std::string(text)};
    return as_list_takes(scope_.value(name, Place::Row, span), text, key, span);
  }
  const std::vector<std::string> keys = split_path(text);
  if (keys.front() != "extraction" && keys.front() != "meta") {
    report_no_path(text, key, span);
    return std::nullopt;
  }
  const bool is_quote =
      keys.size() == 3 && keys[0] == "extraction" && "." + keys[2] == contract::kQuoteSuffix;
  return as_list_takes(
      is_quote ? scope_.quote(keys[1], span) : scope_.value(keys, Place::Row, span), text, key,
      span);
}

/// Values of the data are taken as they are, lists and objects too; what is computed is a number, a
/// string or a boolean.
std::optional<Typed> FormulaCollectChecker::as_list_takes(std::optional<Typed> value,
                                                          std::string_view text,
                                                          std::string_view key, source::Span span) {
  if (!value) return value;
  if (key == "order_by" && value->type.kind == language::Kind::Bool) {
    diagnostics_
        .report(diag::DiagCode::WrongKind, span, fmt::format("`{}`", text), "a number or a string",
                kind_phrase(value->type.kind))
        .help = "booleans have no order; a row value makes a number of one: `1 if … else 0`";
    return std::nullopt;
  }
  return text.starts_with('$') ? value : builder_.add(ir::Op::JsonValue, {*value}, {}, span);
}

void FormulaCollectChecker::report_no_path(std::string_view text, std::string_view key,
                                           source::Span span) {
  const std::string name(text);
  if (name == "context" || name.starts_with("context.")) {
    diagnostics_
        .report(diag::DiagCode::MisplacedName, span, name,
                "it has one value for the item, and a list one for each row")
        .help = "return it by a step of its own: {\"op\": \"expr\", \"expr\": \"" + name + "\"}";
    return;
  }
  auto& report =
      diagnostics_.report(diag::DiagCode::MisplacedName, span, name,
                          fmt::format("`{}` takes `extraction.NAME`, `meta.PATH` or `$NAME`", key));
  std::string meant;
  if (scope_.is_field(text)) {
    meant = "extraction." + name;
  } else if (scope_.is_row_name(text)) {
    meant = "$" + name;
  } else if (key == "order_by" && text.size() > 1 && text.front() == '-') {
    report.help = fmt::format("`desc` turns the order round: \"{} desc\"", text.substr(1));
  }
  if (meant.empty()) return;
  report.help = fmt::format("write `{}`", meant);
  report.fix = diag::FixIt{span, meant, /*is_safe=*/true};
}

}  // namespace seedc::check
