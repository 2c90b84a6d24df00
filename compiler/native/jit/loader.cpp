// Finds and loads libseedc_jit.so when kernels are first compiled, and forwards compilations to it.
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <filesystem>
#include <vector>

#include "compiler/native/jit/backend.h"
#include "runtime/base/shared_library.h"

namespace seedc::jit {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLibraryName = "libseedc_jit.so";

/// The file that this code is in: the program, or a shared library. Empty if that is unknown.
fs::path own_file() {
  Dl_info info{};
  link_map* map = nullptr;
  void* const here = reinterpret_cast<void*>(&own_file);
  const int found = dladdr1(here, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP);
  std::error_code failed;
  // The program itself has no name there.
  const bool is_program = found == 0 || map == nullptr || *map->l_name == '\0';
  return is_program ? fs::read_symlink("/proc/self/exe", failed)
                    : fs::canonical(map->l_name, failed);
}

std::vector<fs::path> candidates() {
  const fs::path file = own_file();
  const fs::path folder = file.parent_path();
  std::vector<fs::path> paths;
  if (!file.empty()) paths = {folder / ".." / "lib" / kLibraryName, folder / kLibraryName};
  paths.push_back(fs::path(SEEDC_INSTALL_LIBDIR) / kLibraryName);
  return paths;
}

tl::unexpected<base::Error> unavailable(const std::string& why) {
  return base::fail(base::error<base::ErrorCode::NoNativeCode>(why).with_help(
      "use the interpreter, which needs no LLVM", base::Setting::Interpreter));
}

tl::unexpected<base::Error> not_loaded(const base::Error& error) {
  if (error.kind() != base::ErrorKind::Limit) return unavailable(error.text);
  return base::fail(base::error<base::ErrorCode::NoMemoryForNativeCode>(error.text)
                        .with_help("give it more; or use the interpreter, which needs no LLVM",
                                   base::Setting::Interpreter));
}

/// The library in the first searched location that has it; empty if none has.
fs::path library_path() {
  std::error_code ignored;
  for (const fs::path& path : candidates()) {
    if (fs::exists(path, ignored)) return path;
  }
  return {};
}

base::Result<const NativeBackend*> load(const fs::path& path) {
  const base::Result<void*> library = base::load_library(path);
  if (!library) return not_loaded(library.error());
  void* symbol = dlsym(*library, kBackendSymbol);
  if (!symbol) return unavailable(fmt::format("{} is of another version", path.string()));
  return static_cast<const NativeBackend*>(symbol);
}

base::Result<const NativeBackend*> find_and_load() {
  const fs::path path = library_path();
  if (path.empty()) return unavailable(fmt::format("there is no {}", kLibraryName));
  return load(path);
}

/// Loaded once, on first use; a failure is remembered too.
const base::Result<const NativeBackend*>& backend() {
  static const base::Result<const NativeBackend*> loaded = find_and_load();
  return loaded;
}

}  // namespace

NativeCode::NativeCode(std::unique_ptr<LoadedKernels> kernels) : kernels_(std::move(kernels)) {}
NativeCode::NativeCode(NativeCode&&) noexcept = default;
NativeCode& NativeCode::operator=(NativeCode&&) noexcept = default;
NativeCode::~NativeCode() = default;

std::span<const contract::PlaneKernel> NativeCode::programs() const { return kernels_->programs; }
std::span<const contract::ScoreKernel> NativeCode::scores() const { return kernels_->scores; }

base::Result<NativeCode> NativeCode::compile(const codegen::KernelSource& source) {
  if (!backend()) return tl::unexpected(backend().error());
  base::Result<std::unique_ptr<LoadedKernels>> kernels = (*backend())->compile(source);
  if (!kernels) return tl::unexpected(kernels.error());
  return NativeCode(std::move(*kernels));
}

base::Result<std::string> emit_native(const codegen::KernelSource& source, NativeStage stage) {
  if (!backend()) return tl::unexpected(backend().error());
  return (*backend())->emit(source, stage);
}

}  // namespace seedc::jit
