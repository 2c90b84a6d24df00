// Writes the explanation as JSON, with all rows and all rules that were tested.
#include <fmt/format.h>

#include "engine/report/formula_explain.h"
#include "engine/report/requests.h"

namespace seedc::report {
namespace {

language::Value number(std::size_t count) { return static_cast<std::int64_t>(count); }

template <class T>
language::Value value_of(const std::optional<T>& value) {
  return value ? language::Value(*value) : language::Value();
}

/// One step as an object.
class StepJson {
 public:
  StepJson(const explain::FormulaExplanation& explanation, const explain::StepOutline& step)
      : explanation_(explanation), trace_(explanation.trace()), step_(step) {}

  language::Value run() {
    out_ = {{"name", step_.name}, {"op", step_.operation}, {"output", step_.is_output}};
    if (step_.value != contract::kNoOperand) {
      const language::Cell& value = trace_.value(step_.value);
      out_.emplace_back("value", language::value_of(value));
      if (value.is_null()) out_.emplace_back("null", null_of(value.null));
    }
    std::visit([this](const auto& body) { add_body(body); }, step_.body);
    return std::move(out_);
  }

 private:
  language::Dict null_of(language::Null null) const {
    const std::string* origin = explanation_.origin_of(null);
    return {{"cause", std::string(language::name_of(language::cause_of(null)))},
            {"step", origin == nullptr ? step_.name : *origin}};
  }

  language::Dict names_of(const explain::ExprOutline& expr) const {
    language::Dict names;
    for (const explain::ValuedPart& name : expr.names) {
      names.emplace_back(expr.text.substr(name.begin, name.end - name.begin),
                         language::value_of(trace_.value(name.value)));
    }
    return language::dict_of(std::move(names));
  }

  void add_body(const explain::ConstOutline&) {}

  void add_body(const explain::ExprOutline& expr) {
    out_.emplace_back("expr", expr.text);
    out_.emplace_back("values", names_of(expr));
    language::List branches;
    for (const explain::TakenBranch& branch : explanation_.branches_of(expr))
      branches.push_back(branch_of(expr, branch));
    if (!branches.empty()) out_.emplace_back("branches", std::move(branches));
  }

  language::Value branch_of(const explain::ExprOutline& expr,
                            const explain::TakenBranch& branch) const {
    const auto evaluated = [&](const explain::ValuedPart& part) {
      return language::Dict{{"text", expr.text.substr(part.begin, part.end - part.begin)},
                            {"value", language::value_of(trace_.value(part.value))}};
    };
    language::List tested;
    for (std::size_t i = 0; i < branch.tested; ++i)
      tested.push_back(evaluated(branch.choice->conditions[i]));
    return language::Dict{
        {"conditions", std::move(tested)},
        {"taken", branch.result ? language::Value(evaluated(branch.choice->results[*branch.result]))
                                : language::Value()}};
  }

  void add_body(const explain::LookupOutline& lookup) {
    const explain::LookupMatch match = explanation_.match_of(lookup);
    out_.emplace_back("source", lookup.source.name);
    out_.emplace_back("text", value_of(match.text));
    out_.emplace_back("key", value_of(match.key));
  }

  void add_body(const explain::CaseOutline& cases) {
    if (cases.source) {
      out_.emplace_back("source", cases.source->name);
      out_.emplace_back("source_value", language::value_of(trace_.value(cases.source->value)));
    }
    const explain::FiredRule fired = explanation_.rule_of(cases);
    language::List tested;
    for (std::size_t i = 0; i < fired.tested; ++i) {
      const explain::ExprOutline& when = cases.rules[i].when;
      tested.push_back(language::Dict{{"when", when.text},
                                      {"values", names_of(when)},
                                      {"holds", language::value_of(trace_.value(when.value))}});
    }
    out_.emplace_back("tested", std::move(tested));
    out_.emplace_back("rule", fired.rule ? number(*fired.rule + 1) : language::Value());
  }

  void add_body(const explain::RowValueOutline& body) {
    out_.emplace_back("definition", body.text);
    add_item_values(body.item_inputs);
    language::List rows;
    for (std::uint32_t row = 0; row < trace_.row_count(); ++row) {
      const explain::RowFate fate{row, trace_.value(body.value, row).null};
      rows.push_back(row_of(body.row_inputs, body.value, fate));
    }
    out_.emplace_back("rows", std::move(rows));
  }

  void add_item_values(const std::vector<explain::NamedValue>& inputs) {
    language::Dict values;
    for (const explain::NamedValue& named : inputs)
      values.emplace_back(named.name, language::value_of(trace_.value(named.value)));
    if (!values.empty()) out_.emplace_back("values", std::move(values));
  }

  void add_body(const explain::GroupsOutline& body) {
    if (!body.expr.empty()) out_.emplace_back("of", body.expr);
    if (!body.where.empty()) out_.emplace_back("conditions", body.where);
    language::List groups;
    for (const explain::GroupsOutline::Group& group : body.groups) {
      language::Dict shown = {{"label", group.label}};
      if (group.condition != contract::kNoOperand)
        shown.emplace_back("holds", language::value_of(trace_.value(group.condition)));
      if (group.value != contract::kNoOperand)
        shown.emplace_back("value", language::value_of(trace_.value(group.value)));
      groups.emplace_back(std::move(shown));
    }
    out_.emplace_back("groups", std::move(groups));
  }

  void add_body(const explain::RowsOutline& body) {
    const explain::CountedRows rows = explanation_.rows_of(step_);
    if (body.summand) out_.emplace_back("of", body.summand->text);
    if (!body.where.empty()) out_.emplace_back("conditions", body.where);
    add_item_values(body.item_inputs);
    const std::uint32_t value = body.summand ? body.summand->value : contract::kNoOperand;
    language::List counted;
    for (const explain::RowFate& fate : rows.counted)
      counted.push_back(row_of(body.row_inputs, value, fate));
    language::List left_out;
    for (const explain::RowFate& fate : rows.left_out)
      left_out.push_back(row_of(body.row_inputs, value, fate));
    out_.emplace_back("rows", std::move(counted));
    out_.emplace_back("left_out", std::move(left_out));
    out_.emplace_back("not_passed", number(rows.not_passed));
    if (rows.kept) out_.emplace_back("kept", review_id(rows.counted[*rows.kept].row));
  }

  void add_body(const explain::ListOutline& body) {
    const exec::ItemList list = explanation_.list_of(body);
    out_.emplace_back("value", list.values);
    out_.emplace_back("of", body.field);
    if (!body.where.empty()) out_.emplace_back("conditions", body.where);
    if (!body.order_by.empty()) out_.emplace_back("order_by", body.order_by);
    add_item_values(body.item_inputs);
    language::List rows;
    for (std::size_t i = 0; i < list.rows.size(); ++i) {
      language::Value row = row_of(body.row_inputs, contract::kNoOperand, {list.rows[i]});
      std::get<language::Dict>(row.data).emplace_back("value", list.values[i]);
      rows.push_back(std::move(row));
    }
    out_.emplace_back("rows", std::move(rows));
    out_.emplace_back("left_out", number(list.ledger.beyond_limit));
    out_.emplace_back("without_value", number(list.without_value));
    out_.emplace_back("not_passed", number(trace_.row_count() - list.selected));
  }

  /// `value`: what is aggregated or defined, if anything.
  language::Value row_of(const std::vector<explain::NamedValue>& row_inputs, std::uint32_t value,
                         const explain::RowFate& fate) const {
    language::Dict inputs;
    language::List defaults;
    for (const explain::NamedValue& named : row_inputs) {
      inputs.emplace_back(named.name, language::value_of(trace_.value(named.value, fate.row)));
      if (explanation_.is_default(named, fate.row)) defaults.emplace_back(named.name);
    }
    language::Dict row = {{"review_id", review_id(fate.row)}, {"values", std::move(inputs)}};
    if (!defaults.empty()) row.emplace_back("defaults", std::move(defaults));
    if (value != contract::kNoOperand)
      row.emplace_back("value", language::value_of(trace_.value(value, fate.row)));
    if (fate.null != 0) row.emplace_back("null", null_of(fate.null));
    return row;
  }

  std::string review_id(std::uint32_t row) const {
    return std::string(explanation_.dataset().review_id(explanation_.reviews().rows[row]));
  }

  const explain::FormulaExplanation& explanation_;
  const explain::FormulaTrace& trace_;
  const explain::StepOutline& step_;
  language::Dict out_;
};

language::Dict head_fields(const explain::FormulaExplanation& explanation) {
  const data::Dataset& dataset = explanation.dataset();
  const explain::ItemReviews& found = explanation.reviews();
  language::Dict keywords;
  for (const auto& [keyword, reviews] : found.keywords)
    keywords.emplace_back(keyword, number(reviews));
  const auto id_of = [&](std::uint32_t review) { return std::string(dataset.review_id(review)); };
  const auto ids_of = [&](const std::vector<std::uint32_t>& reviews) {
    language::List ids;
    for (const std::uint32_t review : reviews) ids.emplace_back(id_of(review));
    return ids;
  };
  language::Dict head = {{"formula", explanation.outline().formula.name},
                         {"business_id", std::string(dataset.item_id(explanation.item()))},
                         {"name", item_name(explanation.item(), dataset)},
                         {"reviews", number(found.reviews)},
                         {"relevant", number(found.relevant)},
                         {"keywords", language::dict_of(std::move(keywords))},
                         {"rows", number(found.rows.size())},
                         {"missing_extractions", ids_of(found.missing_extractions)}};
  if (!found.open.empty()) head.emplace_back("open", ids_of(found.open));
  const contract::RowSet& rows = explanation.outline().formula.rows;
  if (rows.relevant) head.emplace_back("not_meeting", number(found.not_meeting));
  if (rows.kept) head.emplace_back("filtered", ids_of(found.filtered));
  if (!explanation.outline().formula.rows.judge) return head;
  language::List blocked;
  for (const auto& [review, quality] : found.judged_inappropriate)
    blocked.emplace_back(language::Dict{{"review_id", id_of(review)},
                                        {std::string(contract::Judge::kQuality), quality}});
  head.emplace_back("not_judged", ids_of(found.not_judged));
  head.emplace_back("judged_inappropriate", std::move(blocked));
  return head;
}

}  // namespace

base::Result<std::string> explanation_json(const explain::FormulaExplanation& explanation,
                                           std::string_view step, std::size_t most_bytes) {
  std::string out = language::to_json(head_fields(explanation));
  out.back() = ',';
  out += "\"steps\":[";
  bool is_first = true;
  for (const explain::StepOutline* shown : steps_to_explain(explanation.outline(), step)) {
    out += (is_first ? "\n" : ",\n") + language::to_json(StepJson(explanation, *shown).run());
    is_first = false;
    if (out.size() > most_bytes) return tl::unexpected(explanation_too_long(most_bytes));
  }
  return out + "\n]}";
}

}  // namespace seedc::report
