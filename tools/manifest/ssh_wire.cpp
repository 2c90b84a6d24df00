// Reads and writes the encoding.
#include "tools/manifest/ssh_wire.h"

namespace seedc::manifest {

std::string ssh_number(std::uint32_t value) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8)
    out += static_cast<char>(static_cast<unsigned char>(value >> shift));
  return out;
}

std::string ssh_string(std::string_view text) {
  return ssh_number(static_cast<std::uint32_t>(text.size())).append(text);
}

std::string_view SshReader::take(std::size_t size) {
  if (size > left_.size()) {
    is_whole_ = false;
    left_ = {};
    return {};
  }
  const std::string_view taken = left_.substr(0, size);
  left_.remove_prefix(size);
  return taken;
}

std::uint32_t SshReader::number() {
  std::uint32_t value = 0;
  for (const char byte : take(sizeof value)) value = value << 8 | static_cast<unsigned char>(byte);
  return value;
}

}  // namespace seedc::manifest
