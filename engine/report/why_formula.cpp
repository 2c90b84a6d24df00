// Formats what turns an output of a formula, as text and as JSON.
#include "engine/report/why_formula.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "engine/report/cells.h"
#include "engine/report/requests.h"
#include "engine/report/table.h"
#include "engine/report/text.h"
#include "runtime/language/json_string.h"
#include "runtime/language/score_ops.h"
#include "runtime/language/wrapped_text.h"

namespace seedc::report {
namespace {

constexpr std::size_t kMostContributions = 5;
constexpr std::size_t kMostValue = 40;
constexpr std::size_t kReviewWidth = 24;
constexpr std::size_t kContinued = 4;  ///< blanks before a sentence that goes on

/// As JSON, but for reals, which have few digits.
std::string shown_text(const language::Cell& cell) {
  if (!cell.is_null() && language::is_number(cell.kind)) return shown({&cell, 1}).front();
  std::string text;
  append_json(text, cell);
  return language::clip(text, kMostValue);
}

/// A value of a field: a string as it stands, missing as such.
std::string shown_text(const language::Value& value) {
  if (value.is_null()) return "missing";
  const auto* text = value.as<std::string>();
  return language::clip(text != nullptr ? *text : language::to_json(value), kMostValue);
}

std::string review_of(std::uint32_t review, const data::Dataset& dataset) {
  return language::clip(std::string(dataset.review_id(review)), kReviewWidth);
}

std::string goal_of(const FormulaWhy& why) {
  return why.to ? fmt::format("to become {}", language::printable(*why.to))
                : std::string("to become another value");
}

std::string seconds_of(const FormulaWhy& why) {
  const double seconds = why.most_time.count();
  return fmt::format("{} {}", language::shortest(seconds), seconds == 1 ? "second" : "seconds");
}

/// The reviews that might be otherwise, as a subject.
std::string reviews_of(const FormulaWhy& why) {
  return fmt::format("its {}", counted(why.relevant, "relevant review"));
}

/// `"low" or null`, `numbers from 1.0 to 5.25`.
std::string possible_text(const bounds::Changes::Possible& possible) {
  std::vector<std::string> parts;
  for (const language::Value& value : possible.values)
    parts.push_back(language::clip(language::to_json(value), kMostValue));
  if (possible.numbers) {
    const auto& [low, high] = *possible.numbers;
    const std::array ends = {language::Cell::of(low), language::Cell::of(high)};
    const std::vector<std::string> texts = shown(ends);
    parts.push_back(low == high ? texts[0]
                                : fmt::format("numbers from {} to {}", texts[0], texts[1]));
  }
  return fmt::format("{}", fmt::join(parts, " or "));
}

/// Why no change of rows gives the goal.
std::string why_impossible(const FormulaWhy& why) {
  if (why.relevant == 0) return "the item has no relevant review, and so no rows";
  if (why.left_out == why.relevant)
    return fmt::format("{} {} judged inappropriate, and so no {}", reviews_of(why),
                       why.relevant == 1 ? "is" : "are", why.relevant == 1 ? "row" : "rows");
  const std::optional<bounds::Changes::Possible>& possible = why.changes.possible;
  constexpr std::size_t kMostPossible = 8;
  if (!possible || possible->values.size() > kMostPossible)
    return fmt::format("nothing that {} could say changes it so", reviews_of(why));
  return fmt::format("whatever {} might say, nothing but {} is possible", reviews_of(why),
                     possible_text(*possible));
}

/// Why the search has no answer.
std::string why_undecided(const FormulaWhy& why) {
  switch (why.changes.limit) {
    case bounds::Changes::Limit::None:
      break;
    case bounds::Changes::Limit::Time:
      return fmt::format("the search ended after {}", seconds_of(why));
    case bounds::Changes::Limit::DependentRows:
      return "what a row counts depends on the other rows, so that few sets of changes can be "
             "tried; none of them does, and that no other does is not proved";
    case bounds::Changes::Limit::OneChange:
      return "no single change does; that several do is not looked for here";
    case bounds::Changes::Limit::ManyChanges:
      return "there are too many changes to try here";
    case bounds::Changes::Limit::LooseBounds:
      return "no set of changes that was tried does, and that no other does is not proved";
  }
  return "";
}

std::string changes_needed(const FormulaWhy& why) {
  const bool has_several = why.changes.sets.size() > 1;
  if (why.changes.size == 1)
    return has_several ? "it takes one change, any of these:" : "it takes one change:";
  return fmt::format("it takes {}{} changes{}:", why.changes.is_smallest ? "" : "at most ",
                     why.changes.size, has_several ? ", any of these sets of them" : "");
}

std::string head_of(const FormulaWhy& why) {
  const std::string subject = fmt::format("{}: {}", language::printable(why.formula->name),
                                          language::printable(why.output));
  if (why.is_already) return fmt::format("{} already is {}", subject, shown_text(why.value));
  const std::string now = fmt::format("{} is {}", subject, shown_text(why.value));
  switch (why.changes.outcome) {
    case bounds::Changes::Outcome::Found:
      return fmt::format("{}; {} {}", now, goal_of(why), changes_needed(why));
    case bounds::Changes::Outcome::Impossible:
      return fmt::format("{}; it cannot become {}: {}", now,
                         why.to ? language::printable(*why.to) : std::string("anything else"),
                         why_impossible(why));
    case bounds::Changes::Outcome::GaveUp:
      return fmt::format("{}; no changes were found {}: {}", now, goal_of(why), why_undecided(why));
  }
  return now;
}

std::string fields_text(const bounds::RowChange& change, const FormulaWhy& why) {
  std::vector<std::string> parts;
  for (const bounds::FieldChange& field : change.fields) {
    const std::string& name = why.formula->rows.fields[field.field].name;
    parts.push_back(
        change.kind == bounds::RowChange::Kind::Added
            ? fmt::format("{} {}", name, shown_text(field.to))
            : fmt::format("{} {} -> {}", name, shown_text(field.from), shown_text(field.to)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string change_text(const bounds::RowChange& change, const FormulaWhy& why) {
  if (change.kind == bounds::RowChange::Kind::LeftOut) return "left out";
  const std::string fields = fields_text(change, why);
  if (change.kind == bounds::RowChange::Kind::Fields) return fields;
  return fields.empty() ? "added" : "added with " + fields;
}

std::string sets_text(const FormulaWhy& why, const data::Dataset& dataset, const Layout& layout) {
  std::size_t width = 0;
  for (const auto& set : why.changes.sets) {
    for (const bounds::RowChange& change : set)
      width = std::max(width, language::display_width(review_of(change.review, dataset)));
  }
  std::string out;
  for (std::size_t number = 0; number < why.changes.sets.size(); ++number) {
    bool is_first = true;
    for (const bounds::RowChange& change : why.changes.sets[number]) {
      const std::string begin =
          fmt::format("{:>4}  {}  ", is_first ? fmt::format("{}.", number + 1) : "",
                      padded(review_of(change.review, dataset), width));
      const std::size_t indent = language::display_width(begin);
      out += begin + language::wrap(change_text(change, why), layout.width, indent, indent) + "\n";
      is_first = false;
    }
  }
  return out;
}

language::Cell distance_of(const Threshold& threshold) {
  return language::score::subtract(threshold.at, threshold.value);
}

std::string thresholds_text(const FormulaWhy& why, const Layout& layout) {
  if (why.thresholds.empty()) return "";
  TextTable table({{"  compared"},
                   {"value", TextTable::Align::Right},
                   {"threshold", TextTable::Align::Right},
                   {"distance", TextTable::Align::Right},
                   {.title = "condition", .is_wrapped = true}});
  for (const Threshold& threshold : why.thresholds) {
    table.add_row({"  " + threshold.name, shown_text(threshold.value), shown_text(threshold.at),
                   shown_text(distance_of(threshold)), threshold.rule});
  }
  return table.text(layout);
}

std::string values_text(std::uint32_t review, const FormulaWhy& why) {
  const auto found = why.values.find(review);
  if (found == why.values.end()) return "";
  std::vector<std::string> parts;
  for (const auto& [field, value] : found->second)
    parts.push_back(why.formula->rows.fields[field].name + " " + shown_text(value));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// The contributions of the first rows, with signs.
std::vector<std::string> contributed(const Contributions& all, std::size_t count) {
  std::vector<language::Cell> cells;
  for (std::size_t i = 0; i < count; ++i) cells.push_back(all.rows[i].value);
  std::vector<std::string> texts = shown(cells);
  for (std::size_t i = 0; i < count; ++i) {
    if (language::score::real_of(cells[i]) > 0) texts[i].insert(0, "+");
  }
  return texts;
}

/// Why no row is listed.
std::string why_no_contribution(const FormulaWhy& why) {
  const Contributions& all = why.contributions;
  if (all.value.is_null())
    return fmt::format("{} is {}, to which rows do not add up", all.of,
                       all.is_null ? "null" : "no number");
  if (why.rows == 0)
    return fmt::format("{} = {}; the item has no rows", all.of, shown_text(all.value));
  return fmt::format("{} = {}; leaving out any row does not change it", all.of,
                     shown_text(all.value));
}

std::string contributions_text(const FormulaWhy& why, const data::Dataset& dataset,
                               const Layout& layout) {
  const Contributions& all = why.contributions;
  if (all.of.empty()) return "";
  if (all.rows.empty())
    return language::wrap(why_no_contribution(why), layout.width, kContinued) + "\n";
  TextTable table({{"  review"},
                   {"contribution", TextTable::Align::Right},
                   {.title = "fields", .is_wrapped = true}});
  const std::size_t count = std::min(kMostContributions, all.rows.size());
  const std::vector<std::string> texts = contributed(all, count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t review = all.rows[i].review;
    table.add_row({"  " + review_of(review, dataset), texts[i], values_text(review, why)});
  }
  std::string out = fmt::format(
      "{} = {}, {}:\n", all.of, shown_text(all.value),
      all.is_exact ? "the sum of what these rows add" : "and the difference that each row makes");
  out += table.text(layout);
  if (count < all.rows.size()) out += fmt::format("  and {} more\n", all.rows.size() - count);
  return out;
}

language::Value json_of(const language::Cell& cell) { return language::value_of(cell); }

std::string_view outcome_of(const FormulaWhy& why) {
  if (why.is_already) return "already";
  switch (why.changes.outcome) {
    case bounds::Changes::Outcome::Found:
      return "found";
    case bounds::Changes::Outcome::Impossible:
      return "impossible";
    case bounds::Changes::Outcome::GaveUp:
      break;
  }
  return "undecided";
}

std::string reason_of(const FormulaWhy& why) {
  if (why.is_already || why.changes.outcome == bounds::Changes::Outcome::Found) return "";
  return why.changes.outcome == bounds::Changes::Outcome::Impossible ? why_impossible(why)
                                                                     : why_undecided(why);
}

language::Dict change_json(const bounds::RowChange& change, const FormulaWhy& why,
                           const data::Dataset& dataset) {
  static constexpr const char* kKinds[] = {"fields", "left_out", "added"};
  language::Dict fields;
  for (const bounds::FieldChange& field : change.fields) {
    fields.emplace_back(why.formula->rows.fields[field.field].name,
                        language::Dict{{"from", field.from}, {"to", field.to}});
  }
  return {{"review", std::string(dataset.review_id(change.review))},
          {"change", std::string(kKinds[static_cast<std::size_t>(change.kind)])},
          {"fields", std::move(fields)}};
}

language::Dict contributions_json(const FormulaWhy& why, const data::Dataset& dataset) {
  language::List rows;
  for (const Contribution& row : why.contributions.rows) {
    language::Dict fields;
    if (const auto found = why.values.find(row.review); found != why.values.end()) {
      for (const auto& [field, value] : found->second)
        fields.emplace_back(why.formula->rows.fields[field].name, value);
    }
    rows.emplace_back(language::Dict{{"review", std::string(dataset.review_id(row.review))},
                                     {"contribution", json_of(row.value)},
                                     {"fields", std::move(fields)}});
  }
  return {{"of", why.contributions.of},
          {"value", json_of(why.contributions.value)},
          {"exact", why.contributions.is_exact},
          {"rows", std::move(rows)}};
}

}  // namespace

std::string why_formula_text(const FormulaWhy& why, const data::Dataset& dataset,
                             const Layout& layout) {
  std::string out = language::wrap(head_of(why), layout.width, kContinued) + "\n" +
                    sets_text(why, dataset, layout);
  for (const std::string& part :
       {thresholds_text(why, layout), contributions_text(why, dataset, layout)}) {
    if (!part.empty()) out += "\n" + part;
  }
  return out;
}

std::string why_formula_json(const FormulaWhy& why, const data::Dataset& dataset,
                             std::uint32_t item) {
  language::Dict json = {{"formula", why.formula->name},
                         {"item", std::string(dataset.item_id(item))},
                         {"name", item_name(item, dataset)},
                         {"output", why.output},
                         {"value", json_of(why.value)}};
  if (why.to) json.emplace_back("to", *why.to);
  language::List open;
  for (const std::uint32_t review : why.open)
    open.emplace_back(std::string(dataset.review_id(review)));
  if (!open.empty()) json.emplace_back("open", std::move(open));
  json.emplace_back("outcome", std::string(outcome_of(why)));
  language::List sets;
  for (const auto& set : why.changes.sets) {
    language::List changes;
    for (const bounds::RowChange& change : set)
      changes.emplace_back(change_json(change, why, dataset));
    sets.emplace_back(std::move(changes));
  }
  if (!sets.empty()) {
    json.emplace_back("size", static_cast<std::int64_t>(why.changes.size));
    json.emplace_back("is_smallest", why.changes.is_smallest);
  }
  json.emplace_back("sets", std::move(sets));
  if (const std::string reason = reason_of(why); !reason.empty())
    json.emplace_back("reason", reason);
  language::List thresholds;
  for (const Threshold& threshold : why.thresholds) {
    thresholds.emplace_back(language::Dict{{"name", threshold.name},
                                           {"value", json_of(threshold.value)},
                                           {"threshold", json_of(threshold.at)},
                                           {"distance", json_of(distance_of(threshold))},
                                           {"rule", threshold.rule}});
  }
  json.emplace_back("thresholds", std::move(thresholds));
  if (!why.contributions.of.empty()) json.emplace_back("rows", contributions_json(why, dataset));
  return language::to_json(json);
}

}  // namespace seedc::report
