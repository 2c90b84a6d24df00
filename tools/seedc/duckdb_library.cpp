// Looks where node looks.
#include "tools/seedc/duckdb_library.h"

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "tools/seedc/file_owner.h"

namespace seedc::tool {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> folders_of_modules() {
  std::vector<fs::path> folders;
  std::error_code unknown;
  for (fs::path folder = fs::current_path(unknown); !folder.empty();
       folder = folder.parent_path()) {
    folders.push_back(folder / "node_modules");
    if (folder == folder.root_path()) break;
  }
  folders.insert(folders.end(), {"/usr/local/lib/node_modules", "/usr/lib/node_modules"});
  return folders;
}

}  // namespace

std::string duckdb_library() {
  const char* named = std::getenv("SEEDC_DUCKDB");
  if (named != nullptr && *named != '\0') return named;
  const fs::path bindings = "@duckdb/node-bindings-linux-x64/libduckdb.so";
  for (const fs::path& modules : folders_of_modules()) {
    for (const fs::path& file :
         {modules / bindings, modules / "@duckdb/node-api/node_modules" / bindings}) {
      std::error_code unknown;
      if (fs::is_regular_file(file, unknown) && !belongs_to_another(file)) return file.string();
    }
  }
  return {};
}

}  // namespace seedc::tool
