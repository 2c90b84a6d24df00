// Formats the explanation of a formula as text: one line per step, with the deciding facts
// indented below.
#include "engine/report/formula_explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/report/cells.h"
#include "engine/report/requests.h"
#include "engine/report/table.h"
#include "engine/report/text.h"
#include "runtime/language/json_string.h"

namespace seedc::report {
namespace {

constexpr std::size_t kMostShown = 5;
constexpr std::size_t kBodyIndent = 11;
constexpr std::size_t kTableIndent = 4;
constexpr std::size_t kReviewIdWidth = 24;
constexpr std::size_t kValueWidth = 40;
constexpr std::size_t kColumnWidth = 24;

/// Strings in quotes, cut off.
std::string text_of(const language::Cell& cell) {
  std::string text;
  append_json(text, cell);
  return language::clip(text, kValueWidth);
}

std::string truth_of(const language::Cell& cell) {
  if (cell.is_null()) return "null";
  return cell.boolean() ? "true" : "false";
}

/// A few of them, and how many more.
template <class Elements, class Text>
std::string listed(const Elements& elements, bool all, const Text& text) {
  std::string out;
  const std::size_t shown = all ? elements.size() : std::min(elements.size(), kMostShown);
  for (std::size_t i = 0; i < shown; ++i) out += (i == 0 ? "" : ", ") + text(elements[i]);
  if (shown < elements.size()) out += fmt::format(" and {} more", elements.size() - shown);
  return out;
}

/// Whether a choice is all of a part of its text.
bool is_of(const explain::ExprOutline::Choice& choice, std::size_t begin, std::size_t end) {
  return choice.results.front().begin == begin && choice.results.back().end == end;
}

/// A column of a table of rows.
struct Column {
  std::string title;
  TextTable::Align align = TextTable::Align::Right;
  std::vector<std::string> cells;
  std::size_t width = 0;
};

/// One step's lines.
class StepText {
 public:
  StepText(const explain::FormulaExplanation& explanation, const explain::StepOutline& step,
           bool all, const Layout& layout)
      : explanation_(explanation),
        trace_(explanation.trace()),
        step_(step),
        all_(all),
        layout_(layout) {}

  std::string run() {
    add_head();
    std::visit([this](const auto& body) { add_body(body); }, step_.body);
    return std::move(out_);
  }

 private:
  void add_head() {
    const auto* list = std::get_if<explain::ListOutline>(&step_.body);
    const bool is_of_rows = step_.value == contract::kNoOperand && list == nullptr;
    const bool is_filter = std::holds_alternative<explain::RowsOutline>(step_.body);
    const std::string operation = !is_of_rows ? step_.operation : is_filter ? "filter" : "value";
    out_ = fmt::format("{} {:<8} {}", step_.is_output ? '*' : ' ', operation,
                       language::printable(step_.name));
    if (is_of_rows) {
      out_ += '\n';
      return;
    }
    if (list != nullptr) {
      const language::Value values = explanation_.list_of(*list).values;
      out_ += " = " + text_of(language::Cell::of(&values)) + '\n';
      return;
    }
    const language::Cell& value = trace_.value(step_.value);
    out_ += " = " + text_of(value) + '\n';
    if (value.is_null()) add("null: " + cause_text(value.null));
  }

  /// The cause of a null, and the step where it arose if that is another one.
  std::string cause_text(language::Null null) const {
    const std::string* origin = explanation_.origin_of(null);
    const bool is_elsewhere = origin != nullptr && *origin != step_.name;
    return std::string(language::name_of(language::cause_of(null))) +
           (is_elsewhere ? " in " + *origin : "");
  }

  std::size_t details_width() const {
    return std::max(layout_.width, 2 * kTableIndent) - kTableIndent;
  }

  void add(const std::string& line) { out_ += wrapped(line, kBodyIndent, layout_.width); }

  std::string value_text(std::uint32_t number) const { return text_of(trace_.value(number)); }
  std::string equation(const explain::NamedValue& named) const {
    return named.name + " = " + value_text(named.value);
  }

  /// A part of an expression with values in place of names.
  std::string with_values(const explain::ExprOutline& expr, std::size_t begin,
                          std::size_t end) const {
    std::string text;
    auto name = std::ranges::lower_bound(expr.names, begin, {}, &explain::ValuedPart::begin);
    for (; name != expr.names.end() && name->end <= end; ++name) {
      text += expr.text.substr(begin, name->begin - begin) + value_text(name->value);
      begin = name->end;
    }
    return text + expr.text.substr(begin, end - begin);
  }

  /// `STARS / N: 20.0 / 4`, or what is not the same twice.
  std::string with_and_without_values(const explain::ExprOutline& expr, std::size_t begin,
                                      std::size_t end) const {
    const std::string text = expr.text.substr(begin, end - begin);
    const std::string values = with_values(expr, begin, end);
    return values == text ? text : text + ": " + values;
  }

  /// `STARS / N: 20.0 / 4 = 5.0`
  std::string evaluated(const explain::ExprOutline& expr, const explain::ValuedPart& part) const {
    const std::string text = expr.text.substr(part.begin, part.end - part.begin);
    const std::string value = value_text(part.value);
    if (text == value) return text;
    if (with_values(expr, part.begin, part.end) == value) return text + " = " + value;
    return with_and_without_values(expr, part.begin, part.end) + " = " + value;
  }

  void add_body(const explain::ConstOutline&) {}

  void add_body(const explain::ExprOutline& expr) {
    const std::size_t end = expr.text.size();
    add(expr.text);
    const auto branches = explanation_.branches_of(expr);
    const bool says_enough = !branches.empty() && is_of(*branches.front().choice, 0, end);
    const std::string values = with_values(expr, 0, end);
    if (!says_enough && values != expr.text && values != value_text(expr.value)) add("= " + values);
    for (const explain::TakenBranch& branch : branches) add_branch(expr, branch);
  }

  void add_branch(const explain::ExprOutline& expr, const explain::TakenBranch& branch) {
    const auto& [conditions, results] = *branch.choice;
    for (std::size_t i = 0; i < branch.tested; ++i) {
      const explain::ValuedPart& condition = conditions[i];
      add(fmt::format("if {} is {}", with_and_without_values(expr, condition.begin, condition.end),
                      truth_of(trace_.value(condition.value))));
    }
    if (!branch.result) return;
    const explain::ValuedPart& result = results[*branch.result];
    const bool is_else = *branch.result == conditions.size();
    const bool has_branches = std::ranges::any_of(
        expr.choices, [&](const auto& inner) { return is_of(inner, result.begin, result.end); });
    add((is_else ? "else " : "then ") +
        (has_branches ? expr.text.substr(result.begin, result.end - result.begin)
                      : evaluated(expr, result)));
  }

  void add_body(const explain::LookupOutline& lookup) {
    const explain::LookupMatch match = explanation_.match_of(lookup);
    if (match.text) {
      add(lookup.source.name + " = " + language::json_string(*match.text));
      add(match.key ? found_text(lookup, *match.key) : "no key matches");
    } else {
      const language::Null null = trace_.value(lookup.source.value).null;
      add(fmt::format("{} is null: {}", lookup.source.name, cause_text(null)));
    }
    if (!match.key) add_default();
  }

  /// Where nothing else gave the step its value.
  void add_default() {
    if (!trace_.value(step_.value).is_null()) add("default " + value_text(step_.value));
  }

  std::string found_text(const explain::LookupOutline& lookup, const std::string& key) const {
    switch (explanation_.outline().formula.program.tables[lookup.table].mode) {
      case contract::LookupMode::Exact:
        return fmt::format("key {} is equal to it", language::json_string(key));
      case contract::LookupMode::SubstringFirst:
        return fmt::format("key {} is the first that occurs in it", language::json_string(key));
      case contract::LookupMode::SubstringMax:
        return fmt::format("key {} has the highest value of those that occur in it",
                           language::json_string(key));
    }
    return "";
  }

  void add_body(const explain::CaseOutline& cases) {
    if (cases.source) add(equation(*cases.source));
    const explain::FiredRule fired = explanation_.rule_of(cases);
    const std::size_t first = all_ || fired.tested <= kMostShown ? 0 : fired.tested - kMostShown;
    if (first > 0)
      add(first == 1 ? "rule 1 is false" : fmt::format("rules 1 to {} are false", first));
    for (std::size_t i = first; i < fired.tested; ++i) {
      const explain::CaseOutline::Rule& rule = cases.rules[i];
      const bool is_fired = fired.rule == i;
      add(fmt::format("rule {}: {} is {}{}", i + 1,
                      with_and_without_values(rule.when, 0, rule.when.text.size()),
                      truth_of(trace_.value(rule.when.value)),
                      is_fired ? ", so " + then_text(rule) : ""));
    }
    if (fired.rule && *fired.rule >= fired.tested)
      add(fmt::format("rule {}: else {}", *fired.rule + 1, then_text(cases.rules[*fired.rule])));
  }

  /// `6`, `TOTAL / N: 12 / 4 = 3.0`
  std::string then_text(const explain::CaseOutline::Rule& rule) const {
    if (!rule.computed) return rule.then;
    return evaluated(*rule.computed, {0, rule.computed->text.size(), rule.computed->value});
  }

  void add_body(const explain::RowValueOutline& body) {
    add(body.text);
    add_item_inputs(body.item_inputs);
    std::vector<explain::RowFate> rows;
    for (std::uint32_t row = 0; row < trace_.row_count(); ++row)
      rows.push_back({row, trace_.value(body.value, row).null});
    if (!rows.empty()) {
      const explain::NamedValue own{'$' + step_.name, body.value};
      add_table(column_of(own, shown_of(rows)), own.name, body.row_inputs, rows);
    }
    std::erase_if(rows, [](const explain::RowFate& fate) { return fate.null == 0; });
    add_nulls("null", rows);
  }

  void add_item_inputs(const std::vector<explain::NamedValue>& inputs) {
    if (inputs.empty()) return;
    add("with " +
        listed(inputs, all_, [this](const explain::NamedValue& named) { return equation(named); }));
  }

  void add_nulls(std::string_view what, const std::vector<explain::RowFate>& rows) {
    if (rows.empty()) return;
    add(std::string(what) + ": " + listed(rows, all_, [this](const explain::RowFate& fate) {
          return fmt::format("{} ({})", review_id(fate.row), cause_text(fate.null));
        }));
  }

  void add_body(const explain::GroupsOutline& body) {
    std::string line = body.expr.empty() ? "" : "of " + body.expr;
    if (!body.where.empty()) line += (line.empty() ? "where " : " where ") + body.where;
    if (!line.empty()) line += ": ";
    add(line + counted(body.groups.size(), "group"));
    const std::size_t most = all_ ? body.groups.size() : kMostShown;
    for (std::size_t i = 0; i < std::min(most, body.groups.size()); ++i)
      add(body.groups[i].label + ": " + group_text(body.groups[i]));
    if (most < body.groups.size())
      add(fmt::format("and {} more{}", body.groups.size() - most,
                      base::named(layout_.names, base::Setting::Everything, " (", " shows all)")));
  }

  /// The value of a group, or why it does not count.
  std::string group_text(const explain::GroupsOutline::Group& group) const {
    if (group.condition != contract::kNoOperand) {
      const language::Cell& holds = trace_.value(group.condition);
      if (holds.is_null()) return "left out (" + cause_text(holds.null) + ")";
      if (!holds.boolean()) return "does not count";
    }
    if (group.value == contract::kNoOperand) return "counts";
    const language::Cell& value = trace_.value(group.value);
    return value.is_null() ? "left out (" + cause_text(value.null) + ")" : value_text(group.value);
  }

  void add_body(const explain::RowsOutline& body) {
    const explain::CountedRows rows = explanation_.rows_of(step_);
    add_rows_line(body, rows);
    add_item_inputs(body.item_inputs);
    const bool has_columns = body.summand || !body.row_inputs.empty();
    std::optional<Column> last;
    if (body.summand)
      last = column_of({body.summand->text, body.summand->value}, shown_of(rows.counted));
    if (has_columns && !rows.counted.empty())
      add_table(last, body.summand ? body.summand->text : "", body.row_inputs, rows.counted);
    if (rows.kept) add("the value is that of " + review_id(rows.counted[*rows.kept].row));
    add_nulls("left out", rows.left_out);
    const bool is_extreme = body.summand && step_.operation != "sum";
    if (is_extreme && rows.counted.empty()) add_default();
  }

  void add_rows_line(const explain::RowsOutline& body, const explain::CountedRows& rows) {
    const std::uint32_t passed = trace_.row_count() - rows.not_passed;
    std::string line = body.summand ? "of " + body.summand->text : "";
    if (!body.where.empty()) line += (line.empty() ? "" : " ") + body.where;
    if (!line.empty()) line += ": ";
    add(line + rows_text(passed, body.predicate == contract::kNoOperand));
  }

  /// `2 of 5 rows`
  std::string rows_text(std::uint32_t passed, bool is_all) const {
    return is_all ? counted(passed, "row")
                  : fmt::format("{} of {}", passed, counted(trace_.row_count(), "row"));
  }

  void add_body(const explain::ListOutline& body) {
    const exec::ItemList list = explanation_.list_of(body);
    std::string line = "of " + body.field;
    if (!body.where.empty()) line += ' ' + body.where;
    if (!body.order_by.empty()) line += " by " + body.order_by;
    add(line + ": " + rows_text(list.selected, body.where.empty()));
    add_item_inputs(body.item_inputs);
    std::vector<explain::RowFate> rows;
    for (const std::uint32_t row : list.rows) rows.push_back({row});
    if (!rows.empty())
      add_table(values_column(body, list, shown_of(rows).size()), body.field, body.row_inputs,
                rows);
    if (list.ledger.beyond_limit > 0) {
      add(fmt::format("{} left out, beyond the limit {}",
                      counted(list.ledger.beyond_limit, "value"),
                      explanation_.outline().formula.lists[body.list].limit));
    }
    if (list.without_value > 0)
      add(counted(list.without_value, "row") + " left out, without a value");
  }

  /// The elements of a list as JSON.
  static Column values_column(const explain::ListOutline& body, const exec::ItemList& list,
                              std::size_t count) {
    const bool is_long = language::display_width(body.field) > kColumnWidth;
    Column column{.title = is_long ? "value" : language::printable(body.field),
                  .align = TextTable::Align::Left};
    column.width = language::display_width(column.title);
    for (std::size_t i = 0; i < count; ++i) {
      column.cells.push_back(language::clip(language::to_json(list.values[i]), kColumnWidth));
      column.width = std::max(column.width, language::display_width(column.cells.back()));
    }
    return column;
  }

  std::string review_id(std::uint32_t row) const {
    const std::uint32_t review = explanation_.reviews().rows[row];
    return language::clip(explanation_.dataset().review_id(review), kReviewIdWidth);
  }

  /// The rows that are shown.
  std::span<const explain::RowFate> shown_of(const std::vector<explain::RowFate>& rows) const {
    return std::span(rows).first(all_ ? rows.size() : std::min(rows.size(), kMostShown));
  }

  /// Columns as many as fit; the last is what is aggregated, defined or listed, of the name
  /// `last_name`.
  void add_table(const std::optional<Column>& last, std::string_view last_name,
                 const std::vector<explain::NamedValue>& inputs,
                 const std::vector<explain::RowFate>& counted_rows) {
    const auto rows = shown_of(counted_rows);
    std::vector<Column> columns;
    std::size_t used = 0;
    for (const explain::RowFate& fate : rows)
      used = std::max(used, language::display_width(review_id(fate.row)));
    if (last) {
      columns.push_back(*last);
      used += 2 + columns.back().width;
    }
    std::size_t hidden = 0;
    auto place = columns.begin();
    for (const explain::NamedValue& input : inputs) {
      if (last && input.name == last_name) continue;
      Column column = column_of(input, rows);
      used += 2 + column.width;
      hidden += used > details_width() ? 1 : 0;
      if (used <= details_width()) place = columns.insert(place, std::move(column)) + 1;
    }
    add_columns(columns, rows);
    if (rows.size() < counted_rows.size())
      add(fmt::format("and {} more{}", counted_rows.size() - rows.size(),
                      base::named(layout_.names, base::Setting::Everything, " (", " shows all)")));
    if (hidden > 0)
      add(fmt::format("{} not shown{}", counted(hidden, "column"),
                      base::named(layout_.names, base::Setting::AsJson, " (", " has all)")));
  }

  Column column_of(const explain::NamedValue& named, std::span<const explain::RowFate> rows) const {
    const bool is_long = language::display_width(named.name) > kColumnWidth;
    Column column{.title = is_long ? "value" : language::printable(named.name)};
    column.width = language::display_width(column.title);
    std::vector<language::Cell> cells;
    for (const explain::RowFate& fate : rows) {
      cells.push_back(trace_.value(named.value, fate.row));
      const bool is_word =
          cells.back().kind == language::Kind::Str || cells.back().kind == language::Kind::Bool;
      if (is_word && !cells.back().is_null()) column.align = TextTable::Align::Left;
    }
    for (const std::string& text : shown(cells)) {
      const std::uint32_t row = rows[column.cells.size()].row;
      const std::string_view mark = explanation_.is_default(named, row) ? " (default)" : "";
      column.cells.push_back(language::clip(text, kColumnWidth - mark.size()) + std::string(mark));
      column.width = std::max(column.width, language::display_width(column.cells.back()));
    }
    return column;
  }

  void add_columns(const std::vector<Column>& columns, std::span<const explain::RowFate> rows) {
    std::vector<TextTable::Column> heads = {{"review"}};
    for (const Column& column : columns) heads.push_back({column.title, column.align});
    TextTable table(std::move(heads));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::vector<std::string> cells = {review_id(rows[i].row)};
      for (const Column& column : columns) cells.push_back(column.cells[i]);
      table.add_row(std::move(cells));
    }
    const std::string text = table.text({.width = details_width()});
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find('\n', begin) + 1;
      out_ += std::string(kTableIndent, ' ') + text.substr(begin, end - begin);
      begin = end;
    }
  }

  const explain::FormulaExplanation& explanation_;
  const explain::FormulaTrace& trace_;
  const explain::StepOutline& step_;
  bool all_;
  const Layout& layout_;
  std::string out_;
};

std::string head_of(const explain::FormulaExplanation& explanation) {
  const data::Dataset& dataset = explanation.dataset();
  const std::string name = item_name(explanation.item(), dataset);
  const std::string id(dataset.item_id(explanation.item()));
  return language::printable(explanation.outline().formula.name) + " at " +
         (name.empty()
              ? language::printable(id)
              : fmt::format("{} ({})", language::printable(name), language::printable(id))) +
         '\n';
}

std::string rows_text(const explain::FormulaExplanation& explanation, bool all) {
  const explain::ItemReviews& found = explanation.reviews();
  std::string line = counted(found.rows.size(), "row");
  const auto add = [&](const std::vector<std::uint32_t>& reviews, std::string_view what) {
    if (reviews.empty()) return;
    line += fmt::format("; {} {}: ", counted(reviews.size(), "relevant review"), what);
    line += listed(reviews, all, [&](std::uint32_t review) {
      return std::string(explanation.dataset().review_id(review));
    });
  };
  add(found.missing_extractions, "without an extraction");
  add(found.open, "open, of which no row is counted here");
  add(found.not_judged, "not judged");
  add(found.filtered, "left out by the filter");
  return line;
}

std::string reviews_text(const explain::FormulaExplanation& explanation, bool all,
                         std::size_t width) {
  const explain::ItemReviews& found = explanation.reviews();
  std::string line = counted(found.reviews, "review");
  const contract::RowSet& rows = explanation.outline().formula.rows;
  if (!rows.keywords.empty() || rows.relevant) {
    line += fmt::format(", {} relevant", found.relevant);
    if (!found.keywords.empty()) line += ": ";
    line += listed(found.keywords, all, [](const auto& keyword) {
      return fmt::format("{} in {}", language::json_string(keyword.first), keyword.second);
    });
  }
  std::string out = wrapped(line, 2, width);
  if (rows.relevant || rows.kept) {
    line = "filter where " + explanation.outline().where;
    if (rows.relevant) line += fmt::format(": not met by {}", counted(found.not_meeting, "review"));
    out += wrapped(line, 2, width);
  }
  out += wrapped(rows_text(explanation, all), 2, width);
  const auto& blocked = found.judged_inappropriate;
  if (blocked.empty()) return out;
  const double threshold = explanation.outline().formula.rows.judge->threshold;
  line = fmt::format("{} judged inappropriate, of evidence below {}: ",
                     counted(blocked.size(), "extraction"), language::shortest(threshold));
  line += listed(blocked, all, [&](const explain::ItemReviews::Blocked& review) {
    return fmt::format("{} ({})", explanation.dataset().review_id(review.review),
                       language::shortest(review.quality));
  });
  return out + wrapped(line, 2, width);
}

/// Whether a step has that name, or belongs to the group of that name.
bool is_named(const explain::StepOutline& step, std::string_view name) {
  if (!step.name.starts_with(name)) return false;
  const char next = step.name.size() == name.size() ? '\0' : step.name[name.size()];
  return next == '\0' || next == '.' || next == '[';
}

/// Adds the instructions that a value is computed from, itself among them.
void add_computed_from(const contract::ScoreProgram& program, std::uint32_t value,
                       std::vector<bool>& reached) {
  reached[value] = true;
  for (std::uint32_t number = value + 1; number-- > 0;) {
    if (!reached[number]) continue;
    for (const std::uint32_t operand : contract::operands_of(program.code[number])) {
      if (operand != contract::kNoOperand) reached[operand] = true;
    }
  }
}

/// What a step comes to: its value, that of each row, of a filter whether rows pass, or what a list
/// is made of.
std::vector<std::uint32_t> results_of(const explain::StepOutline& step) {
  if (step.value != contract::kNoOperand) return {step.value};
  if (const auto* list = std::get_if<explain::ListOutline>(&step.body)) return list->parts;
  const auto* value = std::get_if<explain::RowValueOutline>(&step.body);
  return {value ? value->value : std::get<explain::RowsOutline>(step.body).predicate};
}

bool is_list(const explain::StepOutline& step) {
  return std::holds_alternative<explain::ListOutline>(step.body);
}

}  // namespace

std::vector<const explain::StepOutline*> steps_to_explain(const explain::FormulaOutline& outline,
                                                          std::string_view name) {
  std::vector<const explain::StepOutline*> steps;
  std::vector<bool> reached(outline.formula.program.code.size(), name.empty());
  for (const explain::StepOutline& step : outline.steps) {
    if (name.empty() || !is_named(step, name)) continue;
    for (const std::uint32_t result : results_of(step))
      add_computed_from(outline.formula.program, result, reached);
  }
  for (const explain::StepOutline& step : outline.steps) {
    const bool is_computed = !is_list(step) && reached[results_of(step).front()];
    if (is_computed || name.empty() || is_named(step, name)) steps.push_back(&step);
  }
  return steps;
}

base::Error explanation_too_long(std::size_t most_bytes) {
  return base::error<base::ErrorCode::ExplanationTooLong>(most_bytes / 1'000'000)
      .with_help("explain one step", base::Setting::Step);
}

base::Result<std::string> explanation_text(const explain::FormulaExplanation& explanation,
                                           std::string_view step, bool all, const Layout& layout,
                                           std::size_t most_bytes) {
  std::string out = head_of(explanation) + reviews_text(explanation, all, layout.width) + '\n';
  for (const explain::StepOutline* shown : steps_to_explain(explanation.outline(), step)) {
    out += StepText(explanation, *shown, all, layout).run();
    if (out.size() > most_bytes) return tl::unexpected(explanation_too_long(most_bytes));
  }
  return out + "\n* outputs\n";
}

}  // namespace seedc::report
