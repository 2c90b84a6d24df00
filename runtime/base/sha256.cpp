// Hashes by Nettle.
#include "runtime/base/sha256.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>

namespace seedc::base {

void Sha256::add(std::string_view bytes) {
  sha256_update(&state_, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

Sha256Digest Sha256::finish() {
  Sha256Digest digest;
  sha256_digest(&state_, digest.size(), digest.data());
  return digest;
}

std::string hex_of(const Sha256Digest& digest) {
  std::string hex;
  for (const unsigned char byte : digest) fmt::format_to(std::back_inserter(hex), "{:02x}", byte);
  return hex;
}

std::string sha256_hex(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  return hex_of(hash.finish());
}

}  // namespace seedc::base
