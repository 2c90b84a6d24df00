// Where the user's caches lie, and what the environment says.
#pragma once

#include <filesystem>
#include <string>

namespace seedc {

/// A variable's value; empty if it is not set.
std::string environment(const char* name);

/// `$XDG_CACHE_HOME/seedc`, or `~/.cache/seedc`; empty without either.
std::filesystem::path user_cache();

}  // namespace seedc
