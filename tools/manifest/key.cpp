// Reads keys, and signs by OpenSSL.
#include "tools/manifest/key.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "include/seedc/seedc.hpp"
#include "runtime/base/sha256.h"
#include "tools/manifest/base64.h"
#include "tools/manifest/crypto.h"
#include "tools/manifest/ssh_wire.h"

namespace seedc::manifest {
namespace {

constexpr std::string_view kSshType = "ssh-ed25519";
constexpr std::size_t kSignatureBytes = 64;

struct FreeKey {
  void operator()(EVP_PKEY* key) const { crypto().EVP_PKEY_free(key); }
};
using Key = std::unique_ptr<EVP_PKEY, FreeKey>;

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { crypto().EVP_MD_CTX_free(context); }
};
using Context = std::unique_ptr<EVP_MD_CTX, FreeContext>;

struct FreeBio {
  void operator()(BIO* bio) const { crypto().BIO_free(bio); }
};
using Bio = std::unique_ptr<BIO, FreeBio>;

template <class T>
T made(T object) {
  if (object == nullptr) throw std::bad_alloc();
  return object;
}

Context new_context() { return made(Context(crypto().EVP_MD_CTX_new())); }

[[noreturn]] void refuse_key(const std::string& name, std::string_view what, std::string help) {
  throw Error(ErrorKind::Data, fmt::format("`{}`: {}", name, what), std::move(help));
}

KeyBytes key_bytes(std::string_view bytes) {
  KeyBytes key{};
  std::ranges::copy(bytes.substr(0, kKeyBytes), key.begin());
  return key;
}

/// A passphrase is never asked for: commands run unattended.
int no_passphrase(char* /*buffer*/, int /*size*/, int /*writes*/, void* /*context*/) { return -1; }

Key pem_key(std::string_view text, bool is_private) {
  const Bio bio(made(crypto().BIO_new_mem_buf(text.data(), static_cast<int>(text.size()))));
  Key key(is_private ? crypto().PEM_read_bio_PrivateKey(bio.get(), nullptr, &no_passphrase, nullptr)
                     : crypto().PEM_read_bio_PUBKEY(bio.get(), nullptr, &no_passphrase, nullptr));
  crypto().ERR_clear_error();
  return key;
}

void require_ed25519(const std::string& name, const Key& key) {
  if (crypto().EVP_PKEY_get_id(key.get()) != EVP_PKEY_ED25519)
    refuse_key(name, "the key is not of Ed25519",
               "make one with `openssl genpkey -algorithm ed25519` or `ssh-keygen -t ed25519`");
}

bool has_line(std::string_view text, std::string_view line) { return text.find(line) != text.npos; }

/// What is between the first and the last line of a text in PEM.
std::string_view pem_body(std::string_view text, std::string_view label) {
  const std::string begin = fmt::format("-----BEGIN {}-----", label);
  const std::string end = fmt::format("-----END {}-----", label);
  const std::size_t from = text.find(begin);
  const std::size_t to = text.find(end);
  if (from == text.npos || to == text.npos || to < from) return {};
  return text.substr(from + begin.size(), to - from - begin.size());
}

constexpr std::string_view kSshPem = "OPENSSH PRIVATE KEY";

/// The seed of a key of OpenSSH's form (its PROTOCOL.key).
KeyBytes ssh_seed(const std::string& name, std::string_view text) {
  using namespace std::string_view_literals;
  constexpr std::string_view kMagic = "openssh-key-v1\0"sv;
  const auto bytes = bytes_of_base64(pem_body(text, kSshPem));
  SshReader reader(bytes ? *bytes : std::string_view());
  if (reader.take(kMagic.size()) != kMagic) refuse_key(name, "the key is damaged", "");
  const bool is_plain = reader.string() == "none";
  reader.string();  // of the derivation of the cipher's key
  reader.string();
  reader.number();  // one key
  reader.string();  // the public one
  if (!is_plain)
    refuse_key(name, "the key has a passphrase",
               "take it off a copy of the key: ssh-keygen -p -N '' -f COPY");
  SshReader secret(reader.string());
  secret.number();  // twice the same
  secret.number();
  if (secret.string() != kSshType)
    refuse_key(name, "the key is not of Ed25519", "make one with `ssh-keygen -t ed25519`");
  secret.string();  // the public key
  const std::string_view both = secret.string();
  if (!secret.is_whole() || both.size() != 2 * kKeyBytes)
    refuse_key(name, "the key is damaged", "");
  return key_bytes(both);
}

KeyBytes pem_seed(const std::string& name, std::string_view text) {
  const Key key = pem_key(text, /*is_private=*/true);
  if (key == nullptr && has_line(text, "ENCRYPTED"))
    refuse_key(name, "the key has a passphrase",
               "decrypt a copy of it: openssl pkey -in KEY -out COPY");
  if (key == nullptr)
    refuse_key(name, "this is no private key",
               "a key is PKCS#8 in PEM (`openssl genpkey -algorithm ed25519`), or OpenSSH's "
               "(`ssh-keygen -t ed25519`)");
  require_ed25519(name, key);
  KeyBytes seed{};
  std::size_t size = seed.size();
  crypto().EVP_PKEY_get_raw_private_key(key.get(), seed.data(), &size);
  return seed;
}

PublicKey public_of(const KeyBytes& seed) {
  const Key key(made(
      crypto().EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, seed.data(), seed.size())));
  KeyBytes bytes{};
  std::size_t size = bytes.size();
  crypto().EVP_PKEY_get_raw_public_key(key.get(), bytes.data(), &size);
  return PublicKey(bytes);
}

/// `ssh-ed25519 AAAA… who`; std::nullopt if the text is another.
std::optional<PublicKey> ssh_line(const std::string& name, std::string_view text) {
  if (!text.starts_with(kSshType)) return std::nullopt;
  text.remove_prefix(std::min(text.size(), kSshType.size() + 1));
  const auto bytes = bytes_of_base64(text.substr(0, text.find_first_of(" \t\r\n")));
  SshReader reader(bytes ? *bytes : std::string_view());
  const bool is_type = reader.string() == kSshType;
  const std::string_view key = reader.string();
  if (!is_type || key.size() != kKeyBytes) refuse_key(name, "the key is damaged", "");
  return PublicKey(key_bytes(key));
}

}  // namespace

PublicKey PublicKey::read(const std::string& name, std::string_view text) {
  if (auto key = ssh_line(name, text)) return *key;
  if (has_line(text, "PRIVATE KEY-----")) return PrivateKey::read(name, text).public_key();
  const Key key = pem_key(text, /*is_private=*/false);
  if (key == nullptr)
    refuse_key(name, "this is no public key",
               "a key is in PEM (`openssl pkey -in KEY -pubout`), or OpenSSH's line (`KEY.pub`)");
  require_ed25519(name, key);
  KeyBytes bytes{};
  std::size_t size = bytes.size();
  crypto().EVP_PKEY_get_raw_public_key(key.get(), bytes.data(), &size);
  return PublicKey(bytes);
}

bool PublicKey::has_signed(std::string_view message, std::string_view signature) const {
  const Key key(made(crypto().EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes_.data(),
                                                          bytes_.size())));
  const Context context = new_context();
  crypto().EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get());
  const int verified =
      crypto().EVP_DigestVerify(context.get(), unsigned_of(signature), signature.size(),
                                unsigned_of(message), message.size());
  crypto().ERR_clear_error();
  return verified == 1;
}

std::string PublicKey::fingerprint() const {
  base::Sha256 hash;
  hash.add(ssh_blob());
  const base::Sha256Digest digest = hash.finish();
  std::string text = base64_of({reinterpret_cast<const char*>(digest.data()), digest.size()});
  while (text.ends_with('=')) text.pop_back();
  return "SHA256:" + text;
}

std::string PublicKey::ssh_blob() const {
  return ssh_string(kSshType) +
         ssh_string({reinterpret_cast<const char*>(bytes_.data()), bytes_.size()});
}

PrivateKey::PrivateKey(const KeyBytes& seed) : seed_(seed), public_(public_of(seed)) {}

PrivateKey PrivateKey::read(const std::string& name, std::string_view text) {
  return PrivateKey(has_line(text, kSshPem) ? ssh_seed(name, text) : pem_seed(name, text));
}

std::string PrivateKey::sign(std::string_view message) const {
  const Key key(made(crypto().EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, seed_.data(),
                                                           seed_.size())));
  const Context context = new_context();
  crypto().EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key.get());
  std::string signature(kSignatureBytes, '\0');
  std::size_t size = signature.size();
  if (crypto().EVP_DigestSign(context.get(), unsigned_of(signature), &size, unsigned_of(message),
                              message.size()) != 1)
    throw std::bad_alloc();
  return signature;
}

}  // namespace seedc::manifest
