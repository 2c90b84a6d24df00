// Allocates registers in one pass over the program: assigned where a value is defined, released
// after its last reader.
#include "runtime/exec/score_layout.h"

#include <algorithm>
#include <unordered_map>

namespace seedc::exec {
namespace {

using Where = ScorePlace::Where;

/// Allocates numbers; reuses the first ones released.
class Registers {
 public:
  std::uint32_t take() {
    if (free_.empty()) return count_++;
    const std::uint32_t number = free_.back();
    free_.pop_back();
    return number;
  }
  void give_back(std::uint32_t number) { free_.push_back(number); }
  std::uint32_t count() const { return count_; }

 private:
  std::vector<std::uint32_t> free_;
  std::uint32_t count_ = 0;
};

constexpr std::uint32_t kNeverFree = UINT32_MAX;

/// For each value the last instruction that reads it, or the value itself; outputs are never
/// released.
std::vector<std::uint32_t> find_last_readers(const contract::ScoreProgram& program) {
  std::vector<std::uint32_t> last(program.code.size());
  for (std::uint32_t value = 0; value < last.size(); ++value) {
    last[value] = value;
    for (const std::uint32_t operand : contract::operands_of(program.code[value])) {
      if (operand != contract::kNoOperand) last[operand] = value;
    }
  }
  for (const std::uint32_t output : program.outputs) last[output] = kNeverFree;
  return last;
}

class Layouter {
 public:
  explicit Layouter(const contract::ScoreProgram& program)
      : program_(program),
        last_readers_(find_last_readers(program)),
        places_(program.code.size()) {}

  ScoreLayout run() {
    std::uint32_t begin = 0;
    for (const contract::ScorePhase& phase : program_.phases) {
      ScoreStage& stage = layout_.stages.emplace_back();
      place_row_section(stage, begin, phase.row_end);
      place_item_section(stage, phase.row_end, phase.item_end);
      begin = phase.item_end;
    }
    for (const std::uint32_t output : program_.outputs) layout_.outputs.push_back(places_[output]);
    layout_.item_registers = items_.count();
    return std::move(layout_);
  }

 private:
  void place_row_section(ScoreStage& stage, std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t value = begin; value < end; ++value) place_item_value(stage, value);
    rows_ = Registers();
    spread_places_.clear();
    for (std::uint32_t value = begin; value < end; ++value) spread_operands(stage, value);
    for (std::uint32_t value = begin; value < end; ++value) place_row_value(stage, value);
    layout_.row_registers = std::max(layout_.row_registers, rows_.count());
    // Item values are read again for each chunk of rows, so none is released before the last chunk.
    for (std::uint32_t value = begin; value < end; ++value) free_after(value, Where::Item);
  }

  /// Places constants, values that are the same for all rows of an item, and the registers of
  /// aggregates.
  void place_item_value(ScoreStage& stage, std::uint32_t value) {
    const contract::ScoreInst& inst = program_.code[value];
    if (inst.op == language::Operation::Constant) {
      places_[value] = {Where::Constant, inst.a};
    } else if (!inst.is_per_row) {
      places_[value] = {Where::Item, items_.take()};
      if (!language::is_aggregate(inst.op)) add(stage.invariants, value);
    }
  }

  void place_row_value(ScoreStage& stage, std::uint32_t value) {
    const contract::ScoreInst& inst = program_.code[value];
    if (language::is_aggregate(inst.op)) add(stage.aggregates, value);
    if (!inst.is_per_row || inst.op == language::Operation::Constant) return;
    places_[value] = {Where::Row, rows_.take()};
    add(stage.rows, value);
    free_after(value, Where::Row);
  }

  void place_item_section(ScoreStage& stage, std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t value = begin; value < end; ++value) {
      const contract::ScoreInst& inst = program_.code[value];
      if (inst.op == language::Operation::Constant) {
        places_[value] = {Where::Constant, inst.a};
        continue;
      }
      places_[value] = {Where::Item, items_.take()};
      add(stage.items, value);
      free_after(value, Where::Item);
    }
  }

  /// Gives row registers to the item values that row instructions read in this phase.
  void spread_operands(ScoreStage& stage, std::uint32_t reader) {
    const contract::ScoreInst& inst = program_.code[reader];
    if (!is_for_rows(inst)) return;
    for (const std::uint32_t operand : contract::operands_of(inst)) {
      if (operand == contract::kNoOperand || places_[operand].where != Where::Item) continue;
      const auto [spread, is_new] = spread_places_.try_emplace(operand);
      if (!is_new) continue;
      spread->second = {Where::Row, rows_.take()};
      stage.spreads.push_back({places_[operand].index, spread->second.index});
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
    return is_spread ? spread_places_.at(operand) : places_[operand];
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

  /// Releases the registers of values whose last reader is `value`.
  void free_after(std::uint32_t value, Where where) {
    free_if_last_read_by(value, value, where);
    for (const std::uint32_t operand : contract::operands_of(program_.code[value])) {
      if (operand != contract::kNoOperand) free_if_last_read_by(value, operand, where);
    }
  }

  void free_if_last_read_by(std::uint32_t reader, std::uint32_t value, Where where) {
    if (last_readers_[value] != reader || places_[value].where != where) return;
    (where == Where::Row ? rows_ : items_).give_back(places_[value].index);
    last_readers_[value] = kNeverFree;  // an operand may be read twice
  }

  const contract::ScoreProgram& program_;
  std::vector<std::uint32_t> last_readers_;
  std::vector<ScorePlace> places_;
  std::unordered_map<std::uint32_t, ScorePlace> spread_places_;
  Registers items_;
  Registers rows_;
  ScoreLayout layout_;
};

}  // namespace

ScoreLayout lay_out(const contract::ScoreProgram& program) { return Layouter(program).run(); }

}  // namespace seedc::exec
