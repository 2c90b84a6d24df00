// The encoding of OpenSSH's keys and signatures: strings behind their length, big-endian (RFC 4251,
// section 5).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace seedc::manifest {

std::string ssh_number(std::uint32_t value);
std::string ssh_string(std::string_view text);

/// Reads one after the other; what is cut short is empty, and `is_whole` is false from then on.
class SshReader {
 public:
  explicit SshReader(std::string_view bytes) : left_(bytes) {}

  std::string_view take(std::size_t size);
  std::uint32_t number();
  std::string_view string() { return take(number()); }
  bool is_whole() const { return is_whole_; }

 private:
  std::string_view left_;
  bool is_whole_ = true;
};

}  // namespace seedc::manifest
