// What is known of reading a string (text.h) without reading it.
#pragma once

#include <string_view>

namespace seedc::language {

/// Whether reading gives the string itself, as far as its first byte tells: true of dates, ids and
/// most names.
bool is_read_as_itself(std::string_view text);

}  // namespace seedc::language
