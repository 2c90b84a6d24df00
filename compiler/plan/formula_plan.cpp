// Builds score programs from IR and divides their instructions into phases.
//
// A value has a *level*: the number of loops over rows that precede it. Item values that need no
// aggregate have level 0; a row value that reads one has level 1, because the item value must exist
// before the loop; an aggregate has the level of its rows. Phase L contains everything of level L:
// one loop for all its aggregates, then the item values. A row value that a later loop also needs
// is computed again in that loop.
#include "compiler/plan/formula_plan.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>

#include "compiler/ir/reads.h"
#include "compiler/ir/types.h"
#include "compiler/ir/walk.h"
#include "compiler/plan/patterns.h"

namespace seedc::plan {
namespace {

using ir::ValueId;

contract::RowSet row_set(const ir::Inst& rows) {
  contract::RowSet set;
  for (const language::Value& keyword : *rows.attribute("keywords").as<language::List>())
    set.keywords.push_back(*keyword.as<std::string>());
  set.whole_words = rows.attribute("match") == language::Value("word");
  for (const auto& [name, type] : *rows.attribute("fields").as<language::Dict>())
    set.fields.push_back(*contract::declared_field(name, type));
  if (const auto threshold = language::number_of(rows.attribute("threshold"))) {
    set.judge = contract::Judge{*rows.attribute("guidelines").as<std::string>(), *threshold};
    for (const std::string_view name : {contract::Judge::kConfidence, contract::Judge::kQuality})
      set.fields.push_back({std::string(name), contract::FieldType::Float, {}});
  }
  return set;
}

bool is_constant(ir::Op op) { return op == ir::Op::ScalarValue || op == ir::Op::Nothing; }

bool is_aggregate(ir::Op op) {
  const auto operation = ir::operation_of(op);
  return operation && seedc::language::is_aggregate(*operation);
}

/// The test that an instruction has in its attributes.
contract::ValueTest value_test(const ir::Inst& inst) {
  contract::ValueTest test{*contract::ValueTest::find(*inst.attribute("op").as<std::string>()),
                           inst.attribute("operand")};
  if (contract::ValueTest::operand_of(test.op) == contract::ValueTest::Operand::Pattern) {
    test.pattern.source = *test.operand.as<std::string>();
    translate(test.pattern);
  }
  return test;
}

/// A load, and the test of its value if there is one.
contract::LoadSpec load_spec(const ir::Module& module, const ir::Inst& reader) {
  const ir::Inst& loaded = is_load(reader.op) ? reader : module.insts[reader.operands[0]];
  contract::LoadSpec spec;
  if (loaded.op == ir::Op::Field) {
    spec.path = {*loaded.attribute("name").as<std::string>()};
    if (const auto field = ir::field_read(module, loaded)) spec.otherwise = field->otherwise;
  } else if (loaded.op == ir::Op::ReviewYear) {
    spec.source = contract::LoadSpec::Source::Year;
  } else {
    spec.source = loaded.op == ir::Op::ItemValue ? contract::LoadSpec::Source::Item
                                                 : contract::LoadSpec::Source::Review;
    spec.path = ir::path_read(loaded);
  }
  if (reader.op != ir::Op::Holds) return spec;
  spec.use = contract::LoadSpec::Use::Test;
  spec.test = value_test(reader);
  return spec;
}

/// A condition on reviews, as ir::Formula has it.
contract::ReviewCondition review_condition(const ir::Module& module, ValueId root) {
  using Part = contract::ReviewCondition::Part;
  contract::ReviewCondition condition;
  std::unordered_map<ValueId, std::uint32_t> numbers;
  const auto parts = [&](ValueId id) -> std::span<const ValueId> {
    if (module.insts[id].op == ir::Op::Holds) return {};
    return module.insts[id].operands;
  };
  for (const ValueId id : ir::reachable(std::array{root}, parts)) {
    const ir::Inst& inst = module.insts[id];
    Part part;
    if (inst.op == ir::Op::Holds) {
      part = {Part::Kind::Test, static_cast<std::uint32_t>(condition.tests.size())};
      condition.tests.push_back(load_spec(module, inst));
    } else if (inst.op == ir::Op::ScalarValue) {
      part.a = inst.attributes[0] == language::Value(true) ? 1 : 0;
    } else {
      part.kind = inst.op == ir::Op::BoolNot   ? Part::Kind::Not
                  : inst.op == ir::Op::BoolAnd ? Part::Kind::And
                                               : Part::Kind::Or;
      part.a = numbers.at(inst.operands.front());
      part.b = numbers.at(inst.operands.back());
    }
    numbers.emplace(id, static_cast<std::uint32_t>(condition.parts.size()));
    condition.parts.push_back(part);
  }
  return condition;
}

contract::RowSet rows_of(const ir::Module& module, const ir::Formula& formula) {
  contract::RowSet rows = row_set(module.insts[formula.rows]);
  if (formula.relevant) rows.relevant = review_condition(module, *formula.relevant);
  if (formula.kept) rows.kept = review_condition(module, *formula.kept);
  return rows;
}

/// The cause that the IR names so.
language::NullCause cause_of(std::string_view word) {
  if (word == "no_rule") return language::NullCause::NoRule;
  if (word == "no_group") return language::NullCause::NoGroup;
  return word == "intended" ? language::NullCause::Intended : language::NullCause::Missing;
}

bool is_fold(ir::Op op) {
  const auto operation = ir::operation_of(op);
  return operation && seedc::language::is_fold(*operation);
}

/// A step whose value is a list.
bool is_list_step(const ir::Module& module, const ir::Inst& inst) {
  return inst.op == ir::Op::Step && module.insts[inst.operands[0]].op == ir::Op::Collect;
}

class FormulaPlanner {
 public:
  FormulaPlanner(const ir::Module& module, const std::vector<ir::Type>& types,
                 const ir::Formula& formula)
      : module_(module), types_(types), formula_(formula) {}

  contract::Formula run() {
    plan_.name = formula_.name;
    plan_.rows = rows_of(module_, formula_);
    std::vector<ValueId> roots;
    for (const ir::Output& output : formula_.outputs) roots.push_back(output.value);
    live_ = needed_for(roots);
    add_beside_fields();
    number_steps();
    find_levels();
    for (const ValueId id : live_) {
      if (is_constant(inst(id).op)) item_values_.emplace(id, emit_constant(id));
    }
    hold_places_of_lists();
    for (std::uint32_t level = 0; level < items_by_level_.size(); ++level) {
      plan_.is_too_large = program().code.size() > contract::Formula::kMostInsts;
      if (plan_.is_too_large) return std::move(plan_);
      emit_phase(level);
    }
    for (const auto& [output, keys] : formula_.outputs) {
      const std::string& name = *module_.insts[output].attribute("name").as<std::string>();
      plan_.outputs.push_back(name);
      plan_.output_keys.push_back(keys.empty() ? std::vector{name} : keys);
      program().outputs.push_back(item_values_.at(output));
    }
    add_lists();
    return std::move(plan_);
  }

  TracePlan trace(std::span<const ValueId> wanted) {
    is_trace_ = true;
    plan_.name = formula_.name;
    plan_.rows = rows_of(module_, formula_);
    live_ = needed_for(wanted);
    add_beside_fields();
    number_steps();
    for (const ValueId id : live_) emit_traced(id);
    row_values_.insert(item_values_.begin(), item_values_.end());
    add_lists();
    return {std::move(plan_), std::move(row_values_)};
  }

 private:
  contract::ScoreProgram& program() { return plan_.program; }
  const ir::Inst& inst(ValueId id) const { return module_.insts[id]; }
  bool is_row(ValueId id) const { return types_[id].rows.has_value(); }

  /// The operands that are values: rows and the input of a load are not.
  std::vector<ValueId> value_operands(ValueId id) const {
    const ir::Inst& reader = inst(id);
    std::vector<ValueId> values;
    if (ir::is_load(reader.op) || (is_load_of(reader) && !is_trace_)) return values;
    for (const ValueId operand : reader.operands) {
      if (inst(operand).op != ir::Op::Rows) values.push_back(operand);
    }
    return values;
  }

  /// Whether an instruction is evaluated as part of the load that it reads.
  bool is_load_of(const ir::Inst& reader) const {
    return reader.op == ir::Op::Holds || reader.op == ir::Op::JsonValue ||
           (reader.op == ir::Op::Lookup && ir::is_load(inst(reader.operands[0]).op));
  }

  /// In module order, so that operands come first.
  std::vector<ValueId> needed_for(std::span<const ValueId> roots) const {
    return ir::reachable(roots, [&](ValueId id) { return value_operands(id); });
  }

  /// Declares what is read beside the values of fields.
  void add_beside_fields() {
    for (const ValueId id : live_) {
      const ValueId loaded = is_load_of(inst(id)) ? inst(id).operands[0] : id;
      if (inst(loaded).op == ir::Op::Field)
        add_beside_field(*inst(loaded).attribute("name").as<std::string>());
    }
    if (!plan_.rows.kept) return;
    for (const contract::LoadSpec& load : plan_.rows.kept->tests) {
      if (load.source == contract::LoadSpec::Source::Field) add_beside_field(load.path.front());
    }
  }

  void add_beside_field(const std::string& name) {
    std::vector<contract::Field>& fields = plan_.rows.fields;
    if (std::ranges::find(fields, name, &contract::Field::name) != fields.end()) return;
    for (const contract::BesideField& beside : contract::kBesideFields) {
      if (!name.ends_with(beside.suffix)) continue;
      fields.push_back({name, beside.type, {}});
      ++plan_.rows.beside_count;
    }
  }

  void number_steps() {
    for (const ValueId id : live_) {
      if (inst(id).op != ir::Op::Step) continue;
      const auto number = static_cast<std::uint32_t>(plan_.steps.size());
      step_numbers_.emplace(id, number);
      const ValueId value = before_default(inst(id).operands[0]);
      add_step(value, number);
      number_folds(value, number);
      plan_.steps.push_back(*inst(id).attribute("name").as<std::string>());
    }
  }

  /// The aggregate of a value that another one replaces where there are no rows.
  ValueId before_default(ValueId id) const {
    while (inst(id).op == ir::Op::IfNoRows) id = inst(id).operands[0];
    return id;
  }

  void add_step(ValueId value, std::uint32_t step) {
    std::vector<std::uint32_t>& steps = steps_by_value_[value];
    if (steps.empty() || steps.back() != step) steps.push_back(step);
  }

  /// Attributes the folds that a step's value comes from to the step.
  void number_folds(ValueId value, std::uint32_t step) {
    const auto hands_on = [&](ir::Op op) {
      return op == ir::Op::IfNoGroup || op == ir::Op::LabelOf || op == ir::Op::ToReal ||
             op == ir::Op::ExpectNumber;
    };
    while (hands_on(inst(value).op)) value = inst(value).operands[0];
    for (; is_fold(inst(value).op); value = inst(value).operands[0]) add_step(value, step);
  }

  void find_levels() {
    add_level(0);
    for (const ValueId id : live_) {
      if (is_constant(inst(id).op)) continue;
      const std::uint32_t level = level_of(id);
      levels_.emplace(id, level);
      if (is_row(id) || is_list_step(module_, inst(id))) continue;
      add_level(level);
      values_in(level, inst(id).op).push_back(id);
    }
  }

  void add_level(std::size_t level) {
    if (level < items_by_level_.size()) return;
    items_by_level_.resize(level + 1);
    aggregates_by_level_.resize(level + 1);
    lists_by_level_.resize(level + 1);
  }

  std::vector<ValueId>& values_in(std::size_t level, ir::Op op) {
    if (op == ir::Op::Collect) return lists_by_level_[level];
    return is_aggregate(op) ? aggregates_by_level_[level] : items_by_level_[level];
  }

  std::uint32_t level_of(ValueId id) const {
    const bool is_in_loop =
        is_row(id) || is_aggregate(inst(id).op) || inst(id).op == ir::Op::Collect;
    std::uint32_t level = 0;
    for (const ValueId operand : value_operands(id)) {
      if (is_constant(inst(operand).op)) continue;
      const bool must_be_there = is_in_loop && !is_row(operand);
      level = std::max(level, levels_.at(operand) + (must_be_there ? 1 : 0));
    }
    return level;
  }

  void emit_phase(std::uint32_t level) {
    row_values_.clear();
    std::vector<ValueId> readers = aggregates_by_level_[level];
    readers.insert(readers.end(), lists_by_level_[level].begin(), lists_by_level_[level].end());
    for (const ValueId id : rows_needed(readers)) row_values_.emplace(id, emit(id));
    // Defaults are applied after the loop.
    for (const ValueId id : aggregates_by_level_[level])
      item_values_.emplace(id, emit_aggregate(id));
    for (const ValueId id : lists_by_level_[level]) keep_values(id);
    const auto row_end = static_cast<std::uint32_t>(program().code.size());
    for (const ValueId id : aggregates_by_level_[level]) emit_default(id);
    for (const ValueId id : items_by_level_[level]) item_values_.emplace(id, emit(id));
    program().phases.push_back({row_end, static_cast<std::uint32_t>(program().code.size())});
  }

  void emit_traced(ValueId id) {
    if (is_constant(inst(id).op)) {
      item_values_.emplace(id, emit_constant(id));
    } else if (is_aggregate(inst(id).op)) {
      item_values_.emplace(id, emit_aggregate(id));
      emit_default(id);
    } else if (types_[id].kind != language::Kind::Json) {
      (is_row(id) ? row_values_ : item_values_).emplace(id, emit(id));
    }
  }

  /// The row values that aggregates and lists read, in module order.
  std::vector<ValueId> rows_needed(const std::vector<ValueId>& readers) const {
    std::vector<ValueId> needed = ir::reachable(readers, [&](ValueId id) {
      std::vector<ValueId> operands = value_operands(id);
      std::erase_if(operands, [&](ValueId operand) { return !is_row(operand); });
      return operands;
    });
    std::erase_if(needed,
                  [&](ValueId id) { return !is_row(id) || inst(id).op == ir::Op::JsonValue; });
    return needed;
  }

  /// The number of a value's instruction.
  std::uint32_t value(ValueId id) const {
    return is_row(id) ? row_values_.at(id) : item_values_.at(id);
  }

  std::uint32_t emit_constant(ValueId id) {
    const bool is_null = inst(id).op == ir::Op::Nothing;
    const language::NullCause cause = is_null
                                          ? cause_of(*inst(id).attribute("cause").as<std::string>())
                                          : language::NullCause::None;
    return add_constant(is_null ? language::Value() : inst(id).attributes[0], cause,
                        types_[id].kind);
  }

  std::uint32_t add_constant(language::Value value, language::NullCause cause,
                             language::Kind kind) {
    const auto number = static_cast<std::uint32_t>(program().constants.size());
    program().constants.push_back(std::move(value));
    program().constant_causes.push_back(cause);
    return add({.op = language::Operation::Constant,
                .kind = kind,
                .is_nullable = cause != language::NullCause::None,
                .a = number});
  }

  std::uint32_t add(contract::ScoreInst made) {
    program().code.push_back(made);
    return static_cast<std::uint32_t>(program().code.size() - 1);
  }

  contract::ScoreInst typed(ValueId id, language::Operation op) const {
    return {.op = op,
            .kind = types_[id].kind,
            .is_nullable = types_[id].is_nullable,
            .is_per_row = is_row(id)};
  }

  std::uint32_t emit(ValueId id) {
    const ir::Inst& source = inst(id);
    if (ir::is_load(source.op) || is_load_of(source)) return emit_load(id);
    contract::ScoreInst made = typed(id, *ir::operation_of(source.op));
    std::uint32_t* const places[] = {&made.a, &made.b, &made.c};
    for (std::size_t i = 0; i < source.operands.size(); ++i) *places[i] = value(source.operands[i]);
    if (source.op == ir::Op::Step) made.b = step_numbers_.at(id);
    if (source.op == ir::Op::Inner)
      std::tie(made.b, made.c) = steps_of_group(*source.attribute("group").as<std::string>());
    if (language::is_fold(made.op)) made.ledger = ledger_of_fold(id);
    if (source.op == ir::Op::Lookup) made.b = add_table(id);
    if (source.op == ir::Op::TextTest) {
      made.b = static_cast<std::uint32_t>(program().tests.size());
      program().tests.push_back(value_test(source));
    }
    return add(made);
  }

  /// The range of the numbers of a group's steps, which the module has one after the other.
  std::pair<std::uint32_t, std::uint32_t> steps_of_group(const std::string& group) const {
    const auto is_inner = [&](const std::string& step) {
      return step.starts_with(group) && (step[group.size()] == '.' || step[group.size()] == '[');
    };
    const auto begin = std::ranges::find_if(plan_.steps, is_inner);
    const auto end = std::find_if_not(begin, plan_.steps.end(), is_inner);
    return {static_cast<std::uint32_t>(begin - plan_.steps.begin()),
            static_cast<std::uint32_t>(end - plan_.steps.begin())};
  }

  /// The folds of one step count in one ledger.
  std::uint32_t ledger_of_fold(ValueId id) {
    const ValueId before = inst(id).operands[0];
    const auto known = fold_ledgers_.find(before);
    const std::uint32_t ledger = known == fold_ledgers_.end() ? add_ledger(id) : known->second;
    fold_ledgers_.emplace(id, ledger);
    return ledger;
  }

  std::uint32_t add_ledger(ValueId id) {
    plan_.ledgers.push_back({steps_by_value_[id], is_fold(inst(id).op)});
    return program().ledger_count++;
  }

  std::uint32_t emit_load(ValueId id) {
    contract::LoadSpec spec = load_spec(module_, inst(id));
    if (inst(id).op == ir::Op::Lookup) {
      spec.use = contract::LoadSpec::Use::Lookup;
      spec.table = add_table(id);
    }
    contract::ScoreInst made = typed(id, language::Operation::Load);
    made.a = add_load(id, std::move(spec));
    return add(made);
  }

  std::uint32_t add_load(ValueId id, contract::LoadSpec spec) {
    const auto number = static_cast<std::uint32_t>(program().loads.size());
    const auto [known, is_new] = loads_.try_emplace(id, number);
    if (is_new) program().loads.push_back(std::move(spec));
    return known->second;
  }

  std::uint32_t add_table(ValueId id) {
    const ir::Inst& lookup = inst(id);
    contract::LookupTable table;
    table.entries = *lookup.attribute("table").as<language::Dict>();
    table.mode = *contract::find_lookup_mode(*lookup.attribute("match").as<std::string>());
    table.otherwise = lookup.attribute("default");
    table.hands_on = !lookup.attribute("hands_on").is_null();
    table.is_real = types_[id].kind == language::Kind::Real;
    const auto [known, is_new] =
        tables_.try_emplace(id, static_cast<std::uint32_t>(program().tables.size()));
    if (is_new) program().tables.push_back(std::move(table));
    return known->second;
  }

  /// In the IR, the operands are (rows, value, predicate) or (rows, predicate).
  std::uint32_t emit_aggregate(ValueId id) {
    const ir::Inst& source = inst(id);
    contract::ScoreInst made = typed(id, *ir::operation_of(source.op));
    const language::OperationInfo& row = language::info(made.op);
    made.is_nullable = row.nulls != language::NullRule::Never;
    const std::size_t predicate = 1 + std::size_t{row.arity};
    if (source.operands.size() > predicate) made.a = value(source.operands[predicate]);
    if (row.arity > 0) {
      made.b = value(source.operands[1]);
      made.ledger = add_ledger(id);
    }
    return add(made);
  }

  void emit_default(ValueId id) {
    const ir::Inst& source = inst(id);
    if (source.op != ir::Op::Greatest && source.op != ir::Op::Least) return;
    const language::Value& otherwise = source.attribute("default");
    if (otherwise.is_null()) return;
    const language::Kind kind = types_[id].kind;
    language::Value value =
        kind == language::Kind::Real ? language::Value(*language::number_of(otherwise)) : otherwise;
    contract::ScoreInst made = typed(id, language::Operation::IfNoRows);
    made.a = item_values_.at(id);
    made.b = add_constant(std::move(value), language::NullCause::None,
                          kind == language::Kind::Any ? language::Kind::Int : types_[id].kind);
    item_values_[id] = add(made);
  }

  /// Gives outputs that are lists a value until the rows of the lists are known.
  void hold_places_of_lists() {
    std::optional<std::uint32_t> place;
    for (const ValueId id : live_) {
      if (!is_list_step(module_, inst(id))) continue;
      if (!place) place = add_constant({}, language::NullCause::Missing, language::Kind::Int);
      item_values_.emplace(id, *place);
    }
  }

  /// Keeps what a list reads of rows and is computed, once for all lists.
  void keep_values(ValueId list) {
    for (const ValueId id : value_operands(list)) {
      if (inst(id).op == ir::Op::JsonValue) continue;
      const auto [kept, is_new] = kept_.try_emplace(id, program().kept_count);
      if (!is_new) continue;
      ++program().kept_count;
      add({.op = language::Operation::Keep,
           .kind = types_[id].kind,
           .is_nullable = types_[id].is_nullable,
           .b = value(id),
           .c = kept->second});
    }
  }

  void add_lists() {
    for (const ValueId id : live_) {
      if (is_list_step(module_, inst(id))) plan_.lists.push_back(list_spec(id));
    }
  }

  /// In the IR, the operands are (rows, values…, [what orders them], [predicate]).
  contract::ListSpec list_spec(ValueId step) {
    const ir::Inst& source = inst(inst(step).operands[0]);
    contract::ListSpec list{.step = step_numbers_.at(step)};
    if (const auto* keys = source.attribute("keys").as<language::List>()) {
      for (const language::Value& key : *keys) list.keys.push_back(*key.as<std::string>());
    }
    const std::size_t values = list.has_objects() ? list.keys.size() : 1;
    for (std::size_t i = 0; i < values; ++i)
      list.values.push_back(list_source(source.operands[1 + i]));
    std::size_t next = 1 + values;
    if (const auto* order = source.attribute("order").as<std::string>()) {
      list.order = list_source(source.operands[next++]);
      list.descending = *order == "desc";
    }
    if (next < source.operands.size()) list.where = list_source(source.operands[next]);
    list.limit = static_cast<std::uint32_t>(*source.attribute("limit").as<std::int64_t>());
    for (std::uint32_t output = 0; output < formula_.outputs.size(); ++output) {
      if (formula_.outputs[output].value == step) list.outputs.push_back(output);
    }
    return list;
  }

  /// In a trace, what is computed is the value of the instruction.
  contract::ListSource list_source(ValueId id) {
    using Of = contract::ListSource::Of;
    if (inst(id).op != ir::Op::JsonValue)
      return {Of::Kept, is_trace_ ? row_values_.at(id) : kept_.at(id)};
    const ValueId loaded = inst(id).operands[0];
    return {Of::Data, add_load(loaded, load_spec(module_, inst(loaded)))};
  }

  const ir::Module& module_;
  const std::vector<ir::Type>& types_;
  const ir::Formula& formula_;
  bool is_trace_ = false;
  contract::Formula plan_;
  std::vector<ValueId> live_;
  std::unordered_map<ValueId, std::uint32_t> step_numbers_;
  std::unordered_map<ValueId, std::vector<std::uint32_t>> steps_by_value_;
  std::unordered_map<ValueId, std::uint32_t> levels_;
  std::vector<std::vector<ValueId>> items_by_level_;
  std::vector<std::vector<ValueId>> aggregates_by_level_;
  std::vector<std::vector<ValueId>> lists_by_level_;
  std::unordered_map<ValueId, std::uint32_t> item_values_;  ///< including constants
  std::unordered_map<ValueId, std::uint32_t> row_values_;   ///< of the current phase
  std::unordered_map<ValueId, std::uint32_t> loads_;
  std::unordered_map<ValueId, std::uint32_t> tables_;
  std::unordered_map<ValueId, std::uint32_t> fold_ledgers_;
  std::unordered_map<ValueId, std::uint32_t> kept_;
};

}  // namespace

std::vector<contract::Formula> plan_formulas(const ir::Module& module) {
  const std::vector<ir::Type> types = ir::types_of(module);
  std::vector<contract::Formula> plans;
  for (const ir::Formula& formula : module.formulas)
    plans.push_back(FormulaPlanner(module, types, formula).run());
  return plans;
}

TracePlan plan_trace(const ir::Module& module, const ir::Formula& formula,
                     std::span<const ValueId> wanted) {
  const std::vector<ir::Type> types = ir::types_of(module);
  return FormulaPlanner(module, types, formula).trace(wanted);
}

}  // namespace seedc::plan
