// Signed statements: the envelopes of DSSE 1.0, and detached signatures as OpenSSH makes them. What
// is signed are the bytes of the statement's file, which is never written anew.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/manifest/key.h"

namespace seedc::manifest {

struct Signature {
  std::string key_id;  ///< a hint, which is not signed
  std::string bytes;
};

struct Envelope {
  std::string payload_type, payload;
  std::vector<Signature> signatures;

  /// Whether one of the signatures is of the key.
  bool is_signed_by(const PublicKey& key) const;
};

/// What is signed: `DSSEv1 LENGTH TYPE LENGTH PAYLOAD`.
std::string signed_bytes(std::string_view payload_type, std::string_view payload);

/// An envelope of a statement, as JSON.
std::string envelope_of(std::string_view statement, const PrivateKey& key);

/// Throws Error (Data), which calls the file `name`, if the text is no envelope of a statement.
Envelope read_envelope(const std::string& name, std::string_view text);

/// The purpose for which `ssh-keygen -Y verify` takes the signature (`-n file`).
constexpr std::string_view kSshNamespace = "file";

/// A signature in a file of its own, as `ssh-keygen -Y sign` makes it.
std::string ssh_signature_of(std::string_view statement, const PrivateKey& key);

}  // namespace seedc::manifest
