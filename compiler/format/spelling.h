// How the shorthand spells names, strings and values in its canonical form.
#pragma once

#include <string>
#include <string_view>

namespace seedc::format {

/// `"…"`, or `'…'`, in which backslashes are literal, if that avoids escapes.
std::string string(std::string_view text);

/// As in the published hops, `1HOP(['Alice'], 'cozy')`: `'…'` if that needs no escapes.
std::string hop_string(std::string_view text);

/// The name itself if it is a valid name, otherwise a string.
std::string name(std::string_view text);

/// The same, but numbers are also left as they are.
std::string name_or_number(std::string_view text);

/// The key of an option or an object.
std::string key(std::string_view text);

/// Whether a path can begin with this key.
bool begins_path(std::string_view key);

}  // namespace seedc::format
