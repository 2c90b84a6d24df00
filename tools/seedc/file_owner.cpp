// Asks the file system.
#include "tools/seedc/file_owner.h"

#include <sys/stat.h>
#include <unistd.h>

namespace seedc::tool {

bool belongs_to_another(const std::filesystem::path& file) {
  struct stat found{};
  if (::stat(file.c_str(), &found) != 0) return false;
  return found.st_uid != ::geteuid() && found.st_uid != 0;
}

}  // namespace seedc::tool
