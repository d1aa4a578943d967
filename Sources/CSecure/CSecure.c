#include "CSecure.h"

#include <limits.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/rand.h>
#include <string.h>

bool csec_sha256(const uint8_t *bytes, size_t count, uint8_t *out32) {
  unsigned int length = 32;
  return EVP_Digest(bytes, count, out32, &length, EVP_sha256(), NULL) == 1 && length == 32;
}

bool csec_hkdf(const uint8_t *secret, size_t secret_count, const uint8_t *salt, size_t salt_count,
               const char *info, uint8_t *out, size_t count) {
  EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
  EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
  OSSL_PARAM parameters[] = {
    OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, "SHA256", 0),
    OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)secret, secret_count),
    OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_count),
    OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, strlen(info)),
    OSSL_PARAM_construct_end(),
  };
  bool ok = context != NULL && EVP_KDF_derive(context, out, count, parameters) == 1;
  EVP_KDF_CTX_free(context);
  EVP_KDF_free(kdf);
  ERR_clear_error();
  return ok;
}

bool csec_random(uint8_t *out, size_t count) {
  return count <= INT_MAX && RAND_bytes(out, (int)count) == 1;
}

bool csec_equal(const uint8_t *left, const uint8_t *right, size_t count) {
  return CRYPTO_memcmp(left, right, count) == 0;
}

void csec_wipe(void *bytes, size_t count) { OPENSSL_cleanse(bytes, count); }
