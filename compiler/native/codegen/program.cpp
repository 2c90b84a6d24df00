// Emits plane programs: straight-line code over one strip of every plane, divided into functions by
// the schedule.
#include "compiler/native/codegen/kernels.h"

namespace seedc::codegen {
namespace {

using Op = contract::PlaneProgram::Op;

/// Evaluates a part on one strip of every plane; the arguments locate the planes and the strip.
using PlanePartKernel = void (*)(const std::uint64_t* const* inputs, std::uint64_t* const* outputs,
                                 std::uint64_t* slots, std::uint64_t word);

/// Emits the function of one part.
class PartEmitter {
 public:
  PartEmitter(Emitter& emitter, const contract::PlaneProgram& program, const Schedule& schedule)
      : emitter_(emitter), program_(program), schedule_(schedule) {}

  llvm::Function* emit(const llvm::Twine& name, std::span<const Step> steps) {
    llvm::Function* function = emitter_.begin_function<PlanePartKernel>(name, false);
    inputs_ = function->getArg(0);
    outputs_ = function->getArg(1);
    slots_ = function->getArg(2);
    word_ = function->getArg(3);
    for (Step step : steps) {
      step.kind == Step::Kind::Compute ? compute(step.index) : store(step.index);
    }
    emitter_.CreateRetVoid();
    return function;
  }

 private:
  void compute(std::uint32_t value) {
    const contract::PlaneProgram::Inst& inst = program_.code[value];
    llvm::Value* result = combine(inst.op, read(inst.a), read(inst.b));
    values_[value] = result;
    if (schedule_.slots[value] != kNoSlot) emitter_.store_strip(result, slot(value));
  }

  llvm::Value* combine(Op op, llvm::Value* a, llvm::Value* b) {
    if (op == Op::And) return emitter_.CreateAnd(a, b);
    if (op == Op::Or) return emitter_.CreateOr(a, b);
    return emitter_.CreateXor(a, emitter_.CreateAnd(a, b));
  }

  void store(std::uint32_t output) {
    llvm::Value* value = read(program_.outputs[output]);
    emitter_.store_strip(value, plane_strip(outputs_, output));
  }

  /// The value, loaded on its first use in this part.
  llvm::Value* read(std::uint32_t value) {
    llvm::Value*& known = values_[value];
    if (!known) known = fetch(value);
    return known;
  }

  llvm::Value* fetch(std::uint32_t value) {
    const contract::PlaneProgram::Inst& inst = program_.code[value];
    if (inst.op == Op::Zero || inst.op == Op::Ones) {
      return emitter_.load_constant_strip(inst.op == Op::Ones);
    }
    return emitter_.load_strip(inst.op == Op::Input ? plane_strip(inputs_, inst.a) : slot(value));
  }

  llvm::Value* plane_strip(llvm::Value* planes, std::uint32_t plane) {
    llvm::Value* start = emitter_.load_pointer(planes, emitter_.getInt64(plane));
    return emitter_.CreateGEP(emitter_.getInt64Ty(), start, word_);
  }

  llvm::Value* slot(std::uint32_t value) {
    return emitter_.CreateGEP(emitter_.strip_type(), slots_,
                              emitter_.getInt64(schedule_.slots[value]));
  }

  Emitter& emitter_;
  const contract::PlaneProgram& program_;
  const Schedule& schedule_;
  llvm::Value* inputs_ = nullptr;
  llvm::Value* outputs_ = nullptr;
  llvm::Value* slots_ = nullptr;
  llvm::Value* word_ = nullptr;
  llvm::DenseMap<std::uint32_t, llvm::Value*> values_;  ///< the values available in this part
};

}  // namespace

void emit_program(Emitter& emitter, const std::string& name, const contract::PlaneProgram& program,
                  const Schedule& schedule) {
  std::vector<llvm::Function*> parts;
  for (std::size_t number = 0; number < schedule.part_count(); ++number) {
    PartEmitter part(emitter, program, schedule);
    parts.push_back(part.emit(name + "_part_" + llvm::Twine(number), schedule.part(number)));
  }
  llvm::Function* function = emitter.begin_function<contract::PlaneKernel>(name, true);
  // Touches each page of a large frame, so that a stack overflow hits the guard page.
  function->addFnAttr("probe-stack", "inline-asm");
  llvm::Value* slots = emitter.create_strips(schedule.slot_count);
  llvm::Value* first = function->getArg(2);
  llvm::Value* end = emitter.CreateAdd(first, function->getArg(3));
  emitter.emit_loop(first, end, emitter.strip_type()->getNumElements(), [&](llvm::Value* word) {
    for (llvm::Function* part : parts) {
      emitter.CreateCall(part, {function->getArg(0), function->getArg(1), slots, word});
    }
  });
  emitter.CreateRetVoid();
}

}  // namespace seedc::codegen
