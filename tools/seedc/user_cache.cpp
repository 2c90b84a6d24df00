// The user's folder of caches, by the rules of XDG.
#include "tools/seedc/user_cache.h"

#include <cstdlib>

namespace seedc {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::filesystem::path user_cache() {
  std::filesystem::path root = environment("XDG_CACHE_HOME");
  const std::string home = environment("HOME");
  if (!root.is_absolute() && !home.empty()) root = std::filesystem::path(home) / ".cache";
  return root.is_absolute() ? root / "seedc" : std::filesystem::path();
}

}  // namespace seedc
