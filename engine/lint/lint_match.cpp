// Compares the operands of comparisons with the values of their columns.
#include "engine/lint/lint_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "compiler/check/suggest.h"
#include "compiler/pattern/pattern_signs.h"
#include "engine/lint/dates.h"
#include "engine/lint/known_fields.h"
#include "engine/lint/operands.h"
#include "engine/lint/site_report.h"
#include "runtime/data/model/used_codes.h"
#include "runtime/exec/match_filter.h"
#include "runtime/exec/paths.h"
#include "runtime/exec/review_rules.h"
#include "runtime/language/describe.h"
#include "runtime/language/json_string.h"
#include "runtime/language/text.h"

namespace seedc::lint {
namespace {

bool is_comparison(language::MatchTest test) {
  switch (test) {
    case language::MatchTest::NotEmpty:
    case language::MatchTest::Equals:
    case language::MatchTest::Contains:
      return false;
    case language::MatchTest::Gte:
    case language::MatchTest::Gt:
    case language::MatchTest::Lte:
    case language::MatchTest::Lt:
      return true;
  }
  return false;
}

/// The values of a column. Where they are many, such as dates, they are read only if the first rows
/// leave a question open: to read all would take longer than the run.
class ColumnValues {
 public:
  /// A match reads the names of reviewers as they are assigned.
  ColumnValues(const language::Path& path, const data::Dataset& dataset, bool is_match)
      : path_(path), dataset_(dataset), is_match_(is_match) {}

  /// The first value of the reviews in their order that passes; a null pointer if none does.
  template <class Holds>
  const language::Value* first(const Holds& holds) const {
    const data::Column& column =
        is_match_ ? exec::tested_column(path_, dataset_) : dataset_.review_column(path_);
    std::vector<bool> is_looked_at(column.values.size());
    return column.codes.packed().with_codes([&](const auto codes) -> const language::Value* {
      for (const std::uint32_t code : codes) {
        if (is_looked_at[code]) continue;
        is_looked_at[code] = true;
        if (holds(column.values[code])) return &column.values[code];
      }
      return nullptr;
    });
  }

  template <class Holds>
  bool any(const Holds& holds) const {
    return is_among_first(holds) || first(holds) != nullptr;
  }

 private:
  template <class Holds>
  bool is_among_first(const Holds& holds) const {
    constexpr std::uint32_t kFirstRows = 1024;
    if (is_match_ && path_ == exec::name_path()) return false;
    const data::RowValues values = dataset_.review_values(path_);
    if (values.distinct_count() <= kFirstRows) return false;
    for (std::uint32_t row = 0; row < std::min(kFirstRows, dataset_.review_count()); ++row) {
      if (holds(values[row])) return true;
    }
    return false;
  }

  const language::Path& path_;
  const data::Dataset& dataset_;
  bool is_match_;
};

bool is_present(const language::Value& value) {
  const auto* text = value.as<std::string>();
  return !value.is_null() && (text == nullptr || !text->empty());
}

/// How a condition compares the values of reviews.
enum class Compares : std::uint8_t {
  Alike,    ///< as `review_match`: texts with texts, numbers with numbers
  Numbers,  ///< as `review_meta`: with numbers only, which no text that is not one meets
  Groups,   ///< as `review_group_rating`: dates as texts, all else as numbers, in quotes or not
};

using Holds = std::function<bool(const language::Value&)>;

/// One comparison and the reports about it.
class TestLint {
 public:
  /// `holds` is how the run decides it.
  TestLint(const language::MatchCondition& test, Holds holds, const ast::Json* place,
           const data::Dataset* dataset, const SiteReport& report,
           Compares compares = Compares::Alike)
      : test_(test),
        holds_(std::move(holds)),
        text_(test.value.as<std::string>()),
        place_(place),
        report_(report),
        compares_(compares) {
    if (dataset != nullptr) values_.emplace(test.path, *dataset, compares == Compares::Alike);
  }

  /// Whether no review meets it, which is reported if `is_needed`.
  bool check(bool is_needed) { return !check_forms() && is_needed && check_met(); }

 private:
  /// Whether the form of an operand was reported.
  bool check_forms() {
    if (check_operands()) return true;
    if (test_.test == language::MatchTest::Equals) return check_equal();
    if (text_ == nullptr) return false;
    if (test_.test == language::MatchTest::Contains) return check_contained();
    if (!is_comparison(test_.test)) return false;
    if (compares_ == Compares::Alike && test_.path == exec::elite_path()) {
      report_years();
    } else if (is_number_in_quotes()) {
      report_quotes();
    } else if (is_part_of_dates()) {
      report_part();
    } else if (is_unlike_dates()) {
      report_unlike();
    } else {
      return false;
    }
    return true;
  }

  bool check_contained() const {
    const bool has_signs = pattern::has_pattern_signs(*text_);
    if (has_signs && !(values_ && values_->any(holds_))) {
      report_.add(diag::DiagCode::PatternAsText, place_, *text_).help = report_.with_requests(
          "a pattern is a text without a name: " + language::to_json(test_.value));
      return true;
    }
    if (!text_->empty()) return false;
    const std::string path = language::to_string(test_.path);
    report_
        .add(diag::DiagCode::LooseMatch, place_, "",
             "every value that is present: its text is empty")
        .help =
        report_.with_requests(fmt::format("`{}` alone asks for a value that is not empty", path));
    return true;
  }

  /// Of the list of elite years, a text is compared with the whole of it.
  void report_years() const {
    report_
        .add(diag::DiagCode::TextOrder, place_, "`" + language::written(test_) + "`",
             "compares all the years as one text")
        .help = report_.with_requests(fmt::format(
        "a number compares how many years there are; one year is asked for by `{} ~ {}`",
        language::to_string(test_.path), language::to_json(test_.value)));
  }

  /// Whether some operand was reported that no value can meet, whatever it is compared by.
  bool check_operands() const {
    if (!is_comparison(test_.test) && test_.test != language::MatchTest::Equals) return false;
    const language::List* list = test_.value.as<language::List>();
    const language::List operands = list == nullptr ? language::List{test_.value} : *list;
    bool has_reported = false;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const bool has_place = place_ != nullptr && list != nullptr && i < place_->elements.size();
      const ast::Json* place = has_place ? &place_->elements[i] : place_;
      has_reported = check_operand(operands[i], place) || has_reported;
    }
    return has_reported;
  }

  bool check_operand(const language::Value& operand, const ast::Json* place) const {
    const auto* text = operand.as<std::string>();
    if (text != nullptr && is_impossible_date(*text)) {
      report_
          .add(diag::DiagCode::TextOrder, place, "`" + *text + "`", "is a date that does not exist")
          .help = report_.with_requests("months are 01 to 12, days 01 to the month's last");
      return true;
    }
    if (text != nullptr && test_.test == language::MatchTest::Equals && is_part_only(*text)) {
      report_whole(*text, place);
      return true;
    }
    if (!cannot_meet(operand)) return false;
    diag::Diagnostic& report =
        report_.add(diag::DiagCode::TextOrder, place, "`" + language::written(test_) + "`",
                    text != nullptr ? "compares a text with numbers"
                                    : "compares a number with " + texts_shown());
    report.help = report_.with_requests(
        compares_ == Compares::Numbers
            ? fmt::format("texts are compared by `review_match({} {} \"…\")`",
                          language::to_string(test_.path), language::sign_of(test_.test))
            : suggest_other_kind(operand, report, place));
    return true;
  }

  /// With a number, comparisons read numeric strings as numbers, and a text of elite years as their
  /// count.
  bool cannot_meet(const language::Value& operand) const {
    const bool orders = is_comparison(test_.test);
    if (operand.as<std::string>() != nullptr) {
      const bool is_read = orders && compares_ == Compares::Groups && language::numeric(operand);
      return !is_read && are_all(ValueKind::Numbers);
    }
    const bool is_counted = orders && test_.path == exec::elite_path();
    if (!language::number_of(operand) || is_counted || !are_all(ValueKind::Texts)) return false;
    return !values_ || !values_->any([](const language::Value& value) {
      return value.as<std::string>() != nullptr && language::numeric(value).has_value();
    });
  }

  /// What the values are: by the data, or without data by what the field is everywhere.
  bool are_all(ValueKind kind) const {
    if (!values_) return kind_of_review_field(test_.path) == kind;
    const auto is_of_kind = [&](const language::Value& value) {
      return kind == ValueKind::Numbers ? language::number_of(value).has_value()
                                        : value.as<std::string>() != nullptr;
    };
    return !values_->any([&](const language::Value& value) {
      return is_present(value) && !is_of_kind(value);
    }) && values_->any([&](const language::Value& value) {
      return is_present(value) && is_of_kind(value);
    });
  }

  std::string texts_shown() const {
    if (!values_) return "dates, which are texts";
    return "texts such as " + a_text();
  }

  /// One of the data's, in quotes.
  std::string a_text() const {
    const auto* text = values_->first([](const language::Value& value) {
      return value.as<std::string>() != nullptr && !value.as<std::string>()->empty();
    });
    return language::to_json(*text);
  }

  /// How the operand is written as a value of the other kind, if it can be.
  std::string suggest_other_kind(const language::Value& operand, diag::Diagnostic& report,
                                 const ast::Json* place) const {
    const auto* text = operand.as<std::string>();
    if (text != nullptr && !language::numeric(operand)) return "write a number";
    if (text == nullptr && are_dates())
      return suggest_date(language::to_json(operand), report, place);
    const std::string other = text != nullptr ? *check::number_spelt_by(*text)
                                              : language::json_string(language::to_json(operand));
    if (place != nullptr) report.fix = diag::FixIt{place->span, other};
    return fmt::format("write {}: {}",
                       text != nullptr ? "the number without quotes" : "it as a text", other);
  }

  bool are_dates() const {
    if (!values_) return test_.path == language::Path{"date"};
    return values_->any([](const language::Value& value) {
      const auto* text = value.as<std::string>();
      return text != nullptr && begins_with_day(*text);
    });
  }

  /// For a number, or a text in another form, where the values are dates.
  std::string suggest_date(const std::string& written, diag::Diagnostic& report,
                           const ast::Json* place) const {
    const std::string date = date_meant_by(written);
    if (date.empty())
      return values_ ? "write a date as the data does: " + a_text()
                     : "write a date, such as \"2020-03-31\"";
    const bool stays =
        test_.test == language::MatchTest::Gte || test_.test == language::MatchTest::Lt;
    if (!stays) return instead_of(date);
    const std::string other = language::json_string(date);
    if (place != nullptr) report.fix = diag::FixIt{place->span, other};
    return (date == written && text_ == nullptr ? "write it as a text: " : "write the date as ") +
           other;
  }

  /// What is written for a comparison with a year, month or day that is only the beginning of the
  /// data's dates.
  std::string instead_of(const std::string& date) const {
    std::string help;
    for (const DateBound& bound : bounds_meant_by(language::sign_of(test_.test), date))
      help += fmt::format("{}`{} {} \"{}\"`", help.empty() ? "write " : " and ",
                          language::to_string(test_.path), bound.sign, bound.date);
    return help;
  }

  /// A year is the beginning of a date wherever the data has texts that are not numbers, or is not
  /// known.
  bool is_number_in_quotes() const {
    if (compares_ == Compares::Groups || !language::numeric(test_.value)) return false;
    if (!values_) return kind_of_review_field(test_.path) != ValueKind::Texts && !is_date(*text_);
    return !values_->any([](const language::Value& value) {
      return value.as<std::string>() != nullptr && !value.as<std::string>()->empty() &&
             !language::numeric(value);
    });
  }

  void report_quotes() {
    diag::Diagnostic& report =
        report_.add(diag::DiagCode::TextOrder, place_, "`" + language::written(test_) + "`",
                    "compares texts character by character, so that `10` is before `9`");
    report.help = report_.with_requests(suggest_other_kind(test_.value, report, place_));
  }

  bool is_part_of_dates() const {
    const bool cuts =
        test_.test == language::MatchTest::Lte || test_.test == language::MatchTest::Gt;
    if (!cuts || !(is_date(*text_) || begins_with_day(*text_))) return false;
    if (!values_) return text_->size() < kDay;
    return values_->any([&](const language::Value& value) {
      const auto* date = value.as<std::string>();
      return date != nullptr && date->size() > text_->size() &&
             (is_date(*text_) ? begins_with_day(*date) : date->starts_with(*text_));
    });
  }

  void report_part() {
    const bool is_end = test_.test == language::MatchTest::Lte;
    diag::Diagnostic& report =
        report_.add(diag::DiagCode::DatePrefix, place_, language::written(test_),
                    is_end ? "leaves out" : "includes", *text_);
    report.help = report_.with_requests(is_date(*text_) ? instead_of(*text_) : "");
  }

  /// A text that is not the beginning of a date, where all of the data's texts are dates, or one
  /// that has another sign between day and time than all of them.
  bool is_unlike_dates() const {
    if (begins_date(*text_)) return false;
    if (!values_) return test_.path == language::Path{"date"} && !begins_with_day(*text_);
    const bool has_time = begins_with_day(*text_);
    const auto text_of = [](const language::Value& value) {
      const auto* text = value.as<std::string>();
      return text != nullptr && !text->empty() ? text : nullptr;
    };
    return values_->any([&](const auto& value) { return text_of(value) != nullptr; }) &&
           !values_->any([&](const auto& value) {
             const std::string* text = text_of(value);
             return text != nullptr &&
                    (!begins_with_day(*text) || (has_time && is_alike_behind_day(*text)));
           });
  }

  bool is_alike_behind_day(const std::string& text) const {
    return text.size() == kDay || text[kDay] == (*text_)[kDay];
  }

  void report_unlike() {
    diag::Diagnostic& report =
        report_.add(diag::DiagCode::TextOrder, place_, "`" + language::written(test_) + "`",
                    fmt::format("compares texts character by character, and {}",
                                values_ ? "the data's are dates" : "dates have another form"));
    report.help = report_.with_requests(suggest_date(*text_, report, place_));
  }

  /// Whether an operand was reported that is equal to no text, or to numbers that are not meant.
  bool check_equal() {
    const language::List* list = test_.value.as<language::List>();
    const language::List operands = list == nullptr ? language::List{test_.value} : *list;
    for (const language::Value& wanted : operands) {
      if (const bool* boolean = wanted.as<bool>();
          boolean != nullptr && are_all(ValueKind::Numbers)) {
        report_
            .add(diag::DiagCode::LooseMatch, place_, *boolean ? "true" : "false",
                 fmt::format("the number {} alone", *boolean ? 1 : 0))
            .help = report_.with_requests("write a number");
        return true;
      }
      if (!values_ || !is_number_alone(wanted, operands)) continue;
      const auto* text = values_->first([](const language::Value& value) {
        return value.as<std::string>() != nullptr && language::numeric(value).has_value();
      });
      if (text == nullptr) continue;
      const std::string number = language::to_json(wanted);
      report_
          .add(diag::DiagCode::TextOrder, place_, "`" + number + "`",
               fmt::format("is a number, and the data has texts such as {} at `{}`, to which it is "
                           "not equal",
                           language::to_json(*text), language::to_string(test_.path)))
          .help = report_.with_requests(
          fmt::format("write `\"{}\"`, or both: `[{}, \"{}\"]`", number, number, number));
      return true;
    }
    return false;
  }

  /// Whether no review of the data meets it, or of stars it is beyond their scale.
  bool check_met() const {
    if (test_.test == language::MatchTest::NotEmpty) return false;
    if (may_be_met()) return false;
    const bool is_order = is_comparison(test_.test);
    const std::string operand = language::written(test_.value);
    std::string_view verb = is_order ? "meets" : "is";
    if (test_.test == language::MatchTest::Contains) verb = "contains";
    report_
        .add(diag::DiagCode::ValueNeverMet, place_, "review", language::to_string(test_.path), verb,
             is_order ? fmt::format("{} {}", language::sign_of(test_.test), operand) : operand)
        .help = report_.with_requests(values_shown());
    return true;
  }

  bool may_be_met() const {
    if (values_) return !values_->any(is_present) || values_->any(holds_);
    const auto scale = scale_of(test_.path);
    if (!scale || test_.test == language::MatchTest::Contains) return true;
    if (is_comparison(test_.test)) return holds_(scale->first) || holds_(scale->second);
    const auto number = language::number_of(test_.value);
    return !number || (*number >= scale->first && *number <= scale->second);
  }

  /// `its values are from 1 to 5`; empty if they are not all numbers.
  std::string values_shown() const {
    if (!values_) return "stars are from 1 to 5";
    std::optional<double> least, most;
    if (!are_all(ValueKind::Numbers)) return {};
    values_->first([&](const language::Value& value) {
      const auto number = language::number_of(value);
      if (number) least = std::min(least.value_or(*number), *number);
      if (number) most = std::max(most.value_or(*number), *number);
      return false;
    });
    return *least == *most ? fmt::format("all of its values are {}", *least)
                           : fmt::format("its values are from {} to {}", *least, *most);
  }

  /// Whether it is a year, month or day to which no value is equal, as they go on behind it.
  bool is_part_only(const std::string& date) const {
    if (!is_date(date)) return false;
    if (!values_) return date.size() < kDay && test_.path == language::Path{"date"};
    const auto goes_on = [&](const language::Value& value) {
      const auto* text = value.as<std::string>();
      return text != nullptr && text->size() > date.size() && begins_with_day(*text);
    };
    return values_->any(goes_on) && !whole_dates().contains(date);
  }

  /// The years, months and days among the values. Looked for once, however many are asked for.
  const std::set<std::string, std::less<>>& whole_dates() const {
    if (!whole_dates_) {
      whole_dates_.emplace();
      values_->first([this](const language::Value& value) {
        const auto* text = value.as<std::string>();
        if (text != nullptr && is_date(*text)) whole_dates_->insert(*text);
        return false;
      });
    }
    return *whole_dates_;
  }

  void report_whole(const std::string& date, const ast::Json* place) const {
    report_
        .add(diag::DiagCode::DatePrefix, place,
             fmt::format("{} = \"{}\"", language::to_string(test_.path), date), "leaves out", date)
        .help = report_.with_requests(instead_of(date));
  }

  const language::MatchCondition& test_;
  Holds holds_;
  const std::string* text_;             ///< of an operand that is one
  const ast::Json* place_;              ///< of the operand
  std::optional<ColumnValues> values_;  ///< of the data
  const SiteReport& report_;
  Compares compares_;
  mutable std::optional<std::set<std::string, std::less<>>> whole_dates_;
};

/// The operand of each condition where the evidence has it.
const ast::Json* operand_at(const SiteReport& report, std::size_t number) {
  const ast::Json* conditions = report.written("conditions");
  if (conditions == nullptr || number >= conditions->elements.size()) return nullptr;
  return conditions->elements[number].find("value");
}

language::MatchTest test_of(language::Comparison comparison) {
  switch (comparison) {
    case language::Comparison::Gte:
      return language::MatchTest::Gte;
    case language::Comparison::Gt:
      return language::MatchTest::Gt;
    case language::Comparison::Lte:
      return language::MatchTest::Lte;
    case language::Comparison::Lt:
      return language::MatchTest::Lt;
  }
  return language::MatchTest::NotEmpty;
}

bool lint_group(const language::GroupRating& group, const data::Dataset* dataset,
                const SiteReport& report, bool is_needed) {
  const ast::Json* filter = report.written("group_filter");
  const language::MatchCondition test = {group.field, test_of(group.field_test), group.field_value};
  const ast::Json* place = filter == nullptr ? nullptr : filter->find("value");
  return TestLint(test, exec::test_of(group), place, dataset, report, Compares::Groups)
      .check(is_needed);
}

bool lint_reviewers(const language::ReviewMeta& meta, const data::Dataset* dataset,
                    const SiteReport& report, bool is_needed) {
  if (meta.test == language::ReviewTest::NotEmpty || !meta.value) return false;
  const auto test =
      meta.test == language::ReviewTest::Gte ? language::MatchTest::Gte : language::MatchTest::Lte;
  const bool is_whole = std::trunc(*meta.value) == *meta.value && std::abs(*meta.value) < 1e15;
  const language::Value value = is_whole ? language::Value(static_cast<std::int64_t>(*meta.value))
                                         : language::Value(*meta.value);
  const language::MatchCondition condition = {meta.path, test, value};
  return TestLint(condition, exec::test_of(meta), report.written("value"), dataset, report,
                  Compares::Numbers)
      .check(is_needed);
}

/// Whether no review of the data counts: none has a number above 0 where weights are read.
bool lint_weights(const language::TextCredible& credible, const data::Dataset* dataset,
                  const SiteReport& report, bool is_needed) {
  if (dataset == nullptr || !is_needed) return false;
  const data::Column& column = dataset->review_column(credible.field);
  const bool counts = std::ranges::any_of(data::used_codes(column), [&](std::uint32_t code) {
    const auto weight =
        language::credibility(column.values[code], credible.field == exec::elite_path());
    return weight.value_or(0) > 0;
  });
  if (counts) return false;
  report
      .add(diag::DiagCode::ValueNeverMet, report.written("weight_by"), "review",
           language::to_string(credible.field), "meets", "> 0")
      .help = report.with_requests(
      "a weight is a number, or a list, whose entries are counted; without one above 0 no review "
      "is credible");
  return true;
}

}  // namespace

bool lint_match(const ConditionSite& site, const language::Condition& condition,
                const data::Dataset* dataset, Uses uses, diag::Diagnostics& diagnostics) {
  const SiteReport report(site, diagnostics);
  const bool is_needed = uses.plain && !is_by_convention(site);
  if (const auto* group = std::get_if<language::GroupRating>(&condition))
    return lint_group(*group, dataset, report, is_needed);
  if (const auto* meta = std::get_if<language::ReviewMeta>(&condition))
    return lint_reviewers(*meta, dataset, report, is_needed);
  if (const auto* credible = std::get_if<language::TextCredible>(&condition))
    return lint_weights(*credible, dataset, report, is_needed);
  const auto* tests = language::find_field<std::vector<language::MatchCondition>>(condition).value;
  bool is_unmet = false;
  for (std::size_t i = 0; tests != nullptr && i < tests->size(); ++i) {
    TestLint lint((*tests)[i], exec::test_of((*tests)[i]), operand_at(report, i), dataset, report);
    is_unmet = lint.check(is_needed) || is_unmet;
  }
  return is_unmet;
}

}  // namespace seedc::lint
