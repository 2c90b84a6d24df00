// Adapts native kernels to the runtime's interface, and holds the cost model that chooses a
// backend.
#include "engine/backend.h"

#include "compiler/native/jit/native.h"
#include "runtime/base/memory.h"

namespace seedc::engine {
namespace {

class NativeKernels final : public exec::Kernels {
 public:
  NativeKernels(jit::NativeCode code, base::MemoryCharge charge)
      : charge_(std::move(charge)), code_(std::move(code)) {}

  void run(exec::Program program, const std::uint64_t* const* inputs, std::uint64_t* const* outputs,
           std::uint64_t first_word, std::uint64_t word_count) const override {
    code_.programs()[static_cast<std::size_t>(program)](inputs, outputs, first_word, word_count);
  }

 private:
  base::MemoryCharge charge_;
  jit::NativeCode code_;
};

/// Nanoseconds on one core, as test/bench/kernels.cpp measures them. The interpreter pays for each
/// item, native code first for loading LLVM and for each instruction it compiles.
struct Estimate {
  double interpreted;
  double native;   ///< once it is there
  double compile;  ///< loading LLVM included
};

/// And what any compilation takes: 3e6, but the interpreter shares its work among threads.
constexpr double kLoadLlvm = 8e6;

/// Whether the interpreter is expected to finish first.
bool prefers_interpreter(const Estimate& cost) {
  return cost.interpreted <= cost.native + cost.compile;
}

Estimate estimate(const contract::Plan& plan, std::uint64_t item_count) {
  constexpr double kCompileInst = 2e3;
  constexpr double kInterpretInst = 0.02;
  constexpr double kNativeInst = 0.0015;
  double insts = 0;
  for (std::size_t i = 0; i < exec::kProgramCount; ++i) {
    insts += static_cast<double>(exec::program_of(plan, static_cast<exec::Program>(i)).code.size());
  }
  const auto items = static_cast<double>(item_count);
  return {.interpreted = items * insts * kInterpretInst,
          .native = items * insts * kNativeInst,
          .compile = kLoadLlvm + insts * kCompileInst};
}

class NativeScoreKernels final : public exec::ScoreKernels {
 public:
  NativeScoreKernels(std::shared_ptr<const jit::NativeCode> code, contract::ScoreKernel kernel,
                     base::MemoryCharge charge)
      : charge_(std::move(charge)), code_(std::move(code)), kernel_(kernel) {}

  void run(const contract::ScoreInput& input, std::uint32_t first_item, std::uint32_t item_count,
           language::Cell* const* outputs, std::uint64_t* left_out) const override {
    kernel_(&input, first_item, item_count, outputs, left_out);
  }

 private:
  base::MemoryCharge charge_;                    ///< of the code
  std::shared_ptr<const jit::NativeCode> code_;  ///< that of all programs of a run
  contract::ScoreKernel kernel_;
};

std::vector<std::unique_ptr<exec::ScoreKernels>> interpret(
    std::span<const contract::ScoreProgram* const> programs) {
  std::vector<std::unique_ptr<exec::ScoreKernels>> kernels;
  for (const contract::ScoreProgram* program : programs)
    kernels.push_back(exec::make_score_interpreter(*program));
  return kernels;
}

/// About what the code of the sample programs takes.
std::uint64_t code_bytes(const codegen::KernelSource& source) {
  constexpr std::uint64_t kPage = 4096;
  constexpr std::uint64_t kPlaneInst = 16, kScoreInst = 256;
  std::uint64_t bytes = kPage;
  for (const contract::PlaneProgram& program : source.programs)
    bytes += program.code.size() * kPlaneInst;
  for (const contract::ScoreProgram* program : source.scores)
    bytes += program->code.size() * kScoreInst;
  return bytes;
}

/// Each instruction for each row or item, as the same benchmark measures it.
Estimate estimate(std::span<const contract::ScoreProgram* const> programs, std::uint64_t item_count,
                  std::uint64_t row_count) {
  constexpr double kCompileScoreInst = 30e3;
  constexpr double kInterpretScoreInst = 2.5;
  constexpr double kNativeScoreInst = 0.8;
  double insts = 0;
  double evaluations = 0;
  for (const contract::ScoreProgram* program : programs) {
    insts += static_cast<double>(program->code.size());
    for (const contract::ScoreInst& inst : program->code) {
      const bool is_for_rows = inst.is_per_row || language::is_aggregate(inst.op);
      evaluations += static_cast<double>(is_for_rows ? row_count : item_count);
    }
  }
  return {.interpreted = evaluations * kInterpretScoreInst,
          .native = evaluations * kNativeScoreInst,
          .compile = kLoadLlvm + insts * kCompileScoreInst};
}

}  // namespace

codegen::KernelSource kernel_source(const contract::Plan& plan) {
  codegen::KernelSource source;
  for (std::size_t i = 0; i < exec::kProgramCount; ++i)
    source.programs.push_back(exec::program_of(plan, static_cast<exec::Program>(i)));
  return source;
}

base::Result<std::unique_ptr<exec::Kernels>> make_kernels(const contract::Plan& plan,
                                                          Backend backend, std::uint64_t item_count,
                                                          const base::Call& call) {
  const bool has_work = !plan.results.outputs.empty();
  if (!has_work || backend == Backend::Interp) return exec::make_interpreter(plan);
  const codegen::KernelSource source = kernel_source(plan);
  if (backend == Backend::Auto && prefers_interpreter(estimate(plan, item_count)))
    return exec::make_interpreter(plan);
  base::MemoryCharge charge(call, "native code", code_bytes(source));
  auto code = jit::NativeCode::compile(source);
  if (code) return std::make_unique<NativeKernels>(std::move(*code), std::move(charge));
  if (backend == Backend::Auto) return exec::make_interpreter(plan);
  return tl::unexpected(code.error());
}

bool prefers_native(std::span<const contract::ScoreProgram* const> programs,
                    std::uint64_t item_count, std::uint64_t row_count) {
  return !prefers_interpreter(estimate(programs, item_count, row_count));
}

base::Result<std::vector<std::unique_ptr<exec::ScoreKernels>>> make_score_kernels(
    std::span<const contract::ScoreProgram* const> programs, Backend backend,
    std::uint64_t item_count, std::uint64_t row_count, const base::Call& call) {
  const codegen::KernelSource source{.scores = {programs.begin(), programs.end()}};
  const bool is_auto = backend == Backend::Auto;
  if (backend == Backend::Interp || (is_auto && !prefers_native(programs, item_count, row_count)))
    return interpret(programs);
  base::MemoryCharge charge(call, "native code", code_bytes(source));
  auto code = jit::NativeCode::compile(source);
  if (!code && is_auto) return interpret(programs);
  if (!code) return tl::unexpected(code.error());
  const auto shared = std::make_shared<const jit::NativeCode>(std::move(*code));
  std::vector<std::unique_ptr<exec::ScoreKernels>> kernels;
  for (const contract::ScoreKernel kernel : shared->scores())
    kernels.push_back(std::make_unique<NativeScoreKernels>(shared, kernel, charge));
  return kernels;
}

}  // namespace seedc::engine
