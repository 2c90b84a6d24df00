// Finds the user's cache by the environment.
#include "tools/seedc/user_cache.h"

#include <cstdlib>

#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

/// A variable's value; empty if it is not set.
std::filesystem::path environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::filesystem::path user_cache() {
  std::filesystem::path root = environment("XDG_CACHE_HOME");
  const std::filesystem::path home = environment("HOME");
  if (!root.is_absolute() && !home.empty()) root = home / ".cache";
  return root.is_absolute() ? root / "seedc" : std::filesystem::path();
}

std::string snapshot_cache() {
  const std::filesystem::path cache = user_cache();
  if (cache.empty())
    fail_usage("there is no folder for the snapshot that `--cached` keeps: HOME is not set",
               "set HOME or XDG_CACHE_HOME, or make a snapshot with `seedc snapshot`");
  return (cache / "snapshots").string();
}

}  // namespace seedc::tool
