// Encodes and decodes by OpenSSL, which takes whole groups of the usual alphabet.
#include "tools/manifest/base64.h"

#include <algorithm>

#include "tools/manifest/crypto.h"

namespace seedc::manifest {
namespace {

/// The groups without white space, in the usual alphabet, padded.
std::string groups_of(std::string_view text) {
  std::string groups;
  for (const char c : text) {
    if (std::string_view(" \t\r\n").find(c) != std::string_view::npos) continue;
    groups += c == '-' ? '+' : c == '_' ? '/' : c;
  }
  while (groups.size() % 4 != 0) groups += '=';
  return groups;
}

}  // namespace

std::string base64_of(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // with the zero that OpenSSL adds
  crypto().EVP_EncodeBlock(unsigned_of(text), unsigned_of(bytes), static_cast<int>(bytes.size()));
  text.pop_back();
  return text;
}

std::optional<std::string> bytes_of_base64(std::string_view text) {
  const std::string groups = groups_of(text);
  if (groups.empty()) return std::string();
  const std::size_t padding = groups.size() - (groups.find_last_not_of('=') + 1);
  if (padding > 2) return std::nullopt;
  std::string bytes(groups.size() / 4 * 3, '\0');
  const int size = crypto().EVP_DecodeBlock(unsigned_of(bytes), unsigned_of(groups),
                                            static_cast<int>(groups.size()));
  if (size != static_cast<int>(bytes.size())) return std::nullopt;
  bytes.resize(bytes.size() - padding);
  return bytes;
}

}  // namespace seedc::manifest
