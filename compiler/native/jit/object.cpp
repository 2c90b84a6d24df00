// Generates object code for this host at LLVM's cheapest optimisation level.
#include "compiler/native/jit/object.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>

#include <new>
#include <string>
#include <string_view>

#include "compiler/native/codegen/codegen.h"
#include "runtime/base/processor.h"

namespace seedc::jit {
namespace {

/// Without a handler, or after one that returns, LLVM ends the process.
[[noreturn]] void stop(void*, const char* reason, bool) { throw FatalError{reason}; }

/// Throws like `operator new`, where LLVM would abort.
[[noreturn]] void stop_without_memory(void*, const char*, bool) {
  if (const std::new_handler handler = std::get_new_handler()) handler();
  throw std::bad_alloc();
}

using MachineBuilder = llvm::orc::JITTargetMachineBuilder;

/// The target machine, and the width of its vector registers.
struct Host {
  MachineBuilder builder;
  unsigned vector_words;
};

/// LLVM takes a millisecond to apply the hundred features of a processor one by one, but has the
/// versions of its instruction set at hand.
llvm::Expected<MachineBuilder> builder_of_host() {
#if defined(__x86_64__)
  MachineBuilder builder{llvm::Triple(llvm::sys::getProcessTriple())};
  builder.setCPU(std::string(base::instruction_set()));
  return builder;
#else
  return MachineBuilder::detectHost();
#endif
}

unsigned vector_words_of_host() {
  const std::string_view set = base::instruction_set();
  return set == "x86-64-v4" ? 8 : set == "x86-64-v3" ? 4 : 2;
}

base::Result<Host> detect_host() {
  llvm::install_fatal_error_handler(stop);
  llvm::install_bad_alloc_error_handler(stop_without_memory);
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto builder = builder_of_host();
  if (!builder) return fail_as(builder.takeError());
  // Chosen by measurement: any higher level takes ten times as long; the large code model, LLVM's
  // default here, prevents fast instruction selection of calls.
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::None)
      .setRelocationModel(llvm::Reloc::PIC_)
      .setCodeModel(llvm::CodeModel::Small);
  return Host{*std::move(builder), vector_words_of_host()};
}

/// Cached, because querying the processor is slow in virtual machines.
const base::Result<Host>& host() {
  static const base::Result<Host> detected = detect_host();
  return detected;
}

struct Compilation {
  Kept<llvm::LLVMContext> context;
  Kept<llvm::TargetMachine> machine;
  Kept<llvm::Module> module;
};

base::Result<Compilation> create_module(const codegen::KernelSource& source) {
  if (!host()) return tl::unexpected(host().error());
  auto machine = MachineBuilder(host()->builder).createTargetMachine();
  if (!machine) return fail_as(machine.takeError());
  Compilation result{Kept<llvm::LLVMContext>(new llvm::LLVMContext),
                     Kept<llvm::TargetMachine>(machine->release()), nullptr};
  auto module = codegen::generate(source, *result.context, host()->vector_words);
  if (!module) return tl::unexpected(module.error());
  result.module.reset(module->release());
  result.module->setTargetTriple(result.machine->getTargetTriple().str());
  result.module->setDataLayout(result.machine->createDataLayout());
  return result;
}

base::Result<llvm::SmallVector<char, 0>> create_file(const codegen::KernelSource& source,
                                                     llvm::CodeGenFileType type) {
  base::Result<Compilation> compilation = create_module(source);
  if (!compilation) return tl::unexpected(compilation.error());
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  const Kept<llvm::legacy::PassManager> passes(new llvm::legacy::PassManager);
  if (compilation->machine->addPassesToEmitFile(*passes, stream, nullptr, type)) {
    return base::fail<base::ErrorCode::NoCodeGenerator>();
  }
  passes->run(*compilation->module);
  return bytes;
}

base::Result<std::string> create_ir(const codegen::KernelSource& source) {
  base::Result<Compilation> compilation = create_module(source);
  if (!compilation) return tl::unexpected(compilation.error());
  std::string text;
  llvm::raw_string_ostream(text) << *compilation->module;
  return text;
}

}  // namespace

tl::unexpected<base::Error> fail_as(llvm::Error error) {
  return cannot_make(llvm::toString(std::move(error)));
}

tl::unexpected<base::Error> cannot_make(const std::string& reason) {
  return base::fail(base::error<base::ErrorCode::NativeCodeFailed>(reason).with_help(
      "use the interpreter, which needs no LLVM", base::Setting::Interpreter));
}

base::Result<Object> create_object(const codegen::KernelSource& source) {
  auto bytes = create_file(source, llvm::CodeGenFileType::ObjectFile);
  if (!bytes) return tl::unexpected(bytes.error());
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(*bytes), "kernels", false);
}

base::Result<std::string> emit(const codegen::KernelSource& source, NativeStage stage) {
  if (stage == NativeStage::Llvm) return create_ir(source);
  const auto type = stage == NativeStage::Asm ? llvm::CodeGenFileType::AssemblyFile
                                              : llvm::CodeGenFileType::ObjectFile;
  auto bytes = create_file(source, type);
  if (!bytes) return tl::unexpected(bytes.error());
  return std::string(bytes->begin(), bytes->end());
}

}  // namespace seedc::jit
