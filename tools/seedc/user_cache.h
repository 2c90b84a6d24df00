// Where the command keeps what later runs can use again.
#pragma once

#include <filesystem>
#include <string>

namespace seedc::tool {

/// `$XDG_CACHE_HOME/seedc`, or `~/.cache/seedc`; empty without either.
std::filesystem::path user_cache();

/// The folder of snapshots in it. Ends the command without a cache.
std::string snapshot_cache();

}  // namespace seedc::tool
