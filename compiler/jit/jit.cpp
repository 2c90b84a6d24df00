// libseedc_jit.so: kernels as callable code, by LLVM's ORC and JITLink.
#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/Orc/TaskDispatch.h>

#include <cassert>

#include "compiler/codegen/codegen.h"
#include "compiler/jit/backend.h"
#include "compiler/jit/object.h"

namespace seedc::jit {
namespace {

namespace orc = llvm::orc;

/// One compiled program's own linker session, so that compilations share nothing.
class Session final : public LoadedKernels {
 public:
  explicit Session(std::unique_ptr<orc::ExecutorProcessControl> process)
      : session_(std::move(process)),
        layer_(session_, session_.getExecutorProcessControl().getMemMgr()),
        library_(session_.createBareJITDylib("kernels")),
        tracker_(library_.createResourceTracker()) {}

  ~Session() override {
    llvm::cantFail(tracker_->remove());
    llvm::cantFail(session_.endSession());
  }

  llvm::Error add(Object object) { return layer_.add(tracker_, std::move(object)); }

  llvm::Error look_up(std::size_t program_count) {
    std::vector<orc::SymbolStringPtr> names{session_.intern(codegen::kLookupName)};
    for (std::size_t program = 0; program < program_count; ++program) {
      names.push_back(session_.intern(codegen::program_name(program)));
    }
    auto found =
        session_.lookup(orc::makeJITDylibSearchOrder(&library_), orc::SymbolLookupSet(names));
    if (!found) return found.takeError();
    lookup = found->lookup(names.front()).getAddress().toPtr<LookupKernel>();
    for (auto name = names.begin() + 1; name != names.end(); ++name) {
      programs.push_back(found->lookup(*name).getAddress().toPtr<PlaneKernel>());
    }
    return llvm::Error::success();
  }

 private:
  orc::ExecutionSession session_;
  orc::ObjectLinkingLayer layer_;
  orc::JITDylib& library_;
  orc::ResourceTrackerSP tracker_;
};

Result<std::unique_ptr<Session>> create_session() {
  auto process = orc::SelfExecutorProcessControl::Create(
      nullptr, std::make_unique<orc::InPlaceTaskDispatcher>());
  if (!process) return fail_as(process.takeError());
  return std::make_unique<Session>(std::move(*process));
}

/// create, add, look up. An object that was kept would enter at `add`.
Result<std::unique_ptr<LoadedKernels>> compile(const KernelSource& source) {
  Result<Object> object = create_object(source);
  if (!object) return tl::unexpected(object.error());
  Result<std::unique_ptr<Session>> session = create_session();
  if (!session) return tl::unexpected(session.error());
  if (llvm::Error error = (*session)->add(std::move(*object))) return fail_as(std::move(error));
  if (llvm::Error error = (*session)->look_up(source.programs.size()))
    return fail_as(std::move(error));
  return std::move(*session);
}

}  // namespace
}  // namespace seedc::jit

extern "C" [[gnu::visibility("default")]] const seedc::NativeBackend seedc_native_backend_1 = {
    seedc::jit::compile, seedc::jit::emit};
