// The size and the SHA-256 of a file, which is read in pieces on the caller's thread.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/base/call.h"
#include "runtime/base/result.h"

namespace seedc::base {

struct FileDigest {
  std::uint64_t bytes = 0;
  std::string sha256;  ///< in hexadecimal
};

/// Of all that the file has, from its beginning. Fails (Data) if it cannot be read. Checks the
/// call.
Result<FileDigest> digest_of_file(const std::string& path, const Call& call = {});

}  // namespace seedc::base
