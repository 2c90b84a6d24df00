// Texts as JSON strings.
#pragma once

#include <string>
#include <string_view>

namespace seedc::language {

/// `text` as a JSON string, with its quotes, which both notations of requests read too.
std::string json_string(std::string_view text);

}  // namespace seedc::language
