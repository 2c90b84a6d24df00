// Checks conditions against the data, one function per kind of finding, the more precise ones
// first.
#include "engine/lint/lint_conditions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/lint/bounds.h"
#include "engine/lint/lint_data.h"
#include "engine/lint/lint_match.h"
#include "engine/lint/operands.h"
#include "engine/lint/site_report.h"
#include "engine/lint/spelling.h"
#include "runtime/base/nearest.h"
#include "runtime/language/item_rules.h"
#include "runtime/language/json_string.h"
#include "runtime/language/text.h"

namespace seedc::lint {
namespace {

constexpr std::size_t kMostValuesShown = 8;

/// One condition and the reports about it.
class SiteLint {
 public:
  SiteLint(const ConditionSite& site, const LintRun& run, engine::SchemaSource& names,
           diag::Diagnostics& diagnostics)
      : site_(site),
        condition_(*run.module().insts[site.value].condition),
        pattern_(language::find_field<language::Pattern>(condition_).value),
        run_(run),
        dataset_(run.dataset()),
        diagnostics_(diagnostics),
        data_lint_(run.dataset(), names, diagnostics),
        report_(site, diagnostics) {}

  /// Whether no item satisfies the condition, which is reported.
  bool check() {
    const bool is_found = language::stage_of(condition_) == language::Stage::Items
                              ? check_item(condition_)
                              : check_review();
    const LintRun::Counts counts = run_.count(site_.value);
    if (!is_found) check_constant(condition_, counts);
    return counts.yes == 0;
  }

 private:
  // Each returns whether it reported that the condition makes no sense.

  bool check_item(const language::Condition& condition) {
    const language::Path path = language::asked_path(condition);
    if (path.empty()) return true;  // reported by the checker
    if (data_lint_.check(site_, condition)) return true;
    if (is_never(condition)) return true;  // reported without data
    const data::Column& column = dataset_.item_column(language::item_path(condition));
    const ColumnTexts texts(column);
    if (const auto option = ignored_operand(condition, column))
      return report_ignored(*option, path, column);
    if (const auto number = number_in_text(condition, texts)) return report_number(*number);
    if (const auto unmet = unmet_operand(condition, texts))
      return is_by_convention() || report_unmet(*unmet, path, column);
    if (is_by_convention()) return false;
    for (const LooseMatch& loose : loose_matches(condition, texts)) report_loose(loose);
    return false;
  }

  bool report_number(const NumberInText& number) {
    diag::Diagnostic& report = report_.add(
        diag::DiagCode::TextOrder, report_.written("is"), "`" + number.number + "`",
        fmt::format("is a number, and the data has texts such as {}, to which it is not equal",
                    language::json_string(number.actual)));
    report.help = report_.with_requests("write " + language::json_string(number.number) +
                                        ", or use `gte` and `lte`, which read texts as numbers");
    return true;
  }

  void report_loose(const LooseMatch& loose) {
    const ast::Json* place = report_.written(loose.option);
    const std::string expected = language::python_str(loose.expected);
    if (loose.is_of_strings) {
      report_.add(
          diag::DiagCode::EditionChange, place, "`" + expected + "`",
          fmt::format("the text of a value contains it, as that of `{}` does", loose.actual),
          "that a string is equal to it");
    }
    report_
        .add(diag::DiagCode::LooseMatch, place, expected,
             "`" + loose.actual + "` too, whose text contains it")
        .help =
        report_.with_requests("`is:` asks for equality, `contains:` for a part of the text");
  }

  /// Its operands are then values of the data, or the checker has warned of them.
  bool is_by_convention() const {
    return site_.expr != nullptr && site_.expr->kind == ast::Expr::Kind::Name;
  }

  bool check_review() {
    if (is_without_operand() || data_lint_.check(site_, condition_)) return true;
    lint_match(site_, condition_, &dataset_, diagnostics_);
    return check_pattern();
  }

  /// What the checker has warned of.
  bool is_without_operand() const {
    const auto* sentiment = std::get_if<language::Sentiment>(&condition_);
    return (pattern_ != nullptr && pattern_->source.empty()) ||
           (sentiment != nullptr && sentiment->topic.empty());
  }

  bool check_pattern() {
    if (pattern_ == nullptr || lint_match_limit(site_, condition_, run_.texts(), diagnostics_))
      return false;
    if (run_.count(run_.pattern_of(site_.value)).yes > 0) return false;
    report_.add(diag::DiagCode::PatternNeverMet, report_.written("pattern"), pattern_->source);
    return true;
  }

  void check_constant(const language::Condition& condition, const LintRun::Counts& counts) {
    const auto [yes, unknown, no] = counts;
    const std::uint32_t items = dataset_.item_count();
    if (items < 2 || std::max({yes, unknown, no}) != items) return;
    const std::string_view value = yes > 0  ? "+1, satisfied,"
                                   : no > 0 ? "-1, not satisfied,"
                                            : "0, unknown,";
    diag::Diagnostic& report =
        report_.add(diag::DiagCode::ConstantCondition, nullptr, site_.name, value, items);
    const auto* match = std::get_if<language::MetaMatch>(&condition);
    const bool asks_for_true = match && !match->yes && !match->no && !match->neutral;
    std::string help = yes > 0 ? "an AND is the same without it" : "";
    if (unknown > 0 && asks_for_true) {
      help = "without `true` it asks for the boolean true, and " +
             values_of(language::item_path(condition), "true");
    }
    report.help = report_.with_requests(help);
  }

  bool report_ignored(std::string_view option, const language::Path& path,
                      const data::Column& column) {
    const ast::Json* place = report_.written(option);
    diag::Diagnostic& report =
        report_.add(diag::DiagCode::OperandIgnored, place, option, language::to_string(path));
    const std::string wanted = place && place->kind == ast::Json::Kind::String ? place->text : "";
    const std::string near =
        base::nearest("'" + wanted + "': True", possible_operands(column, "contains"));
    report.help = report_.with_requests(
        "ask for one key by " + (near.empty() ? "`contains`" : "`contains: \"" + near + "\"`"));
    return true;
  }

  bool report_unmet(const UnmetOperand& unmet, const language::Path& path,
                    const data::Column& column) {
    const bool is_contained = unmet.option.ends_with("contains");
    const ast::Json* place = only_element(report_.written(unmet.option));
    const std::string text = place && place->kind == ast::Json::Kind::String
                                 ? place->text
                                 : language::python_str(unmet.value);
    diag::Diagnostic& report =
        report_.add(diag::DiagCode::ValueNeverMet, place, language::to_string(path),
                    is_contained ? "contains" : "is", text);
    if (const auto others = other_values_of_key(column, text); is_contained && !others.empty()) {
      report.help =
          report_.with_requests(fmt::format("there is only `{}`", fmt::join(others, "` and `")));
      return true;
    }
    const std::string near = base::nearest(text, possible_operands(column, unmet.option));
    if (near.empty() ||
        language::text_of(language::Value(near)) == language::text_of(language::Value(text))) {
      report.help = report_.with_requests(values_of(path, unmet.option));
    } else {
      report_.suggest(report, place, near);
    }
    return true;
  }

  /// "its values are `free`, `no`, `paid`"; empty if there are many.
  std::string values_of(const language::Path& path, std::string_view option) const {
    const auto values = possible_operands(dataset_.item_column(path), option);
    if (values.empty() || values.size() > kMostValuesShown) return {};
    return fmt::format("its values are `{}`", fmt::join(values, "`, `"));
  }

  static const ast::Json* only_element(const ast::Json* value) {
    const bool is_single =
        value && value->kind == ast::Json::Kind::Array && value->elements.size() == 1;
    return is_single ? &value->elements.front() : value;
  }

  const ConditionSite& site_;
  const language::Condition& condition_;
  const language::Pattern* pattern_;  ///< of a condition on texts; else null pointer
  const LintRun& run_;
  const data::Dataset& dataset_;
  diag::Diagnostics& diagnostics_;
  DataLint data_lint_;
  SiteReport report_;
};

}  // namespace

std::unordered_set<ir::ValueId> lint_conditions(const std::vector<ConditionSite>& sites,
                                                const LintRun& run, engine::SchemaSource& names,
                                                diag::Diagnostics& diagnostics) {
  std::unordered_set<ir::ValueId> never;
  for (const ConditionSite& site : sites) {
    run.dataset().call().check();
    if (SiteLint(site, run, names, diagnostics).check()) never.insert(site.value);
  }
  return never;
}

}  // namespace seedc::lint
