// Parts of a snapshot that are read whole, or in larger pieces, as frames of zstd.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "runtime/base/call.h"

namespace seedc::data {

/// `bytes` as a frame.
std::string zstd_frame(std::string_view bytes);

/// Unpacks a frame of `to.size()` bytes. Throws DamagedData.
void unpack_frame(std::string_view frame, std::span<char> to);
/// The bytes of a frame, however many it has. Throws DamagedData.
std::string unpacked_frame(std::string_view frame, const base::Call& call);

}  // namespace seedc::data
