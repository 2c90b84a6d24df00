// Ed25519 keys: read from files of OpenSSL and OpenSSH, and what they sign.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace seedc::manifest {

constexpr std::size_t kKeyBytes = 32;
using KeyBytes = std::array<unsigned char, kKeyBytes>;

class PublicKey {
 public:
  explicit PublicKey(const KeyBytes& bytes) : bytes_(bytes) {}
  /// A public key in PEM or as OpenSSH has it in a line, or that of a private key. Throws Error
  /// (Data), which calls the file `name`.
  static PublicKey read(const std::string& name, std::string_view text);

  bool has_signed(std::string_view message, std::string_view signature) const;
  /// Its fingerprint, as `ssh-keygen -l` prints it: `SHA256:…`.
  std::string fingerprint() const;
  /// As OpenSSH stores it: its type, and the key.
  std::string ssh_blob() const;

 private:
  KeyBytes bytes_;
};

class PrivateKey {
 public:
  explicit PrivateKey(const KeyBytes& seed);
  /// PKCS#8 in PEM, or OpenSSH's form; without a passphrase. Throws Error (Data).
  static PrivateKey read(const std::string& name, std::string_view text);

  std::string sign(std::string_view message) const;
  const PublicKey& public_key() const { return public_; }

 private:
  KeyBytes seed_;
  PublicKey public_;
};

}  // namespace seedc::manifest
