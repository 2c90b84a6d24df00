// Interprets plane programs: evaluates each instruction over one block of 512 items before the
// next, so that the block's values stay in the cache.
#include <array>
#include <vector>

#include "runtime/exec/kernels.h"

namespace seedc::exec {
namespace {

using Block = std::array<std::uint64_t, contract::kPlaneBlockWords>;
using Op = contract::PlaneProgram::Op;

Block load(const std::uint64_t* plane, std::uint64_t word) {
  Block block;
  for (std::size_t i = 0; i < contract::kPlaneBlockWords; ++i) block[i] = plane[word + i];
  return block;
}

Block evaluate(const contract::PlaneProgram::Inst& inst, const std::vector<Block>& values,
               const std::uint64_t* const* inputs, std::uint64_t word) {
  Block result{};
  switch (inst.op) {
    case Op::Input:
      return load(inputs[inst.a], word);
    case Op::Zero:
      break;
    case Op::Ones:
      result.fill(~std::uint64_t{0});
      break;
    case Op::And:
      for (std::size_t i = 0; i < contract::kPlaneBlockWords; ++i)
        result[i] = values[inst.a][i] & values[inst.b][i];
      break;
    case Op::Or:
      for (std::size_t i = 0; i < contract::kPlaneBlockWords; ++i)
        result[i] = values[inst.a][i] | values[inst.b][i];
      break;
    case Op::AndNot:
      for (std::size_t i = 0; i < contract::kPlaneBlockWords; ++i)
        result[i] = values[inst.a][i] & ~values[inst.b][i];
      break;
  }
  return result;
}

class Interpreter final : public Kernels {
 public:
  explicit Interpreter(const contract::Plan& plan) : plan_(plan) {}

  void run(Program program, const std::uint64_t* const* inputs, std::uint64_t* const* outputs,
           std::uint64_t first_word, std::uint64_t word_count) const override {
    const contract::PlaneProgram& code = program_of(plan_, program);
    std::vector<Block> values(code.code.size());
    for (std::uint64_t word = first_word; word < first_word + word_count;
         word += contract::kPlaneBlockWords) {
      for (std::size_t i = 0; i < code.code.size(); ++i)
        values[i] = evaluate(code.code[i], values, inputs, word);
      for (std::size_t k = 0; k < code.outputs.size(); ++k)
        store(values[code.outputs[k]], outputs[k], word);
    }
  }

 private:
  static void store(const Block& block, std::uint64_t* plane, std::uint64_t word) {
    for (std::size_t i = 0; i < contract::kPlaneBlockWords; ++i) plane[word + i] = block[i];
  }

  const contract::Plan& plan_;
};

}  // namespace

const contract::PlaneProgram& program_of(const contract::Plan& plan, Program program) {
  switch (program) {
    case Program::ReviewDemand:
      return plan.at(language::Stage::Reviews).demand;
    case Program::TextDemand:
      return plan.at(language::Stage::Texts).demand;
    case Program::Results:
      break;
  }
  return plan.results;
}

std::unique_ptr<Kernels> make_interpreter(const contract::Plan& plan) {
  return std::make_unique<Interpreter>(plan);
}

}  // namespace seedc::exec
