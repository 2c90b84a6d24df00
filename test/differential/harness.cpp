// Temporary folders and settings.
#include "test/differential/harness.h"

#include <cstdlib>

namespace seedc::differential {

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

Folder::Folder() {
  std::string name = std::filesystem::temp_directory_path() / "seedc-differential-XXXXXX";
  path_ = mkdtemp(name.data());
}

Folder::~Folder() {
  if (!is_kept_) std::filesystem::remove_all(path_);
}

}  // namespace seedc::differential
