// Compares native code with a plain interpretation of the same kernels.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "compiler/native/jit/native.h"

namespace seedc::jit {
namespace {

using Op = contract::PlaneProgram::Op;
using Random = std::mt19937;

/// Aligned planes of `words` words, all in one piece of memory.
class Planes {
 public:
  Planes(std::size_t count, std::size_t words)
      : words_(words), blocks_(count * words / contract::kPlaneBlockWords) {
    for (std::size_t plane = 0; plane < count; ++plane) {
      starts_.push_back(blocks_.data()->data() + plane * words);
    }
  }
  void fill(Random& random) {
    for (std::uint64_t* start : starts_) {
      for (std::size_t word = 0; word < words_; ++word) start[word] = random() * 0x9e3779b97f4a7c15;
    }
  }
  std::uint64_t* const* pointers() const { return starts_.data(); }
  std::uint64_t at(std::size_t plane, std::size_t word) const { return starts_[plane][word]; }

 private:
  struct alignas(64) Block : std::array<std::uint64_t, contract::kPlaneBlockWords> {};
  std::size_t words_;
  std::vector<Block> blocks_;
  std::vector<std::uint64_t*> starts_;
};

/// The values of one word, by the definition of each operation.
std::vector<std::uint64_t> interpret(const contract::PlaneProgram& program, const Planes& inputs,
                                     std::size_t word) {
  std::vector<std::uint64_t> values;
  for (const contract::PlaneProgram::Inst& inst : program.code) {
    switch (inst.op) {
      case Op::Input:
        values.push_back(inputs.at(inst.a, word));
        break;
      case Op::Zero:
        values.push_back(0);
        break;
      case Op::Ones:
        values.push_back(~std::uint64_t{0});
        break;
      case Op::And:
        values.push_back(values[inst.a] & values[inst.b]);
        break;
      case Op::Or:
        values.push_back(values[inst.a] | values[inst.b]);
        break;
      case Op::AndNot:
        values.push_back(values[inst.a] & ~values[inst.b]);
        break;
    }
  }
  return values;
}

/// How far back operands reach: unbounded, most values would stay live to the end.
constexpr std::uint32_t kReach = 500;

/// Proportions that keep about half of the bits set, so that every value differs from the others.
Op random_op(Random& random) {
  const std::uint32_t die = random() % 100;
  if (die < 2) return die == 0 ? Op::Zero : Op::Ones;
  if (die < 20) return Op::Input;
  if (die < 32) return Op::And;
  return die < 70 ? Op::Or : Op::AndNot;
}

contract::PlaneProgram random_program(Random& random, std::uint32_t size) {
  contract::PlaneProgram program;
  program.input_count = 1 + random() % 20;
  const auto below = [&](std::uint32_t bound) {
    return static_cast<std::uint32_t>(random() % bound);
  };
  for (std::uint32_t value = 0; value < size; ++value) {
    const Op op = value == 0 ? Op::Input : random_op(random);
    const auto operand = [&] { return value - 1 - below(std::min(value, kReach)); };
    if (op == Op::Input) {
      program.code.push_back({op, below(program.input_count)});
    } else if (op == Op::Zero || op == Op::Ones) {
      program.code.push_back({op});
    } else {
      program.code.push_back({op, operand(), operand()});
    }
  }
  for (std::uint32_t output = 0; size > 0 && output < 1 + size / 10; ++output) {
    program.outputs.push_back(below(size));
  }
  return program;
}

NativeCode compile(const codegen::KernelSource& source) {
  base::Result<NativeCode> code = NativeCode::compile(source);
  if (!code) throw std::runtime_error(code.error().text);
  return std::move(*code);
}

void expect_agreement(const contract::PlaneProgram& program, contract::PlaneKernel kernel,
                      Random& random) {
  constexpr std::size_t kWords = 3 * contract::kPlaneBlockWords;
  Planes inputs(program.input_count, kWords);
  Planes outputs(program.outputs.size(), kWords);
  inputs.fill(random);
  kernel(inputs.pointers(), outputs.pointers(), 0, kWords);
  for (std::size_t word = 0; word < kWords; ++word) {
    const std::vector<std::uint64_t> values = interpret(program, inputs, word);
    for (std::size_t output = 0; output < program.outputs.size(); ++output) {
      ASSERT_EQ(outputs.at(output, word), values[program.outputs[output]])
          << "output " << output << ", word " << word;
    }
  }
}

/// x = a & ~b, and a constant.
contract::PlaneProgram small_program() {
  contract::PlaneProgram program;
  program.input_count = 2;
  program.code = {{Op::Input, 0}, {Op::Input, 1}, {Op::AndNot, 0, 1}, {Op::Ones}};
  program.outputs = {2, 3};
  return program;
}

TEST(JitTest, RandomProgramsAgree) {
  Random random(1);
  codegen::KernelSource source;
  for (std::uint32_t size = 0; size < 300; size += 1 + size / 10) {
    source.programs.push_back(random_program(random, size));
  }
  const NativeCode code = compile(source);
  ASSERT_EQ(code.programs().size(), source.programs.size());
  for (std::size_t program = 0; program < source.programs.size(); ++program) {
    SCOPED_TRACE(program);
    expect_agreement(source.programs[program], code.programs()[program], random);
  }
}

TEST(JitTest, LargeProgramsAgree) {
  Random random(2);
  for (std::uint32_t size : {255u, 256u, 257u, 5'000u, 50'000u}) {
    SCOPED_TRACE(size);
    const codegen::KernelSource source{.programs = {random_program(random, size)}};
    expect_agreement(source.programs[0], compile(source).programs()[0], random);
  }
}

TEST(JitTest, ManyProgramsAgree) {
  Random random(3);
  codegen::KernelSource source;
  for (int program = 0; program < 500; ++program) {
    source.programs.push_back(random_program(random, 20));
  }
  const NativeCode code = compile(source);
  for (std::size_t program = 0; program < source.programs.size(); ++program) {
    expect_agreement(source.programs[program], code.programs()[program], random);
  }
}

TEST(JitTest, KernelsWriteTheGivenWordsOnly) {
  const NativeCode code = compile({.programs = {small_program()}});
  constexpr std::size_t kWords = 4 * contract::kPlaneBlockWords;
  for (std::size_t count : {0, 8, 16}) {
    Planes inputs(2, kWords), outputs(2, kWords);
    code.programs()[0](inputs.pointers(), outputs.pointers(), contract::kPlaneBlockWords, count);
    for (std::size_t word = 0; word < kWords; ++word) {
      const bool inside =
          word >= contract::kPlaneBlockWords && word < contract::kPlaneBlockWords + count;
      EXPECT_EQ(outputs.at(1, word), inside ? ~std::uint64_t{0} : 0) << word;
    }
  }
}

/// Computes `width` values, then the exclusive or of all of them.
contract::PlaneProgram wide_program(std::uint32_t width) {
  contract::PlaneProgram program;
  program.input_count = width + 1;
  const auto append = [&](Op op, std::uint32_t a, std::uint32_t b = 0) {
    program.code.push_back({op, a, b});
    return static_cast<std::uint32_t>(program.code.size() - 1);
  };
  for (std::uint32_t input = 0; input <= width; ++input) append(Op::Input, input);
  for (std::uint32_t value = 0; value < width; ++value) append(Op::AndNot, value, value + 1);
  std::uint32_t sum = 0;
  for (std::uint32_t value = width + 1; value < 2 * width + 1; ++value) {
    const std::uint32_t either = append(Op::Or, sum, value);
    const std::uint32_t both = append(Op::And, sum, value);
    sum = append(Op::AndNot, either, both);
  }
  program.outputs = {sum};
  return program;
}

TEST(JitTest, ManyValuesAliveAtOnceAgree) {
  Random random(7);
  const codegen::KernelSource source{.programs = {wide_program(8000)}};
  expect_agreement(source.programs[0], compile(source).programs()[0], random);
}

TEST(JitTest, LimitsValuesAliveAtOnce) {
  const base::Result<NativeCode> code = NativeCode::compile({.programs = {wide_program(10'000)}});
  ASSERT_FALSE(code);
  EXPECT_EQ(code.error().kind(), base::ErrorKind::Limit);
}

/// Executable mappings that belong to no file.
std::size_t count_code_mappings() {
  std::ifstream maps("/proc/self/maps");
  std::size_t count = 0;
  for (std::string line; std::getline(maps, line);) {
    count += line.find(" r-xp 00000000 00:00 0") != std::string::npos;
  }
  return count;
}

TEST(JitTest, MemoryComesBack) {
  Random random(5);
  const codegen::KernelSource source{.programs = {random_program(random, 500)}};
  const std::size_t before = count_code_mappings();
  for (int round = 0; round < 100; ++round) {
    const NativeCode code = compile(source);
    EXPECT_EQ(count_code_mappings(), before + 1);
    expect_agreement(source.programs[0], code.programs()[0], random);
  }
  EXPECT_EQ(count_code_mappings(), before);
}

TEST(JitTest, MovesKeepTheCode) {
  Random random(6);
  NativeCode code = compile({.programs = {small_program()}});
  NativeCode moved = std::move(code);
  code = compile({.programs = {small_program()}});
  code = std::move(moved);
  expect_agreement(small_program(), code.programs()[0], random);
}

TEST(JitTest, ThreadsCompileAtOnce) {
  const auto work = [](unsigned seed) {
    Random random(seed);
    for (int round = 0; round < 10; ++round) {
      const codegen::KernelSource source{.programs = {random_program(random, 400)}};
      expect_agreement(source.programs[0], compile(source).programs()[0], random);
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned seed = 0; seed < 4; ++seed) threads.emplace_back(work, seed);
}

TEST(JitTest, EmitsEachStage) {
  const codegen::KernelSource source{.programs = {small_program()}};
  const auto ir = emit_native(source, NativeStage::Llvm);
  ASSERT_TRUE(ir) << ir.error().text;
  EXPECT_NE(ir->find("define void @program_0(ptr"), std::string::npos) << *ir;
  const auto assembly = emit_native(source, NativeStage::Asm);
  ASSERT_TRUE(assembly) << assembly.error().text;
  EXPECT_NE(assembly->find("program_0:"), std::string::npos) << *assembly;
  const auto object = emit_native(source, NativeStage::Obj);
  ASSERT_TRUE(object) << object.error().text;
  EXPECT_EQ(object->substr(0, 4),
            "\x7f"
            "ELF");
}

}  // namespace
}  // namespace seedc::jit
