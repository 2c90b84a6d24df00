// SHA-256, of texts and of what arrives in pieces.
#pragma once

#include <nettle/sha2.h>

#include <array>
#include <string>
#include <string_view>

namespace seedc::base {

using Sha256Digest = std::array<unsigned char, SHA256_DIGEST_SIZE>;

class Sha256 {
 public:
  Sha256() { sha256_init(&state_); }
  void add(std::string_view bytes);
  /// Of all that was added; then it begins anew.
  Sha256Digest finish();

 private:
  sha256_ctx state_;
};

/// In hexadecimal, as `sha256sum` prints it.
std::string hex_of(const Sha256Digest& digest);
std::string sha256_hex(std::string_view text);

}  // namespace seedc::base
