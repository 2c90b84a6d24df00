// Assembles the LLVM module of a run's kernels.
#include "compiler/native/codegen/codegen.h"

#include <fmt/format.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <cassert>

#include "compiler/native/codegen/kernel_names.h"
#include "compiler/native/codegen/kernels.h"
#include "runtime/base/limits.h"

namespace seedc::codegen {
namespace {

/// An instruction of a formula takes LLVM about as long as ten over planes.
constexpr std::uint64_t kPlaneInstsPerScoreInst = 10;

/// LLVM cannot be interrupted: what is given to it at once is bounded.
base::Result<void> check_size(const KernelSource& source) {
  std::uint64_t count = 0;
  for (const contract::PlaneProgram& program : source.programs) count += program.code.size();
  for (const contract::ScoreProgram* program : source.scores)
    count += kPlaneInstsPerScoreInst * program->code.size();
  if (count <= base::limits::kNativeInsts) return {};
  return base::fail(
      base::error<base::ErrorCode::TooManyInstructions>(count, base::limits::kNativeInsts)
          .with_help("use the interpreter", base::Setting::Interpreter));
}

}  // namespace

base::Result<std::unique_ptr<llvm::Module>> generate(const KernelSource& source,
                                                     llvm::LLVMContext& context,
                                                     unsigned vector_words) {
  if (auto fits = check_size(source); !fits) return tl::unexpected(fits.error());
  auto module = std::make_unique<llvm::Module>("seedc", context);
  Emitter emitter(*module, vector_words);
  for (std::size_t program = 0; program < source.programs.size(); ++program) {
    const base::Result<Schedule> parts = schedule(source.programs[program]);
    if (!parts) return tl::unexpected(parts.error());
    emit_program(emitter, program_name(program), source.programs[program], *parts);
  }
  for (std::size_t score = 0; score < source.scores.size(); ++score) {
    const contract::ScoreProgram& program = *source.scores[score];
    emit_score(emitter, score_name(score), program, schedule(program));
  }
  assert(!llvm::verifyModule(*module, &llvm::errs()));
  return module;
}

}  // namespace seedc::codegen
