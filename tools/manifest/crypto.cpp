// Looks up libcrypto's functions.
#include "tools/manifest/crypto.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <type_traits>

#include "include/seedc/seedc.hpp"
#include "runtime/base/shared_library.h"

namespace seedc::manifest {
namespace {

constexpr const char* kName = "libcrypto.so.3";
constexpr const char* kHelp = "manifests are signed by OpenSSL 3; install it";

CryptoFunctions find_functions() {
  const base::Result<void*> library = base::load_library(kName);
  if (!library)
    throw Error(ErrorKind::Service,
                fmt::format("{} cannot be loaded: {}", kName, library.error().text), kHelp);
  CryptoFunctions found;
  const auto look_up = [&](auto& function, const char* name) {
    using Function = std::remove_reference_t<decltype(function)>;
    function = reinterpret_cast<Function>(dlsym(*library, name));
    if (function == nullptr)
      throw Error(ErrorKind::Service, fmt::format("{} has no function `{}`", kName, name), kHelp);
  };
#define SEEDC_CRYPTO_LOOK_UP(name) look_up(found.name, #name);
  SEEDC_CRYPTO_FUNCTIONS(SEEDC_CRYPTO_LOOK_UP)
#undef SEEDC_CRYPTO_LOOK_UP
  return found;
}

}  // namespace

const CryptoFunctions& crypto() {
  static const CryptoFunctions functions = find_functions();
  return functions;
}

}  // namespace seedc::manifest
