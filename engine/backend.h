// The backends by name, and the choice between them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "compiler/native/codegen/kernel_source.h"
#include "runtime/base/call.h"
#include "runtime/base/result.h"
#include "runtime/contract/plan.h"
#include "runtime/exec/kernels.h"
#include "runtime/exec/score_kernels.h"

namespace seedc::engine {

enum class Backend { Auto, Jit, Interp };

/// The kernels of a plan's requests, as source for native code: its programs in the order of
/// `Program`.
codegen::KernelSource kernel_source(const contract::Plan& plan);

/// Makes the kernels of `backend`. Auto selects the backend that the cost model expects to finish
/// first for that many items, and the interpreter where native code is not available; Jit then
/// fails. The plan outlives the kernels. Native code is charged to the call, by an estimate.
base::Result<std::unique_ptr<exec::Kernels>> make_kernels(const contract::Plan& plan,
                                                          Backend backend, std::uint64_t item_count,
                                                          const base::Call& call = {});

/// Whether Auto selects native code for score programs.
bool prefers_native(std::span<const contract::ScoreProgram* const> programs,
                    std::uint64_t item_count, std::uint64_t row_count);

/// The kernels of score programs, one per program, selected in the same way. The programs outlive
/// them.
base::Result<std::vector<std::unique_ptr<exec::ScoreKernels>>> make_score_kernels(
    std::span<const contract::ScoreProgram* const> programs, Backend backend,
    std::uint64_t item_count, std::uint64_t row_count, const base::Call& call = {});

}  // namespace seedc::engine
