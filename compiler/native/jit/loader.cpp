// Takes kernels from the cache, or finds and loads libseedc_jit.so and has them compiled there.
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <vector>

#include "compiler/native/jit/backend.h"
#include "compiler/native/jit/object_key.h"
#include "compiler/native/jit/object_linker.h"
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
              "use `--backend interp`, which needs no LLVM");
}

tl::unexpected<Error> not_loaded(const Error& error) {
  if (error.kind != ErrorKind::Limit) return unavailable(error.text);
  return fail(ErrorKind::Limit, error.text,
              "give it more; or use `--backend interp`, which needs no LLVM");
}

/// The library that is there, of the places where it may be; empty if there is none.
fs::path library_path() {
  std::error_code ignored;
  for (const fs::path& path : candidates()) {
    if (fs::exists(path, ignored)) return path;
  }
  return {};
}

/// What made an object: the library as it is on the disk, so that objects of another build are none
/// of ours.
std::string find_compiler_identity() {
  struct stat status{};
  if (stat(library_path().c_str(), &status) != 0) return "none";
  return fmt::format("seedc {}, {} bytes of {}.{:09}", SEEDC_VERSION, status.st_size,
                     status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}
const std::string& compiler_identity() {
  static const std::string identity = find_compiler_identity();
  return identity;
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

/// Loaded once, by the first who asks; a failure is remembered too.
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

Result<NativeCode> NativeCode::compile(const KernelSource& source, const ObjectCache& cache) {
  const std::string key = object_key(source, compiler_identity());
  if (const auto object = cache.find(key)) {
    auto linked = link_object(*object, source.programs.size(), source.scores.size());
    if (linked) return NativeCode(std::move(linked));
  }
  if (!backend()) return tl::unexpected(backend().error());
  std::string object;
  Result<std::unique_ptr<LoadedKernels>> kernels = (*backend())->compile(source, object);
  if (!kernels) return tl::unexpected(kernels.error());
  cache.keep(key, object);
  return NativeCode(std::move(*kernels));
}

bool NativeCode::is_kept(const KernelSource& source, const ObjectCache& cache) {
  return cache.has(object_key(source, compiler_identity()));
}

Result<std::string> emit_native(const KernelSource& source, NativeStage stage) {
  if (!backend()) return tl::unexpected(backend().error());
  return (*backend())->emit(source, stage);
}

}  // namespace seedc
