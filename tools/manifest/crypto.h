// OpenSSL's libcrypto, loaded when something is first signed or verified: other processes start
// faster without it.
#pragma once

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <string>
#include <string_view>

namespace seedc::manifest {

/// All its functions that are used.
// clang-format off
#define SEEDC_CRYPTO_FUNCTIONS(X) \
  X(BIO_new_mem_buf) X(BIO_free) X(PEM_read_bio_PrivateKey) X(PEM_read_bio_PUBKEY) \
  X(EVP_PKEY_free) X(EVP_PKEY_get_id) \
  X(EVP_PKEY_get_raw_private_key) X(EVP_PKEY_get_raw_public_key) \
  X(EVP_PKEY_new_raw_private_key) X(EVP_PKEY_new_raw_public_key) \
  X(EVP_MD_CTX_new) X(EVP_MD_CTX_free) \
  X(EVP_DigestSignInit) X(EVP_DigestSign) X(EVP_DigestVerifyInit) X(EVP_DigestVerify) \
  X(EVP_Q_digest) X(EVP_EncodeBlock) X(EVP_DecodeBlock) X(ERR_clear_error)
// clang-format on

struct CryptoFunctions {
#define SEEDC_CRYPTO_MEMBER(name) decltype(&::name) name = nullptr;
  SEEDC_CRYPTO_FUNCTIONS(SEEDC_CRYPTO_MEMBER)
#undef SEEDC_CRYPTO_MEMBER
};

/// Texts as those functions take them.
inline const unsigned char* unsigned_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
inline unsigned char* unsigned_of(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}

/// The loaded functions. Throws Error (Service) if there is no OpenSSL 3.
const CryptoFunctions& crypto();

}  // namespace seedc::manifest
