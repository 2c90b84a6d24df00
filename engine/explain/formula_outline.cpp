// Walks the steps as written and looks up in the IR the value of each part.
#include "engine/explain/formula_outline.h"

#include <algorithm>
#include <set>

#include "compiler/ast/print_formula.h"
#include "compiler/check/formula_scope.h"
#include "compiler/check/formula_steps.h"
#include "compiler/ir/reads.h"
#include "compiler/ir/types.h"
#include "compiler/parse/json/embedded_text.h"
#include "compiler/plan/formula_plan.h"
#include "engine/explain/formula_inputs.h"

namespace seedc::explain {
namespace {

using ir::ValueId;
using JsonKind = ast::Json::Kind;
using ExprKind = ast::FormulaExpr::Kind;

/// All values that parts of the formula became.
std::vector<ValueId> values_shown(const check::FormulaValues& values) {
  std::vector<ValueId> shown;
  for (const check::FormulaValues::Param& param : values.params) shown.push_back(param.value);
  for (const check::FormulaValues::Step& step : values.steps) {
    shown.push_back(step.value);
    for (const auto& [expr, value] : step.expressions) shown.push_back(value);
    for (const auto& [source, value] : step.sources) shown.push_back(value);
    for (const auto& [table, value] : step.lookups) shown.push_back(value);
    for (const check::FormulaValues::OfLabel& label : step.labels) {
      if (label.condition) shown.push_back(*label.condition);
      if (label.value) shown.push_back(*label.value);
    }
  }
  return shown;
}

std::vector<ValueId> sorted_keys(const std::unordered_map<ValueId, std::uint32_t>& numbers) {
  std::vector<ValueId> keys;
  for (const auto& [id, number] : numbers) keys.push_back(id);
  std::ranges::sort(keys);
  return keys;
}

/// The row values that are computed, by their names.
FormulaInputs::Names names_of_row_values(const check::FormulaValues& values) {
  FormulaInputs::Names names;
  for (const check::FormulaValues::Step& step : values.steps) {
    if (step.json->find("op")->text == "define_value")
      names.emplace(step.value, "$" + step.json->find("name")->text);
  }
  return names;
}

/// Line ends and tabs inside an expression are blanks to a reader.
std::string on_one_line(std::string text) {
  std::ranges::replace_if(text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return text;
}

/// The parts of one expression, in the text of the JSON string that contains it.
class ExprOutliner {
 public:
  ExprOutliner(const parse::EmbeddedText& text, const check::FormulaValues::Step& values,
               const std::unordered_map<ValueId, std::uint32_t>& numbers)
      : text_(text), values_(values), numbers_(numbers) {
    outline_.text = on_one_line(std::string(text.value()));
  }

  ExprOutline run(const ast::FormulaExpr& expr) {
    visit(expr);
    return std::move(outline_);
  }

 private:
  void visit(const ast::FormulaExpr& expr) {
    if (expr.kind == ExprKind::Name) outline_.names.push_back(part(expr));
    if (expr.kind == ExprKind::If) add_choice(expr);
    for (const ast::FormulaExpr& arg : expr.args) visit(arg);
  }

  void add_choice(const ast::FormulaExpr& expr) {
    ExprOutline::Choice choice;
    for (std::size_t i = 0; i < expr.args.size(); ++i)
      (i % 2 == 0 ? choice.results : choice.conditions).push_back(part(expr.args[i]));
    outline_.choices.push_back(std::move(choice));
  }

  ValuedPart part(const ast::FormulaExpr& expr) const {
    return {text_.offset(expr.span.begin), text_.offset(expr.span.end),
            numbers_.at(values_.expressions.at(&expr))};
  }

  const parse::EmbeddedText& text_;
  const check::FormulaValues::Step& values_;
  const std::unordered_map<ValueId, std::uint32_t>& numbers_;
  ExprOutline outline_;
};

class FormulaOutliner {
 public:
  FormulaOutliner(const ast::Formula& tree, const check::CheckedFormula& checked,
                  const ir::Module& module, const source::SourceManager& sources)
      : tree_(tree),
        values_(checked.values),
        module_(module),
        file_text_(sources.file(tree.file).text()),
        trace_(plan::plan_trace(module, module.formulas[*checked.compiled], values_shown(values_))),
        inputs_(module, sorted_keys(trace_.numbers), names_of_row_values(values_)) {}

  FormulaOutline run() {
    FormulaOutline outline;
    const std::set<std::string> outputs = output_names();
    for (const check::FormulaValues::Param& param : values_.params) {
      outline.steps.push_back({.name = param.name,
                               .operation = param.is_set ? "set" : "param",
                               .value = number(param.value),
                               .is_output = outputs.contains(param.name)});
    }
    if (const ast::Json* filter = find(tree_.json, "filter")) {
      if (const ast::Json* where = find(*filter, "where")) outline.where = ast::text_of(*where);
    }
    for (const check::FormulaValues::Step& step : values_.steps) {
      step_ = &step;
      outline.steps.push_back(outline_step(step));
      const std::string& name = outline.steps.back().name;
      outline.steps.back().is_output =
          outputs.contains(name) || outputs.contains(name.substr(0, name.find_first_of(".[")));
    }
    outline.formula = std::move(trace_.formula);
    return outline;
  }

 private:
  std::set<std::string> output_names() const {
    std::set<std::string> names;
    if (const ast::Json* list = tree_.json.find("output")) {
      for (const ast::Json& element : list->elements)
        names.insert(check::step_name_of(element.text));
    }
    return names;
  }

  const ir::Inst& inst(ValueId id) const { return module_.insts[id]; }
  std::uint32_t number(ValueId id) const { return trace_.numbers.at(id); }

  /// The key's value, or null pointer if it is absent or null.
  static const ast::Json* find(const ast::Json& json, std::string_view key) {
    const ast::Json* found = json.find(key);
    return found == nullptr || found->kind == JsonKind::Null ? nullptr : found;
  }

  StepOutline outline_step(const check::FormulaValues::Step& step) const {
    const ast::Json& json = *step.json;
    StepOutline outline{.name = step.name, .operation = json.find("op")->text};
    const check::StepKind kind = *check::find_step_kind(outline.operation);
    if (kind == check::StepKind::DefineFilter) {
      outline.body = outline_filter(json, step.value);
      return outline;
    }
    if (kind == check::StepKind::DefineValue) {
      outline.body = outline_row_value(json, step.value);
      return outline;
    }
    const ValueId computed = inst(step.value).operands[0];
    if (kind == check::StepKind::Collect) {
      outline.body = outline_list(step, inst(computed));
      return outline;
    }
    outline.value = number(step.value);
    if (!step.labels.empty()) {
      outline.body = outline_groups(step);
      return outline;
    }
    switch (kind) {
      case check::StepKind::Expr:
        outline.body = outline_expr(*json.find("expr"));
        break;
      case check::StepKind::Lookup:
        outline.body = outline_lookup(json);
        break;
      case check::StepKind::Case:
        outline.body = outline_case(json, computed);
        break;
      case check::StepKind::Count:
      case check::StepKind::Sum:
      case check::StepKind::Max:
      case check::StepKind::Min:
        outline.body = outline_rows(json, before_default(computed));
        break;
      case check::StepKind::DefineFilter:
      case check::StepKind::DefineValue:
      case check::StepKind::Const:
      case check::StepKind::Collect:
      case check::StepKind::Group:
      case check::StepKind::ArgMax:
      case check::StepKind::ArgMin:
        break;
    }
    return outline;
  }

  /// Each group, or labelled expression, with its condition and its value.
  GroupsOutline outline_groups(const check::FormulaValues::Step& step) const {
    GroupsOutline outline;
    for (const std::string_view key : {"expr", "where"}) {
      const ast::Json* given = find(*step.json, key);
      if (given != nullptr) (key == "expr" ? outline.expr : outline.where) = given->text;
    }
    for (const check::FormulaValues::OfLabel& label : step.labels) {
      GroupsOutline::Group& group = outline.groups.emplace_back();
      group.label = label.label;
      if (label.condition) group.condition = number(*label.condition);
      if (label.value) group.value = number(*label.value);
    }
    return outline;
  }

  /// Of a JSON string: an expression, or a text in which nothing has a value.
  ExprOutline outline_expr(const ast::Json& string) const {
    const ast::FormulaExpr* expr = tree_.expression(string);
    if (expr == nullptr) return {.text = ast::text_of(string)};
    const parse::EmbeddedText text(string, file_text_);
    ExprOutline outline = ExprOutliner(text, *step_, trace_.numbers).run(*expr);
    if (const auto value = step_->expressions.find(expr); value != step_->expressions.end())
      outline.value = number(value->second);
    return outline;
  }

  RowsOutline outline_filter(const ast::Json& json, ValueId predicate) const {
    RowsOutline outline;
    for (const std::string_view key : {"extraction", "meta", "where"}) {
      const ast::Json* conditions = find(json, key);
      if (conditions == nullptr) continue;
      if (!outline.where.empty()) outline.where += ", ";
      outline.where += std::string(key) + ' ' + ast::text_of(*conditions);
    }
    outline.predicate = number(predicate);
    add_inputs(outline, inputs_.of(predicate));
    return outline;
  }

  RowValueOutline outline_row_value(const ast::Json& json, ValueId value) const {
    RowValueOutline outline{.value = number(value)};
    for (const std::string_view key : {"expr", "source", "match", "table", "default", "rules"}) {
      const ast::Json* part = find(json, key);
      if (part == nullptr) continue;
      if (!outline.text.empty()) outline.text += ", ";
      const bool is_bare = key == "expr" || key == "source";
      outline.text += key == "expr" ? "" : std::string(key) + ' ';
      outline.text += on_one_line(is_bare ? part->text : ast::text_of(*part));
    }
    const bool is_load = ir::is_load(inst(value).op);
    add_inputs(outline, is_load ? inputs_.of(value) : inputs_.below(value));
    return outline;
  }

  /// Operands are (rows, value, predicate) or (rows, predicate).
  RowsOutline outline_rows(const ast::Json& json, ValueId aggregate) const {
    const ir::Inst& source = inst(aggregate);
    const std::size_t predicate = source.op == ir::Op::Count ? 1 : 2;
    RowsOutline outline;
    if (source.op != ir::Op::Count) outline.summand = outline_summand(json, source.operands[1]);
    if (source.operands.size() > predicate) {
      outline.where = rows_text(json);
      outline.predicate = number(source.operands[predicate]);
    }
    add_inputs(outline, inputs_.of(aggregate));
    return outline;
  }

  /// The rows of a step that does not take all of them: those of its group, and its `where`.
  std::string rows_text(const ast::Json& json) const {
    const std::size_t inner = step_->name.rfind('.');
    std::string text = inner == std::string::npos ? "" : "in " + step_->name.substr(0, inner);
    if (const ast::Json* where = find(json, "where"))
      text += (text.empty() ? "where " : " where ") + ast::text_of(*where);
    return text;
  }

  ListOutline outline_list(const check::FormulaValues::Step& step, const ir::Inst& list) const {
    ListOutline outline;
    const std::vector<contract::ListSpec>& lists = trace_.formula.lists;
    const auto is_own = [&](const contract::ListSpec& other) {
      return trace_.formula.steps[other.step] == step.name;
    };
    outline.list = static_cast<std::size_t>(std::ranges::find_if(lists, is_own) - lists.begin());
    const ast::Json& field = *step.json->find("field");
    outline.field = field.kind == JsonKind::String ? field.text : ast::text_of(field);
    if (const ast::Json* order = find(*step.json, "order_by")) outline.order_by = order->text;
    if (lists[outline.list].where) outline.where = rows_text(*step.json);
    std::vector<ValueId> inputs;
    const std::size_t values = lists[outline.list].values.size();
    std::vector<ValueId> parts(list.operands.begin() + 1, list.operands.end());
    std::ranges::rotate(parts, parts.begin() + static_cast<std::ptrdiff_t>(values));
    for (ValueId part : parts) {  // what orders and selects rows comes first
      if (inst(part).op == ir::Op::JsonValue) part = inst(part).operands[0];
      outline.parts.push_back(number(part));
      for (const ValueId input : inputs_.of(part)) {
        if (std::ranges::find(inputs, input) == inputs.end()) inputs.push_back(input);
      }
    }
    add_inputs(outline, inputs);
    return outline;
  }

  /// `value` is what is aggregated: of an expression what it became, made a real if need be.
  ExprOutline outline_summand(const ast::Json& json, ValueId value) const {
    const ast::Json* expr = find(json, "expr");
    ExprOutline outline =
        expr ? outline_expr(*expr) : ExprOutline{.text = json.find("field")->text};
    outline.value = number(value);
    return outline;
  }

  template <class Outline>
  void add_inputs(Outline& outline, const std::vector<ValueId>& inputs) const {
    for (const ValueId id : inputs) {
      const bool is_row = trace_.formula.program.code[number(id)].is_per_row;
      auto& list = is_row ? outline.row_inputs : outline.item_inputs;
      if (list.size() == RowsOutline::kMostInputs) continue;
      list.push_back({inputs_.name_of(id), number(id)});
    }
  }

  NamedValue outline_source(const ast::Json& source) const {
    return {source.text, number(step_->sources.at(&source))};
  }

  /// The aggregate that a computed default may replace.
  ValueId before_default(ValueId id) const {
    while (inst(id).op == ir::Op::IfNoRows) id = inst(id).operands[0];
    return id;
  }

  LookupOutline outline_lookup(const ast::Json& json) const {
    LookupOutline outline{.source = outline_source(*json.find("source"))};
    const ValueId lookup = step_->lookups.at(json.find("table"));
    const ir::Inst& looked_up = inst(inst(lookup).operands[0]);
    const contract::ScoreProgram& program = trace_.formula.program;
    const contract::ScoreInst& made = program.code[number(lookup)];
    outline.table = made.op == language::Operation::Load ? program.loads[made.a].table : made.b;
    if (looked_up.op == ir::Op::ItemValue) outline.item_path = ir::path_read(looked_up);
    return outline;
  }

  /// A chain of selects, one a rule that has a condition.
  CaseOutline outline_case(const ast::Json& json, ValueId chosen) const {
    CaseOutline outline;
    if (const ast::Json* source = find(json, "source")) outline.source = outline_source(*source);
    for (const ast::Json& element : json.find("rules")->elements) {
      CaseOutline::Rule& rule = outline.rules.emplace_back();
      const ast::Json* otherwise = element.find("else");
      set_then(rule, otherwise ? *otherwise : *element.find("then"));
      if (otherwise != nullptr) continue;
      const ast::Json& when = *element.find("when");
      rule.when = outline_expr(when);
      if (tree_.expression(when) == nullptr) rule.when.text.insert(0, "== ");
      rule.when.value = number(inst(chosen).operands[0]);
      chosen = inst(chosen).operands[2];
    }
    return outline;
  }

  void set_then(CaseOutline::Rule& rule, const ast::Json& then) const {
    const ast::Json* expr = then.find("expr");
    if (expr != nullptr) rule.computed = outline_expr(*expr);
    rule.then = expr == nullptr ? ast::text_of(then) : rule.computed->text;
  }

  const ast::Formula& tree_;
  const check::FormulaValues& values_;
  const ir::Module& module_;
  std::string_view file_text_;
  plan::TracePlan trace_;
  FormulaInputs inputs_;
  const check::FormulaValues::Step* step_ = nullptr;  ///< that is being outlined
};

}  // namespace

FormulaOutline outline_of(const ast::Formula& tree, const check::CheckedFormula& checked,
                          const ir::Module& module, const source::SourceManager& sources) {
  return FormulaOutliner(tree, checked, module, sources).run();
}

}  // namespace seedc::explain
