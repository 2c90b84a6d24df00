// Looks up libcurl's functions.
#include "runtime/llm/curl.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "runtime/base/shared_library.h"

namespace seedc::llm {
namespace {

constexpr const char* kName = "libcurl.so.4";
constexpr const char* kHelp = "models are called through libcurl 7.85 or later; install it";

base::Result<CurlFunctions> find_functions(void* library) {
  CurlFunctions found;
  const char* missing = nullptr;
  const auto look_up = [&](auto& function, const char* name) {
    using Function = std::remove_reference_t<decltype(function)>;
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr) missing = name;
  };
#define SEEDC_CURL_LOOK_UP(name) look_up(found.name, "curl_" #name);
  SEEDC_CURL_FUNCTIONS(SEEDC_CURL_LOOK_UP)
#undef SEEDC_CURL_LOOK_UP
  if (missing == nullptr) return found;
  return base::fail_with_help<base::ErrorCode::NoFunction>(kHelp, kName, missing);
}

base::Result<CurlFunctions> find_curl() {
  const base::Result<void*> library = base::load_library(kName);
  if (library) return find_functions(*library);
  const base::Error& why = library.error();
  if (why.kind() == base::ErrorKind::Limit) {
    return base::fail_with_help<base::ErrorCode::NoMemoryForLibrary>("give it more", kName,
                                                                     why.text);
  }
  return base::fail(
      base::error<base::ErrorCode::LibraryNotLoaded>(kName, why.text).with_help(kHelp));
}

}  // namespace

const base::Result<CurlFunctions>& load_curl() {
  static const base::Result<CurlFunctions> loaded = find_curl();
  return loaded;
}

}  // namespace seedc::llm
