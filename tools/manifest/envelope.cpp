// Writes and reads envelopes, and OpenSSH's signatures (its PROTOCOL.sshsig).
#include "tools/manifest/envelope.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "include/seedc/seedc.hpp"
#include "tools/manifest/base64.h"
#include "tools/manifest/crypto.h"
#include "tools/manifest/ssh_wire.h"

namespace seedc::manifest {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kStatementType = "application/vnd.in-toto+json";

[[noreturn]] void refuse_envelope(const std::string& name, std::string_view what) {
  throw Error(ErrorKind::Data, fmt::format("`{}` is no signed manifest: {}", name, what),
              "`seedc sign` makes one");
}

/// A member that is a text.
const std::string& text_member(const std::string& name, const Json& object,
                               const std::string& member) {
  const auto found = object.find(member);
  if (found == object.end() || !found->is_string())
    refuse_envelope(name, "it has no text `" + member + "`");
  return found->get_ref<const std::string&>();
}

std::string bytes_member(const std::string& name, const Json& object, const std::string& member) {
  auto bytes = bytes_of_base64(text_member(name, object, member));
  if (!bytes) refuse_envelope(name, fmt::format("its `{}` is not base64", member));
  return *std::move(bytes);
}

std::string sha512_of(std::string_view text) {
  std::string digest(EVP_MAX_MD_SIZE, '\0');
  std::size_t size = digest.size();
  if (crypto().EVP_Q_digest(nullptr, "SHA512", nullptr, text.data(), text.size(),
                            unsigned_of(digest), &size) != 1)
    throw std::bad_alloc();
  digest.resize(size);
  return digest;
}

}  // namespace

std::string signed_bytes(std::string_view payload_type, std::string_view payload) {
  return fmt::format("DSSEv1 {} {} {} {}", payload_type.size(), payload_type, payload.size(),
                     payload);
}

bool Envelope::is_signed_by(const PublicKey& key) const {
  const std::string message = signed_bytes(payload_type, payload);
  return std::ranges::any_of(signatures, [&](const Signature& signature) {
    return key.has_signed(message, signature.bytes);
  });
}

std::string envelope_of(std::string_view statement, const PrivateKey& key) {
  const std::string signature = key.sign(signed_bytes(kStatementType, statement));
  const Json envelope = {
      {"payloadType", kStatementType},
      {"payload", base64_of(statement)},
      {"signatures",
       Json::array({{{"keyid", key.public_key().fingerprint()}, {"sig", base64_of(signature)}}})}};
  return envelope.dump() + '\n';
}

Envelope read_envelope(const std::string& name, std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) refuse_envelope(name, "it is not a JSON object");
  Envelope envelope = {.payload_type = text_member(name, json, "payloadType"),
                       .payload = bytes_member(name, json, "payload"),
                       .signatures = {}};
  if (envelope.payload_type != kStatementType)
    refuse_envelope(name, fmt::format("its payload is `{}`", envelope.payload_type));
  const auto signatures = json.find("signatures");
  if (signatures == json.end() || !signatures->is_array() || signatures->empty())
    refuse_envelope(name, "it has no signatures");
  for (const Json& each : *signatures) {
    if (!each.is_object()) refuse_envelope(name, "a signature is not a JSON object");
    const bool has_id = each.contains("keyid") && each.at("keyid").is_string();
    envelope.signatures.push_back(
        {has_id ? each.at("keyid").get<std::string>() : "", bytes_member(name, each, "sig")});
  }
  return envelope;
}

std::string ssh_signature_of(std::string_view statement, const PrivateKey& key) {
  constexpr std::string_view kMagic = "SSHSIG";
  constexpr std::size_t kLineBytes = 70;
  const std::string none = ssh_string("");
  const std::string purpose = ssh_string(kSshNamespace) + none + ssh_string("sha512");
  const std::string message = std::string(kMagic) + purpose + ssh_string(sha512_of(statement));
  const std::string signature = ssh_string("ssh-ed25519") + ssh_string(key.sign(message));
  const std::string text =
      base64_of(std::string(kMagic) + ssh_number(1) + ssh_string(key.public_key().ssh_blob()) +
                purpose + ssh_string(signature));
  std::string out = "-----BEGIN SSH SIGNATURE-----\n";
  for (std::size_t at = 0; at < text.size(); at += kLineBytes)
    out += text.substr(at, kLineBytes) + '\n';
  return out + "-----END SSH SIGNATURE-----\n";
}

}  // namespace seedc::manifest
