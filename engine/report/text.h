// Small text helpers that reports share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace seedc::report {

/// `1 item`, `2 items`.
std::string counted(std::uint64_t count, std::string_view noun);

/// ` + 3 broken`, or empty for none.
std::string addend(std::uint64_t count, std::string_view what);

/// `1.5 KB`, `20.0 MB`, by thousands.
std::string size_text(std::uint64_t bytes);

/// A CSV field by RFC 4180.
std::string csv_field(std::string_view text);

}  // namespace seedc::report
