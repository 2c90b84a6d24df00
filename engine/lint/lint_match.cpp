// Compares the operands of comparisons with the values of their columns.
#include "engine/lint/lint_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "engine/lint/site_report.h"
#include "runtime/exec/match_filter.h"
#include "runtime/language/describe.h"
#include "runtime/language/text.h"

namespace seedc::lint {
namespace {

constexpr std::size_t kYear = 4, kMonth = 7,
                      kDay = 10;  // lengths of `2020`, `2020-03`, `2020-03-31`

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a text is the beginning of `2020-03-31`, at least the year.
bool begins_date(std::string_view text) {
  constexpr std::string_view kForm = "dddd-dd-dd";
  if (text.size() < kYear || text.size() > kDay) return false;
  return std::equal(text.begin(), text.end(), kForm.begin(),
                    [](char c, char form) { return form == 'd' ? is_digit(c) : c == form; });
}

/// Whether it is a year, a month or a day.
bool is_date(std::string_view text) {
  return begins_date(text) &&
         (text.size() == kYear || text.size() == kMonth || text.size() == kDay);
}

int number_at(std::string_view text, std::size_t begin, std::size_t length) {
  int number = 0;
  for (const char c : text.substr(begin, length)) number = 10 * number + (c - '0');
  return number;
}

/// The year, month or day after it: `2020-12` for `2020-11`.
std::string next_date(std::string_view date) {
  const int year = number_at(date, 0, kYear);
  if (date.size() == kYear) return fmt::format("{:04}", year + 1);
  const int month = number_at(date, kYear + 1, 2);
  if (date.size() == kMonth)
    return fmt::format("{:04}-{:02}", month == 12 ? year + 1 : year, month % 12 + 1);
  const std::chrono::year_month_day day(
      std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
      std::chrono::day(static_cast<unsigned>(number_at(date, kMonth + 1, 2))));
  if (!day.ok()) return std::string(date);
  const std::chrono::year_month_day next(std::chrono::sys_days(day) + std::chrono::days(1));
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(next.year()),
                     static_cast<unsigned>(next.month()), static_cast<unsigned>(next.day()));
}

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

/// One comparison and the reports about it.
class TestLint {
 public:
  TestLint(const language::MatchCondition& test, const ast::Json* place,
           const data::Dataset* dataset, const SiteReport& report)
      : test_(test),
        text_(test.value.as<std::string>()),
        place_(place),
        column_(dataset == nullptr ? nullptr : &exec::tested_column(test.path, *dataset)),
        report_(report) {}

  void check() {
    if (is_comparison(test_.test) && text_ != nullptr) {
      if (is_number_in_quotes()) return report_quotes();
      if (is_part_of_dates()) return report_part();
      if (is_unlike_dates()) report_unlike();
    } else if (test_.test == language::MatchTest::Equals && column_ != nullptr) {
      check_equal();
    }
  }

 private:
  template <class Holds>
  bool any_value(const Holds& holds) const {
    return std::ranges::any_of(column_->values, holds);
  }

  /// A year is the beginning of a date wherever the data has texts that are not numbers, or is not
  /// known.
  bool is_number_in_quotes() const {
    if (!language::numeric(test_.value)) return false;
    if (column_ == nullptr) return !is_date(*text_);
    return !any_value([](const language::Value& value) {
      return value.as<std::string>() != nullptr && !value.as<std::string>()->empty() &&
             !language::numeric(value);
    });
  }

  void report_quotes() {
    diag::Diagnostic& report =
        report_.add(diag::DiagCode::TextOrder, place_, "`" + language::written(test_) + "`",
                    "compares texts character by character, so that `10` is before `9`");
    report.help = report_.with_requests(fmt::format("write the number without quotes: {}", *text_));
    const bool is_json =
        !text_->starts_with('+') && is_digit(text_->back()) && is_digit(text_->front());
    if (place_ != nullptr && is_json) report.fix = diag::FixIt{place_->span, *text_};
  }

  bool is_part_of_dates() const {
    const bool cuts =
        test_.test == language::MatchTest::Lte || test_.test == language::MatchTest::Gt;
    if (!cuts || !is_date(*text_)) return false;
    if (column_ == nullptr) return text_->size() < kDay;
    return any_value([&](const language::Value& value) {
      const auto* date = value.as<std::string>();
      return date != nullptr && date->size() > text_->size() &&
             begins_date(std::string_view(*date).substr(0, kDay));
    });
  }

  void report_part() {
    const bool is_end = test_.test == language::MatchTest::Lte;
    diag::Diagnostic& report =
        report_.add(diag::DiagCode::DatePrefix, place_, language::written(test_),
                    is_end ? "leaves out" : "includes", *text_);
    report.help =
        report_.with_requests(fmt::format("write `{} {} \"{}\"`", language::to_string(test_.path),
                                          is_end ? "<" : ">=", next_date(*text_)));
  }

  /// A text that is not the beginning of a date, where all of the data's texts are dates.
  bool is_unlike_dates() const {
    const auto is_dated = [](std::string_view text) {
      return text.size() >= kDay && begins_date(text.substr(0, kDay));
    };
    if (column_ == nullptr || begins_date(*text_) || is_dated(*text_)) return false;
    const auto text_of = [](const language::Value& value) {
      const auto* text = value.as<std::string>();
      return text != nullptr && !text->empty() ? text : nullptr;
    };
    return any_value([&](const auto& value) { return text_of(value) != nullptr; }) &&
           !any_value([&](const auto& value) {
             return text_of(value) != nullptr && !is_dated(*text_of(value));
           });
  }

  void report_unlike() {
    const auto date = std::ranges::find_if(column_->values, [](const language::Value& value) {
      return value.as<std::string>() != nullptr && !value.as<std::string>()->empty();
    });
    report_
        .add(diag::DiagCode::TextOrder, place_, "`" + language::written(test_) + "`",
             "compares texts character by character, and the data's are dates")
        .help = report_.with_requests(
        fmt::format("write a date as the data does: {}", language::to_json(*date)));
  }

  void check_equal() {
    const language::List* list = test_.value.as<language::List>();
    for (const language::Value& wanted : list == nullptr ? language::List{test_.value} : *list) {
      if (!language::number_of(wanted)) continue;
      const auto text = std::ranges::find_if(column_->values, [](const language::Value& value) {
        return value.as<std::string>() != nullptr && language::numeric(value).has_value();
      });
      if (text == column_->values.end()) continue;
      const std::string number = language::to_json(wanted);
      report_
          .add(diag::DiagCode::TextOrder, place_, "`" + number + "`",
               fmt::format("is a number, and the data has texts such as {} at `{}`, to which it is "
                           "not equal",
                           language::to_json(*text), language::to_string(test_.path)))
          .help = report_.with_requests(
          fmt::format("write `\"{}\"`, or both: `[{}, \"{}\"]`", number, number, number));
      return;
    }
  }

  const language::MatchCondition& test_;
  const std::string* text_;  ///< of an operand that is one
  const ast::Json* place_;   ///< of the operand
  const data::Column* column_;
  const SiteReport& report_;
};

/// The operand of each condition where the evidence has it.
const ast::Json* operand_at(const SiteReport& report, std::size_t number) {
  const ast::Json* conditions = report.written("conditions");
  if (conditions == nullptr || number >= conditions->elements.size()) return nullptr;
  return conditions->elements[number].find("value");
}

}  // namespace

void lint_match(const ConditionSite& site, const language::Condition& condition,
                const data::Dataset* dataset, diag::Diagnostics& diagnostics) {
  const auto* tests = language::find_field<std::vector<language::MatchCondition>>(condition).value;
  if (tests == nullptr) return;
  const SiteReport report(site, diagnostics);
  for (std::size_t i = 0; i < tests->size(); ++i)
    TestLint((*tests)[i], operand_at(report, i), dataset, report).check();
}

}  // namespace seedc::lint
