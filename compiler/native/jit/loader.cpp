// Finds and loads libseedc_jit.so when kernels are first compiled, and forwards compilations to it.
#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "compiler/native/jit/backend.h"
#include "runtime/base/shared_library.h"

namespace seedc {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLibraryName = "libseedc_jit.so";

std::vector<fs::path> candidates() {
  std::error_code failed;
  const fs::path folder = fs::read_symlink("/proc/self/exe", failed).parent_path();
  std::vector<fs::path> paths;
  if (!failed) paths = {folder / ".." / "lib" / kLibraryName, folder / kLibraryName};
  paths.push_back(fs::path(SEEDC_INSTALL_LIBDIR) / kLibraryName);
  return paths;
}

tl::unexpected<Error> unavailable(std::string why) {
  return fail(ErrorKind::Service, "native code is not available: " + std::move(why),
              "use the interpreter, which needs no LLVM", Setting::Backend);
}

tl::unexpected<Error> not_loaded(const Error& error) {
  if (error.kind != ErrorKind::Limit) return unavailable(error.text);
  return fail(ErrorKind::Limit, error.text,
              "give it more; or use the interpreter, which needs no LLVM", Setting::Backend);
}

/// The library in the first searched location that has it; empty if none has.
fs::path library_path() {
  std::error_code ignored;
  for (const fs::path& path : candidates()) {
    if (fs::exists(path, ignored)) return path;
  }
  return {};
}

Result<const NativeBackend*> load(const fs::path& path) {
  const Result<void*> library = load_library(path);
  if (!library) return not_loaded(library.error());
  void* symbol = dlsym(*library, kBackendSymbol);
  if (!symbol) return unavailable(fmt::format("{} is of another version", path.string()));
  return static_cast<const NativeBackend*>(symbol);
}

Result<const NativeBackend*> find_and_load() {
  const fs::path path = library_path();
  if (path.empty()) return unavailable(fmt::format("there is no {}", kLibraryName));
  return load(path);
}

/// Loaded once, on first use; a failure is remembered too.
const Result<const NativeBackend*>& backend() {
  static const Result<const NativeBackend*> loaded = find_and_load();
  return loaded;
}

}  // namespace

NativeCode::NativeCode(std::unique_ptr<LoadedKernels> kernels) : kernels_(std::move(kernels)) {}
NativeCode::NativeCode(NativeCode&&) noexcept = default;
NativeCode& NativeCode::operator=(NativeCode&&) noexcept = default;
NativeCode::~NativeCode() = default;

LookupKernel NativeCode::lookup() const { return kernels_->lookup; }
std::span<const PlaneKernel> NativeCode::programs() const { return kernels_->programs; }
std::span<const ScoreKernel> NativeCode::scores() const { return kernels_->scores; }

Result<NativeCode> NativeCode::compile(const KernelSource& source) {
  if (!backend()) return tl::unexpected(backend().error());
  Result<std::unique_ptr<LoadedKernels>> kernels = (*backend())->compile(source);
  if (!kernels) return tl::unexpected(kernels.error());
  return NativeCode(std::move(*kernels));
}

Result<std::string> emit_native(const KernelSource& source, NativeStage stage) {
  if (!backend()) return tl::unexpected(backend().error());
  return (*backend())->emit(source, stage);
}

}  // namespace seedc
