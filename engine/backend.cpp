// Adapts native kernels to the runtime's interface, and holds the cost model that chooses a
// backend.
#include "engine/backend.h"

#include "compiler/native/jit/native.h"

namespace seedc {
namespace {

class NativeKernels final : public Kernels {
 public:
  explicit NativeKernels(NativeCode code) : code_(std::move(code)) {}

  void lookup(std::span<const Lookup> lookups, std::uint64_t* const* planes,
              std::uint64_t first_word, std::uint64_t word_count) const override {
    code_.lookup()(lookups.data(), planes, first_word, word_count);
  }
  void run(Program program, const std::uint64_t* const* inputs, std::uint64_t* const* outputs,
           std::uint64_t first_word, std::uint64_t word_count) const override {
    code_.programs()[static_cast<std::size_t>(program)](inputs, outputs, first_word, word_count);
  }

 private:
  NativeCode code_;
};

std::size_t lookup_count(const plan::Plan& plan) {
  return plan.stages[static_cast<std::size_t>(Stage::Items)].conditions.size();
}

/// Nanoseconds on one core, as test/bench/kernels.cpp measures them. The interpreter pays for each
/// item, native code first for loading LLVM and for each instruction it compiles.
struct Estimate {
  double interpreted;
  double native;   ///< once it is there
  double compile;  ///< loading LLVM included
};

constexpr double kLoadLlvm = 8e6;

/// Whether the interpreter ends first.
bool prefers_interpreter(const Estimate& cost) {
  return cost.interpreted <= cost.native + cost.compile;
}

Estimate estimate(const plan::Plan& plan, std::uint64_t item_count) {
  constexpr double kCompileLookup = 20e3;
  constexpr double kCompileInst = 3.5e3;
  constexpr double kInterpretLookup = 2.0;
  constexpr double kInterpretInst = 0.025;
  constexpr double kNativeLookup = 0.45;
  constexpr double kNativeInst = 0.0025;
  double insts = 0;
  for (std::size_t i = 0; i < kProgramCount; ++i) {
    insts += static_cast<double>(program_of(plan, static_cast<Program>(i)).code.size());
  }
  const auto lookups = static_cast<double>(lookup_count(plan));
  const auto items = static_cast<double>(item_count);
  return {.interpreted = items * (lookups * kInterpretLookup + insts * kInterpretInst),
          .native = items * (lookups * kNativeLookup + insts * kNativeInst),
          .compile = kLoadLlvm + lookups * kCompileLookup + insts * kCompileInst};
}

class NativeScoreKernels final : public ScoreKernels {
 public:
  NativeScoreKernels(std::shared_ptr<const NativeCode> code, ScoreKernel kernel)
      : code_(std::move(code)), kernel_(kernel) {}

  void run(const ScoreInput& input, std::uint32_t first_item, std::uint32_t item_count,
           Cell* const* outputs, std::uint64_t* left_out) const override {
    kernel_(&input, first_item, item_count, outputs, left_out);
  }

 private:
  std::shared_ptr<const NativeCode> code_;  ///< that of all programs of a run
  ScoreKernel kernel_;
};

std::vector<std::unique_ptr<ScoreKernels>> interpret(
    std::span<const ScoreProgram* const> programs) {
  std::vector<std::unique_ptr<ScoreKernels>> kernels;
  for (const ScoreProgram* program : programs) kernels.push_back(make_score_interpreter(*program));
  return kernels;
}

/// Each instruction for each row or item, as the same benchmark measures it.
Estimate estimate(std::span<const ScoreProgram* const> programs, std::uint64_t item_count,
                  std::uint64_t row_count) {
  constexpr double kCompileScoreInst = 30e3;
  constexpr double kInterpretScoreInst = 2.5;
  constexpr double kNativeScoreInst = 0.8;
  double insts = 0;
  double evaluations = 0;
  for (const ScoreProgram* program : programs) {
    insts += static_cast<double>(program->code.size());
    for (const ScoreInst& inst : program->code) {
      const bool is_for_rows = inst.is_per_row || is_aggregate(inst.op);
      evaluations += static_cast<double>(is_for_rows ? row_count : item_count);
    }
  }
  return {.interpreted = evaluations * kInterpretScoreInst,
          .native = evaluations * kNativeScoreInst,
          .compile = kLoadLlvm + insts * kCompileScoreInst};
}

}  // namespace

KernelSource kernel_source(const plan::Plan& plan) {
  KernelSource source;
  source.lookup_count = static_cast<std::uint32_t>(lookup_count(plan));
  for (std::size_t i = 0; i < kProgramCount; ++i)
    source.programs.push_back(program_of(plan, static_cast<Program>(i)));
  return source;
}

Result<std::unique_ptr<Kernels>> make_kernels(const plan::Plan& plan, Backend backend,
                                              std::uint64_t item_count) {
  const bool has_work = !plan.results.outputs.empty();
  if (!has_work || backend == Backend::Interp) return make_interpreter(plan);
  const KernelSource source = kernel_source(plan);
  if (backend == Backend::Auto && prefers_interpreter(estimate(plan, item_count)))
    return make_interpreter(plan);
  auto code = NativeCode::compile(source);
  if (code) return std::make_unique<NativeKernels>(std::move(*code));
  if (backend == Backend::Auto) return make_interpreter(plan);
  return tl::unexpected(code.error());
}

bool prefers_native(std::span<const ScoreProgram* const> programs, std::uint64_t item_count,
                    std::uint64_t row_count) {
  return !prefers_interpreter(estimate(programs, item_count, row_count));
}

Result<std::vector<std::unique_ptr<ScoreKernels>>> make_score_kernels(
    std::span<const ScoreProgram* const> programs, Backend backend, std::uint64_t item_count,
    std::uint64_t row_count) {
  const KernelSource source{.scores = {programs.begin(), programs.end()}};
  const bool is_auto = backend == Backend::Auto;
  if (backend == Backend::Interp || (is_auto && !prefers_native(programs, item_count, row_count)))
    return interpret(programs);
  auto code = NativeCode::compile(source);
  if (!code && is_auto) return interpret(programs);
  if (!code) return tl::unexpected(code.error());
  const auto shared = std::make_shared<const NativeCode>(std::move(*code));
  std::vector<std::unique_ptr<ScoreKernels>> kernels;
  for (const ScoreKernel kernel : shared->scores())
    kernels.push_back(std::make_unique<NativeScoreKernels>(shared, kernel));
  return kernels;
}

}  // namespace seedc
