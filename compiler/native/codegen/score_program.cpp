// Emits score programs: the functions of a schedule, and the kernel that calls them for each item.
#include <cstddef>

#include "compiler/native/codegen/kernels.h"
#include "compiler/native/codegen/score_helpers.h"
#include "compiler/native/codegen/score_operations.h"
#include "runtime/language/aggregates.h"

namespace seedc::codegen {
namespace {

static_assert(sizeof(contract::ScoreLoad) == 16 && offsetof(contract::ScoreLoad, codes) == 0 &&
              offsetof(contract::ScoreLoad, cells) == 8);
static_assert(offsetof(contract::ScoreInput, loads) == 0 &&
              offsetof(contract::ScoreInput, constants) == 8 &&
              offsetof(contract::ScoreInput, tables) == 16 &&
              offsetof(contract::ScoreInput, row_begins) == 24 &&
              offsetof(contract::ScoreInput, strings) == 32 &&
              offsetof(contract::ScoreInput, kept) == 40 &&
              offsetof(contract::ScoreInput, first_kept_row) == 48);

/// Evaluates a part for one item, or part of a loop's body for one of its rows.
using ScorePartKernel = void (*)(const contract::ScoreInput* input, language::Cell* frame,
                                 language::Cell* const* outputs, std::uint64_t* left_out,
                                 std::uint64_t item, std::uint64_t row);

/// Emits one function.
class FunctionEmitter {
 public:
  FunctionEmitter(Emitter& emitter, const contract::ScoreProgram& program,
                  const ScoreSchedule& schedule)
      : emitter_(emitter),
        values_(emitter),
        operations_(emitter, values_),
        program_(program),
        schedule_(schedule) {}

  llvm::Function* emit_part(const llvm::Twine& name, const ScorePart& part) {
    std::vector<std::vector<llvm::Function*>> bodies;
    for (const ScoreSegment& segment : part) bodies.push_back(emit_bodies(name, segment.loop));
    llvm::Function* function = begin(name);
    for (std::size_t number = 0; number < part.size(); ++number) {
      for (const Step step : part[number].item_steps) {
        step.kind == Step::Kind::Compute ? compute(step.index, item_) : store(step.index);
      }
      emit_loop(part[number].loop, bodies[number]);
    }
    emitter_.CreateRetVoid();
    return function;
  }

 private:
  /// The column of a ScoreLoad.
  struct Column {
    llvm::Value* codes;
    llvm::Value* cells;
  };

  /// Emits the functions of a loop body that is divided into several.
  std::vector<llvm::Function*> emit_bodies(const llvm::Twine& name, const RowLoop& loop) {
    std::vector<llvm::Function*> functions;
    if (loop.bodies.size() < 2) return functions;
    for (const std::vector<RowStep>& body : loop.bodies) {
      FunctionEmitter emitter(emitter_, program_, schedule_);
      functions.push_back(emitter.begin(name + "_rows"));
      emitter.emit_row_steps(body);
      emitter_.CreateRetVoid();
    }
    return functions;
  }

  llvm::Function* begin(const llvm::Twine& name) {
    llvm::Function* function = emitter_.begin_function<ScorePartKernel>(name, false);
    input_ = function->getArg(0);
    frame_ = function->getArg(1);
    outputs_ = function->getArg(2);
    left_out_ = function->getArg(3);
    item_ = function->getArg(4);
    row_ = function->getArg(5);
    loads_ = input_field(0);
    constants_ = input_field(1);
    operations_.begin_function(input_field(4));
    return function;
  }

  void emit_loop(const RowLoop& loop, const std::vector<llvm::Function*>& bodies) {
    if (loop.bodies.empty()) return;
    for (const std::uint32_t aggregate : loop.aggregates) start(aggregate);
    if (bodies.empty()) find_columns(loop.bodies.front());
    llvm::Value* next_item = emitter_.CreateAdd(item_, emitter_.getInt64(1));
    emitter_.emit_loop(row_begin(item_), row_begin(next_item), 1, [&](llvm::Value* row) {
      row_ = row;
      if (bodies.empty()) emit_row_steps(loop.bodies.front());
      for (llvm::Function* body : bodies)
        emitter_.CreateCall(body, {input_, frame_, outputs_, left_out_, item_, row_});
    });
  }

  /// Loads the addresses of the columns once, outside the loop over rows.
  void find_columns(const std::vector<RowStep>& steps) {
    for (const RowStep& step : steps) {
      const contract::ScoreInst& inst = program_.code[step.value];
      if (inst.op == language::Operation::Load) columns_[inst.a] = column(inst.a);
    }
  }

  llvm::Value* row_begin(llvm::Value* item) {
    llvm::Type* type = emitter_.getInt32Ty();
    llvm::Value* begin = emitter_.CreateLoad(type, emitter_.CreateGEP(type, input_field(3), item));
    return emitter_.CreateZExt(begin, emitter_.getInt64Ty());
  }

  void start(std::uint32_t aggregate) {
    const contract::ScoreInst& inst = program_.code[aggregate];
    if (inst.op == language::Operation::Keep) return;
    language::Cell first = language::score::start(inst.op, inst.kind);
    if (inst.kind != language::Kind::Any) first.kind = inst.kind;
    values_.store_constant(first, frame_cell(aggregate));
  }

  /// Steps with the same guard are adjacent.
  void emit_row_steps(const std::vector<RowStep>& steps) {
    for (auto step = steps.begin(); step != steps.end();) {
      const auto end = std::find_if(
          step, steps.end(), [&](const RowStep& other) { return other.guard != step->guard; });
      const auto emit_all = [&] {
        for (auto each = step; each != end; ++each) emit_row_step(each->value);
      };
      if (step->guard == contract::kNoOperand) {
        emit_all();
      } else {
        emitter_.emit_if(read(step->guard).payload, emit_all);
      }
      step = end;
    }
  }

  void emit_row_step(std::uint32_t value) {
    const contract::ScoreInst& inst = program_.code[value];
    if (inst.op == language::Operation::Count) {
      count(value);
    } else if (inst.op == language::Operation::Keep) {
      keep(inst);
    } else if (language::is_aggregate(inst.op)) {
      operations_.emit_aggregate(inst, frame_cell(value), read(inst.b), ledger(inst));
    } else {
      compute(value, row_);
    }
  }

  void count(std::uint32_t value) {
    const std::uint32_t predicate = program_.code[value].a;
    llvm::Value* one = emitter_.getInt64(1);
    if (predicate != contract::kNoOperand)
      one = emitter_.CreateZExt(read(predicate).payload, one->getType());
    llvm::Value* payload = values_.payload_of(frame_cell(value));
    llvm::Value* count = emitter_.CreateLoad(one->getType(), payload);
    emitter_.CreateStore(emitter_.CreateAdd(count, one), payload);
  }

  void keep(const contract::ScoreInst& inst) {
    llvm::Type* index_type = emitter_.getInt64Ty();
    llvm::Value* cells = emitter_.load_pointer(input_field(5), emitter_.getInt64(inst.c));
    llvm::Value* first = emitter_.CreateLoad(
        index_type, emitter_.CreateGEP(index_type, input_, emitter_.getInt64(6)));
    values_.store_output(read(inst.b), values_.cell_at(cells, emitter_.CreateSub(row_, first)));
  }

  /// Computes a value for the item or row with the number `place`.
  void compute(std::uint32_t value, llvm::Value* place) {
    const contract::ScoreInst& inst = program_.code[value];
    ScoreValue result;
    if (inst.op == language::Operation::Load) {
      result = load(inst, place);
    } else if (language::is_fold(inst.op)) {
      result = operations_.emit_fold(inst, read(inst.a), read(inst.b), read(inst.c), ledger(inst));
    } else {
      const auto operands = contract::operands_of(inst);
      result = operations_.emit(inst, read(operands[0]), read(operands[1]), read(operands[2]),
                                prepared_for(inst));
    }
    known_[value] = result;
    if (schedule_.cells[value] != kNoSlot) values_.store(result, frame_cell(value));
  }

  ScoreValue load(const contract::ScoreInst& inst, llvm::Value* place) {
    const auto found = columns_.find(inst.a);
    const Column from = found == columns_.end() ? column(inst.a) : found->second;
    llvm::Type* code_type = emitter_.getInt32Ty();
    llvm::Value* code =
        emitter_.CreateLoad(code_type, emitter_.CreateGEP(code_type, from.codes, place));
    code = emitter_.CreateZExt(code, emitter_.getInt64Ty());
    return values_.load(values_.cell_at(from.cells, code), inst.kind, inst.is_nullable);
  }

  Column column(std::uint32_t load) {
    const std::uint64_t codes = 2 * std::uint64_t{load};
    return {emitter_.load_pointer(loads_, emitter_.getInt64(codes)),
            emitter_.load_pointer(loads_, emitter_.getInt64(codes + 1))};
  }

  /// A value available in the function, or one loaded from memory. Loads are not cached: the value
  /// might be needed outside the branch that loaded it.
  ScoreValue read(std::uint32_t value) {
    if (value == contract::kNoOperand) return {};
    if (const auto known = known_.find(value); known != known_.end()) return known->second;
    const contract::ScoreInst& inst = program_.code[value];
    llvm::Value* cell = inst.op == language::Operation::Constant
                            ? values_.cell_at(constants_, emitter_.getInt64(inst.a))
                            : frame_cell(value);
    return values_.load(cell, inst.kind, inst.is_nullable);
  }

  void store(std::uint32_t output) {
    llvm::Value* cells = emitter_.load_pointer(outputs_, emitter_.getInt64(output));
    values_.store_output(read(program_.outputs[output]), values_.cell_at(cells, item_));
  }

  llvm::Value* ledger(const contract::ScoreInst& inst) {
    return emitter_.CreateGEP(
        emitter_.getInt64Ty(), left_out_,
        emitter_.getInt64(std::uint64_t{inst.ledger} * language::kNullCauseCount));
  }
  llvm::Value* frame_cell(std::uint32_t value) {
    return values_.cell_at(frame_, emitter_.getInt64(schedule_.cells[value]));
  }
  /// The table or the test of an instruction that has one.
  llvm::Value* prepared_for(const contract::ScoreInst& inst) {
    constexpr std::uint64_t kTables = 2;
    constexpr std::uint64_t kTests = 7;
    const bool is_lookup = inst.op == language::Operation::Lookup;
    if (!is_lookup && inst.op != language::Operation::TextTest) return nullptr;
    return emitter_.load_pointer(input_field(is_lookup ? kTables : kTests),
                                 emitter_.getInt64(inst.b));
  }
  llvm::Value* input_field(std::uint64_t number) {
    return emitter_.load_pointer(input_, emitter_.getInt64(number));
  }

  Emitter& emitter_;
  ValueEmitter values_;
  OperationEmitter operations_;
  const contract::ScoreProgram& program_;
  const ScoreSchedule& schedule_;
  llvm::Value* input_ = nullptr;
  llvm::Value* frame_ = nullptr;
  llvm::Value* outputs_ = nullptr;
  llvm::Value* left_out_ = nullptr;
  llvm::Value* item_ = nullptr;
  llvm::Value* row_ = nullptr;
  llvm::Value* loads_ = nullptr;
  llvm::Value* constants_ = nullptr;
  llvm::DenseMap<std::uint32_t, ScoreValue> known_;
  llvm::DenseMap<std::uint32_t, Column> columns_;  ///< by load
};

}  // namespace

void emit_score(Emitter& emitter, const std::string& name, const contract::ScoreProgram& program,
                const ScoreSchedule& schedule) {
  std::vector<llvm::Function*> parts;
  for (std::size_t number = 0; number < schedule.parts.size(); ++number) {
    FunctionEmitter part(emitter, program, schedule);
    parts.push_back(part.emit_part(name + "_part_" + llvm::Twine(number), schedule.parts[number]));
  }
  llvm::Function* function = emitter.begin_function<contract::ScoreKernel>(name, true);
  llvm::Value* first = emitter.CreateZExt(function->getArg(1), emitter.getInt64Ty());
  llvm::Value* count = emitter.CreateZExt(function->getArg(2), emitter.getInt64Ty());
  // On the heap: a large frame could overflow the stack.
  llvm::Value* frame = emitter.CreateCall(
      emitter.declare_function<AllocateFrame>(kAllocateHelper),
      {emitter.getInt64(std::uint64_t{schedule.cell_count} * sizeof(language::Cell))});
  emitter.emit_loop(first, emitter.CreateAdd(first, count), 1, [&](llvm::Value* item) {
    for (llvm::Function* part : parts) {
      emitter.CreateCall(part, {function->getArg(0), frame, function->getArg(3),
                                function->getArg(4), item, emitter.getInt64(0)});
    }
  });
  emitter.CreateCall(emitter.declare_function<FreeFrame>(kFreeHelper), {frame});
  emitter.CreateRetVoid();
}

}  // namespace seedc::codegen
