// Lays out score programs: gives values registers by their lifetimes, then lists each phase's
// instructions with the registers they read and write.
#include "runtime/exec/score_layout.h"

#include <map>

#include "runtime/contract/slots.h"

namespace seedc::exec {
namespace {

using Where = ScorePlace::Where;

Where where_is(const contract::ScoreInst& inst) {
  if (inst.op == language::Operation::Constant) return Where::Constant;
  return inst.is_per_row ? Where::Row : Where::Item;
}

/// The registers of items, or of rows.
class Registers {
 public:
  /// `place` receives its register from `assign`. Lifetimes come in the order of their begin.
  void add(ScorePlace& place, contract::Lifetime life) {
    places_.push_back(&place);
    lifetimes_.push_back(life);
  }

  /// Returns the number of registers.
  std::uint32_t assign() {
    const contract::Slots slots = contract::assign_slots(lifetimes_);
    for (std::size_t i = 0; i < places_.size(); ++i) places_[i]->index = slots.of[i];
    return slots.count;
  }

 private:
  std::vector<ScorePlace*> places_;
  std::vector<contract::Lifetime> lifetimes_;
};

class Layouter {
 public:
  explicit Layouter(const contract::ScoreProgram& program)
      : program_(program), places_(program.code.size()), spread_places_(program.phases.size()) {}

  ScoreLayout run() {
    assign_registers();
    std::uint32_t begin = 0;
    for (std::size_t phase = 0; phase < program_.phases.size(); ++phase) {
      const contract::ScorePhase& ends = program_.phases[phase];
      spreads_ = &spread_places_[phase];
      ScoreStage& stage = layout_.stages.emplace_back();
      for (const auto& [value, spread] : *spreads_)
        stage.spreads.push_back({places_[value].index, spread.index});
      for (std::uint32_t value = begin; value < ends.row_end; ++value) add_of_loop(stage, value);
      for (std::uint32_t value = ends.row_end; value < ends.item_end; ++value) {
        if (places_[value].where == Where::Item) add(stage.items, value);
      }
      begin = ends.item_end;
    }
    for (const std::uint32_t output : program_.outputs) layout_.outputs.push_back(places_[output]);
    return std::move(layout_);
  }

 private:
  /// By item value: the row register that holds it for a phase's rows.
  using Spreads = std::map<std::uint32_t, ScorePlace>;

  void assign_registers() {
    const std::vector<contract::Lifetime> lifetimes = contract::lifetimes_of(program_);
    Registers items;
    Registers rows;
    std::uint32_t begin = 0;
    for (std::size_t phase = 0; phase < program_.phases.size(); ++phase) {
      const contract::ScorePhase& ends = program_.phases[phase];
      for (std::uint32_t value = begin; value < ends.row_end; ++value)
        spread_operands(spread_places_[phase], value, {begin, ends.row_end - 1}, rows);
      for (std::uint32_t value = begin; value < ends.item_end; ++value) {
        const contract::ScoreInst& inst = program_.code[value];
        places_[value] = {where_is(inst), inst.a};
        if (places_[value].where == Where::Constant) continue;
        (places_[value].where == Where::Row ? rows : items).add(places_[value], lifetimes[value]);
      }
      begin = ends.item_end;
    }
    layout_.item_registers = items.assign();
    layout_.row_registers = rows.assign();
  }

  /// Adds a row register for each item value that the instruction reads for every row; it keeps it
  /// during the whole loop.
  void spread_operands(Spreads& spreads, std::uint32_t reader, contract::Lifetime loop,
                       Registers& rows) const {
    const contract::ScoreInst& inst = program_.code[reader];
    if (!is_for_rows(inst)) return;
    for (const std::uint32_t operand : contract::operands_of(inst)) {
      if (operand == contract::kNoOperand || where_is(program_.code[operand]) != Where::Item)
        continue;
      const auto [spread, is_new] = spreads.try_emplace(operand, ScorePlace{Where::Row, 0});
      if (is_new) rows.add(spread->second, loop);
    }
  }

  /// Adds an instruction of a loop over rows: an aggregate, a row value, or one that is the same
  /// for all rows of an item.
  void add_of_loop(ScoreStage& stage, std::uint32_t value) {
    const contract::ScoreInst& inst = program_.code[value];
    if (places_[value].where == Where::Constant) return;
    if (language::is_aggregate(inst.op)) {
      add(stage.aggregates, value);
    } else {
      add(places_[value].where == Where::Row ? stage.rows : stage.invariants, value);
    }
  }

  static bool is_for_rows(const contract::ScoreInst& inst) {
    return inst.is_per_row || language::is_aggregate(inst.op);
  }

  void add(std::vector<PlacedInst>& list, std::uint32_t value) {
    const contract::ScoreInst& inst = program_.code[value];
    PlacedInst placed{&inst, score_loop(inst.op, kind_of_operands(inst)), {}, places_[value]};
    const auto operands = contract::operands_of(inst);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (operands[i] != contract::kNoOperand) placed.operands[i] = place_for(inst, operands[i]);
    }
    list.push_back(placed);
  }

  ScorePlace place_for(const contract::ScoreInst& reader, std::uint32_t operand) const {
    const bool is_spread = is_for_rows(reader) && places_[operand].where == Where::Item;
    return is_spread ? spreads_->at(operand) : places_[operand];
  }

  /// The common kind of the operands, or Any.
  language::Kind kind_of_operands(const contract::ScoreInst& inst) const {
    const auto operands = contract::operands_of(inst);
    const language::Kind first =
        operands[0] == contract::kNoOperand ? language::Kind::Any : program_.code[operands[0]].kind;
    for (const std::uint32_t operand : operands) {
      if (operand != contract::kNoOperand && program_.code[operand].kind != first)
        return language::Kind::Any;
    }
    return first;
  }

  const contract::ScoreProgram& program_;
  std::vector<ScorePlace> places_;
  std::vector<Spreads> spread_places_;  ///< by phase
  const Spreads* spreads_ = nullptr;    ///< of the current phase
  ScoreLayout layout_;
};

}  // namespace

ScoreLayout lay_out(const contract::ScoreProgram& program) { return Layouter(program).run(); }

}  // namespace seedc::exec
