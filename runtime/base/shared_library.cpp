// Loads shared libraries and classifies the dynamic linker's errors.
#include "runtime/base/shared_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string_view>

namespace seedc::base {

Result<void*> load_library(const std::string& name) {
  if (void* library = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL)) return library;
  const std::string_view why = dlerror();  // the linker reports its errors only as text
  const bool is_memory = why.find("cannot map") != why.npos || why.find("allocate") != why.npos;
  if (!is_memory) return fail<ErrorCode::NotLoaded>(why);
  return fail<ErrorCode::NoMemoryToLoad>(why);
}

}  // namespace seedc::base
