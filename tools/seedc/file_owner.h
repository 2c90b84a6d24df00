// Whose files are trusted to decide what a command does.
#pragma once

#include <filesystem>

namespace seedc::tool {

/// Whether the file belongs to somebody who is neither root nor the user that runs the command:
/// such a file, perhaps in a folder for everyone, may not choose a service, nor be loaded as code.
/// A file that cannot be looked at belongs to nobody.
bool belongs_to_another(const std::filesystem::path& file);

}  // namespace seedc::tool
