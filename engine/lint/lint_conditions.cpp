// Checks conditions against the data, one function per kind of finding, the more precise ones
// first.
#include "engine/lint/lint_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/lint/bounds.h"
#include "engine/lint/lint_data.h"
#include "engine/lint/lint_inside_words.h"
#include "engine/lint/lint_operands.h"
#include "engine/lint/operands.h"
#include "engine/lint/site_report.h"
#include "engine/lint/spelling.h"
#include "runtime/language/item_rules.h"
#include "runtime/language/text.h"

namespace seedc::lint {
namespace {

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
    const bool is_reported = is_found || check_constant(condition_, counts);
    return is_reported && counts.yes == 0;
  }

 private:
  // Each returns whether it reported that the condition makes no sense.

  bool check_item(const language::Condition& condition) {
    if (data_lint_.check(site_, condition)) return true;
    if (is_never(condition)) return true;  // reported without data
    if (is_by_convention(site_)) return false;
    const ColumnTexts texts(dataset_.item_column(language::item_path(condition)));
    for (const LooseMatch& loose : loose_matches(condition, texts)) report_loose(loose);
    return false;
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

  bool check_review() {
    if (is_without_operand() || data_lint_.check(site_, condition_)) return true;
    lint_match_limit(site_, condition_, run_.texts(), diagnostics_);
    if (lint_pattern(site_, condition_, run_.texts(), dataset_, diagnostics_)) return true;
    if (pattern_ != nullptr) lint_inside_words(site_, *pattern_, run_, diagnostics_);
    return false;
  }

  /// What the checker has warned of.
  bool is_without_operand() const {
    const auto* sentiment = std::get_if<language::Sentiment>(&condition_);
    return (pattern_ != nullptr && pattern_->source.empty()) ||
           (sentiment != nullptr && sentiment->topic.empty());
  }

  bool check_constant(const language::Condition& condition, const LintRun::Counts& counts) {
    const auto [yes, unknown, no] = counts;
    const std::uint32_t items = dataset_.item_count();
    if (items < 2 || std::max({yes, unknown, no}) != items) return false;
    const std::string_view value = yes > 0  ? "+1, satisfied,"
                                   : no > 0 ? "-1, not satisfied,"
                                            : "0, unknown,";
    diag::Diagnostic& report =
        report_.add(diag::DiagCode::ConstantCondition, nullptr, site_.name, value, items);
    const auto* match = std::get_if<language::MetaMatch>(&condition);
    const bool asks_for_true = match && !match->yes && !match->no && !match->neutral;
    std::string help = yes > 0 ? "as an argument of an AND it changes nothing" : "";
    if (unknown > 0 && asks_for_true) {
      help = "without `true` it asks for the boolean true, and " +
             few_values(dataset_.item_column(language::item_path(condition)), "true");
    }
    report.help = report_.with_requests(help);
    return true;
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
