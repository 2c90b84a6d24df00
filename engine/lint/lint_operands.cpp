// Finds the operand that is wrong, and what was probably meant.
#include "engine/lint/lint_operands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "engine/lint/site_report.h"
#include "runtime/base/nearest.h"
#include "runtime/data/model/used_codes.h"
#include "runtime/language/item_rules.h"
#include "runtime/language/json_string.h"
#include "runtime/language/text.h"

namespace seedc::lint {
namespace {

constexpr std::size_t kMostValuesShown = 8;

const ast::Json* only_element(const ast::Json* value) {
  const bool is_single =
      value && value->kind == ast::Json::Kind::Array && value->elements.size() == 1;
  return is_single ? &value->elements.front() : value;
}

/// One condition and the reports about it.
class OperandLint {
 public:
  OperandLint(const ConditionSite& site, const language::Condition& condition,
              const data::Column& column, diag::Diagnostics& diagnostics)
      : path_(language::to_string(language::asked_path(condition))),
        column_(column),
        report_(site, diagnostics) {}

  void report_ignored(const IgnoredOperand& ignored) const {
    const ast::Json* place = report_.written(ignored.option);
    diag::Diagnostic& report = report_.add(diag::DiagCode::OperandIgnored, place, ignored.option,
                                           ignored.is_by_all ? "" : " by most values", path_);
    const std::string wanted = place && place->kind == ast::Json::Kind::String ? place->text : "";
    const std::string key = base::nearest(wanted, true_keys());
    report.help =
        report_.with_requests("ask for one key by " +
                              (key.empty() ? "`contains`" : "`contains: \"'" + key + "': True\"`"));
  }

  void report_number(const NumberInText& number) const {
    diag::Diagnostic& report = report_.add(
        diag::DiagCode::TextOrder, report_.written("is"), "`" + number.number + "`",
        fmt::format("is a number, and the data has texts such as {}, to which it is not equal",
                    language::json_string(number.actual)));
    report.help = report_.with_requests("write " + language::json_string(number.number) +
                                        ", or use `gte` and `lte`, which read texts as numbers");
  }

  void report_false(const std::string& entry) const {
    const ast::Json* contains = report_.written("contains");
    const ast::Json* place = contains != nullptr ? contains : report_.written("not_contains");
    const std::string key = entry.substr(0, entry.find(':'));
    diag::Diagnostic& report =
        report_.add(diag::DiagCode::LooseMatch, place, key.substr(1, key.size() - 2),
                    fmt::format("`{}` too", entry));
    report.help = report_.with_requests(fmt::format("write `\"{}: True\"`", key));
  }

  /// Of several operands some may be for other data; one that is nearly a value hardly is.
  void report_misspelt(const std::vector<UnmetElement>& elements) const {
    for (const UnmetElement& element : elements) {
      const std::string near =
          base::nearest(element.text, possible_operands(column_, element.option));
      if (near.empty()) continue;
      const ast::Json* place = written(element);
      report_.suggest(
          report_.add(diag::DiagCode::ValueNeverMet, place, "item", path_, "is", element.text),
          place, near);
    }
  }

  void report_unmet(const UnmetOperand& unmet) const {
    const bool is_contained = unmet.option.ends_with("contains");
    const ast::Json* place = only_element(report_.written(unmet.option));
    const std::string text = place && place->kind == ast::Json::Kind::String
                                 ? place->text
                                 : language::python_str(unmet.value);
    diag::Diagnostic& report = report_.add(diag::DiagCode::ValueNeverMet, place, "item", path_,
                                           is_contained ? "contains" : "is", text);
    if (const auto others = other_values_of_key(column_, text); is_contained && !others.empty()) {
      report.help =
          report_.with_requests(fmt::format("there is only `{}`", fmt::join(others, "` and `")));
      return;
    }
    if (has_number(text)) {
      report.help = report_.with_requests("its values are numbers: write it without quotes");
      return;
    }
    const std::string near = base::nearest(text, possible_operands(column_, unmet.option));
    if (near.empty() ||
        language::text_of(language::Value(near)) == language::text_of(language::Value(text))) {
      report.help = report_.with_requests(few_values(column_, unmet.option));
    } else {
      report_.suggest(report, place, near);
    }
  }

 private:
  /// Whether a value is a number that is written as this text, to which it is not equal.
  bool has_number(const std::string& text) const {
    return std::ranges::any_of(data::used_codes(column_), [&](std::uint32_t code) {
      const language::Value& value = column_.values[code];
      return language::number_of(value) && language::python_str(value) == text;
    });
  }

  /// A null pointer if its location is not known.
  const ast::Json* written(const UnmetElement& element) const {
    const ast::Json* operand = report_.written(element.option);
    if (operand == nullptr || operand->kind != ast::Json::Kind::Array) return operand;
    const auto found = std::ranges::find_if(operand->elements, [&](const ast::Json& each) {
      return each.kind == ast::Json::Kind::String && each.text == element.text;
    });
    return found == operand->elements.end() ? nullptr : &*found;
  }

  /// What some value has as `'key': True`.
  std::vector<std::string> true_keys() const {
    constexpr std::string_view kIsTrue = "': True";
    std::vector<std::string> keys;
    for (const std::string& entry : possible_operands(column_, "contains")) {
      if (entry.starts_with('\'') && entry.ends_with(kIsTrue))
        keys.push_back(entry.substr(1, entry.size() - 1 - kIsTrue.size()));
    }
    return keys;
  }

  std::string path_;
  const data::Column& column_;
  SiteReport report_;
};

}  // namespace

bool is_by_convention(const ConditionSite& site) {
  return site.expr != nullptr && site.expr->kind == ast::Expr::Kind::Name;
}

bool lint_operands(const ConditionSite& site, const language::Condition& condition,
                   const data::Column& column, Uses uses, diag::Diagnostics& diagnostics) {
  const OperandLint lint(site, condition, column, diagnostics);
  const ColumnTexts texts(column);
  if (const auto ignored = ignored_operand(condition, column)) {
    lint.report_ignored(*ignored);
  } else if (const auto number = number_in_text(condition, texts)) {
    lint.report_number(*number);
  } else if (const auto unmet = unmet_operand(condition, texts)) {
    const bool excludes = unmet->option == "false" || unmet->option.starts_with("not_");
    const bool is_needed = excludes ? uses.negated : uses.plain;
    if (is_needed && !is_by_convention(site)) lint.report_unmet(*unmet);
  } else {
    if (const auto entry = false_entry(condition, column)) lint.report_false(*entry);
    if (!is_by_convention(site)) lint.report_misspelt(unmet_elements(condition, texts));
    return false;
  }
  return true;
}

std::string few_values(const data::Column& column, std::string_view option) {
  const auto values = possible_operands(column, option);
  if (values.empty() || values.size() > kMostValuesShown) return {};
  return fmt::format("its values are `{}`", fmt::join(values, "`, `"));
}

}  // namespace seedc::lint
