// The programs in the folder of the workspace that are not open: what they define.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/host.h"
#include "engine/lsp/features.h"

namespace seedc::lsp {

/// Paths of the files in a folder that may be programs, up to a number that a workspace does not
/// have. Hidden folders, and those of packages and builds, are left out.
std::vector<std::string> programs_below(const std::string& root, const base::Call& call);

/// Used by one thread at a time.
class WorkspaceFiles {
 public:
  /// The symbols of the programs below `root`, but those at the paths `open`, whose names contain
  /// `part`, without case. Files are compiled without data, and again when they change.
  Json symbols(const std::string& root, const std::string& part, const std::set<std::string>& open,
               Encoding encoding, engine::Host& host);

 private:
  struct Known {
    std::string state;  ///< of the file when it was read
    Json symbols = Json::array();
  };
  const Json& symbols_of(const std::string& path, Encoding encoding, engine::Host& host);

  std::map<std::string, Known> known_;  ///< by path
};

}  // namespace seedc::lsp
