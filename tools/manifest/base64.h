// Base64, as envelopes and keys have it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace seedc::manifest {

std::string base64_of(std::string_view bytes);

/// std::nullopt if the text is none. The alphabet may be that of URLs; white space is skipped.
std::optional<std::string> bytes_of_base64(std::string_view text);

}  // namespace seedc::manifest
