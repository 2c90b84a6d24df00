// The files that data is read from, for a command that must not replace them.
#pragma once

#include <string>
#include <vector>

namespace seedc::report {

/// Those of a folder, or of a bundle and the files beside it that belong to it; none if the path is
/// not such data.
std::vector<std::string> data_files(const std::string& path);

}  // namespace seedc::report
