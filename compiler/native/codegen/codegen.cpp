// Assembles the LLVM module of a run's kernels.
#include "compiler/native/codegen/codegen.h"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <cassert>

#include "compiler/native/codegen/kernel_names.h"
#include "compiler/native/codegen/kernels.h"

namespace seedc::codegen {

base::Result<std::unique_ptr<llvm::Module>> generate(const KernelSource& source,
                                                     llvm::LLVMContext& context,
                                                     unsigned vector_words) {
  auto module = std::make_unique<llvm::Module>("seedc", context);
  Emitter emitter(*module, vector_words);
  emit_lookups(emitter, source.lookup_count);
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
