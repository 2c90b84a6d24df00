// Parts of a snapshot that are read whole, or in larger pieces, as frames of zstd.
#pragma once

#include <string>
#include <string_view>

#include "runtime/base/call.h"

namespace seedc::data {

/// `bytes` as a frame.
std::string zstd_frame(std::string_view bytes);

/// The bytes of a frame. Throws DamagedData.
std::string unpacked_frame(std::string_view frame, const base::Call& call);

}  // namespace seedc::data
