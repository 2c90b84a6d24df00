// libseedc_jit.so: links kernels into callable code with LLVM's ORC and JITLink.
#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/Orc/TaskDispatch.h>

#include "compiler/native/codegen/codegen.h"
#include "compiler/native/codegen/kernel_names.h"
#include "compiler/native/codegen/score_helpers.h"
#include "compiler/native/jit/backend.h"
#include "compiler/native/jit/object.h"

namespace seedc::jit {
namespace {

namespace orc = llvm::orc;

/// The linker session of one compiled program, so that compilations share no state.
class Session final : public LoadedKernels {
 public:
  explicit Session(std::unique_ptr<orc::ExecutorProcessControl> process)
      : session_(std::move(process)),
        layer_(session_, session_.getExecutorProcessControl().getMemMgr()),
        library_(session_.createBareJITDylib("kernels")),
        tracker_(library_.createResourceTracker()) {
    // Keeps the underlying error; the returned one only says that something failed.
    session_.setErrorReporter(
        [this](llvm::Error error) { cause_ = llvm::toString(std::move(error)); });
  }

  ~Session() override {
    llvm::cantFail(tracker_->remove());
    llvm::cantFail(session_.endSession());
  }

  llvm::Error add(Object object) { return layer_.add(tracker_, std::move(object)); }

  /// Defines the runtime functions that the code calls.
  llvm::Error add_helpers() {
    orc::SymbolMap symbols;
    for (const codegen::Helper& helper : codegen::helpers()) {
      symbols[session_.intern(helper.name)] = {
          orc::ExecutorAddr::fromPtr(helper.address),
          llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
    }
    return library_.define(orc::absoluteSymbols(std::move(symbols)));
  }

  llvm::Error look_up(std::size_t program_count, std::size_t score_count) {
    if (auto error = look_up_all(program_count, codegen::program_name, programs)) return error;
    return look_up_all(score_count, codegen::score_name, scores);
  }

  tl::unexpected<base::Error> fail(llvm::Error error) const {
    if (cause_.empty()) return fail_as(std::move(error));
    llvm::consumeError(std::move(error));
    return fail_as(llvm::createStringError(cause_));
  }

 private:
  template <class Kernel>
  llvm::Expected<Kernel> look_up_kernel(const std::string& name) {
    auto found = session_.lookup({&library_}, name);
    if (!found) return found.takeError();
    return found->getAddress().template toPtr<Kernel>();
  }

  template <class Kernel>
  llvm::Error look_up_all(std::size_t count, std::string (*name_of)(std::size_t),
                          std::vector<Kernel>& kernels) {
    for (std::size_t number = 0; number < count; ++number) {
      auto found = look_up_kernel<Kernel>(name_of(number));
      if (!found) return found.takeError();
      kernels.push_back(*found);
    }
    return llvm::Error::success();
  }

  std::string cause_;
  orc::ExecutionSession session_;
  orc::ObjectLinkingLayer layer_;
  orc::JITDylib& library_;
  orc::ResourceTrackerSP tracker_;
};

base::Result<Kept<Session>> create_session() {
  auto process = orc::SelfExecutorProcessControl::Create(
      nullptr, std::make_unique<orc::InPlaceTaskDispatcher>());
  if (!process) return fail_as(process.takeError());
  return Kept<Session>(new Session(std::move(*process)));
}

/// Creates the session, adds the object and looks up its functions.
base::Result<std::unique_ptr<LoadedKernels>> link(const codegen::KernelSource& source) {
  base::Result<Object> object = create_object(source);
  if (!object) return tl::unexpected(object.error());
  base::Result<Kept<Session>> session = create_session();
  if (!session) return tl::unexpected(session.error());
  if (llvm::Error error = (*session)->add_helpers()) return (*session)->fail(std::move(error));
  if (llvm::Error error = (*session)->add(std::move(*object)))
    return (*session)->fail(std::move(error));
  if (llvm::Error error = (*session)->look_up(source.programs.size(), source.scores.size()))
    return (*session)->fail(std::move(error));
  return std::unique_ptr<LoadedKernels>(session->release());
}

base::Result<std::unique_ptr<LoadedKernels>> compile(const codegen::KernelSource& source) {
  return without_fatal_errors([&] { return link(source); });
}

base::Result<std::string> print(const codegen::KernelSource& source, NativeStage stage) {
  return without_fatal_errors([&] { return emit(source, stage); });
}

}  // namespace
}  // namespace seedc::jit

extern "C" [[gnu::visibility("default")]] const seedc::jit::NativeBackend seedc_native_backend_5 = {
    seedc::jit::compile, seedc::jit::print};
