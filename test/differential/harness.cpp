// Temporary folders, settings, and the count of evaluations.
#include "test/differential/harness.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace seedc::differential {

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

void count_evaluations(std::uint64_t values) {
  static std::uint64_t sum = 0;
  [[maybe_unused]] static const int told_at_end =
      std::atexit([] { std::fprintf(stderr, "evaluations: %ju\n", std::uintmax_t{sum}); });
  sum += values;
}

Folder::Folder() {
  std::string name = std::filesystem::temp_directory_path() / "seedc-differential-XXXXXX";
  path_ = mkdtemp(name.data());
}

Folder::~Folder() {
  if (!is_kept_) std::filesystem::remove_all(path_);
}

}  // namespace seedc::differential
