#include "Internal.h"

#include <openssl/err.h>
#include <openssl/evp.h>

bool csec_identity_public_key(const csec_identity *identity, uint8_t *out32) {
  size_t count = 32;
  return EVP_PKEY_get_raw_public_key(identity->key, out32, &count) == 1 && count == 32;
}

bool csec_identity_sign(const csec_identity *identity, const uint8_t *bytes, size_t count,
                        uint8_t *out64) {
  size_t length = 64;
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  bool ok = context != NULL
    && EVP_DigestSignInit(context, NULL, NULL, NULL, identity->key) == 1
    && EVP_DigestSign(context, out64, &length, bytes, count) == 1 && length == 64;
  EVP_MD_CTX_free(context);
  if (!ok) ERR_clear_error();
  return ok;
}

bool csec_verify(const uint8_t *key32, const uint8_t *bytes, size_t count,
                 const uint8_t *signature64) {
  EVP_PKEY *key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, key32, 32);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  bool ok = key != NULL && context != NULL
    && EVP_DigestVerifyInit(context, NULL, NULL, NULL, key) == 1
    && EVP_DigestVerify(context, signature64, 64, bytes, count) == 1;
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
  ERR_clear_error();
  return ok;
}
