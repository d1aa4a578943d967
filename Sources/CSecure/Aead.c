#include "CSecure.h"

#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <stdlib.h>

enum { TAG = 16 };

/// One cipher object a key: with each packet only the nonce changes.
struct csec_aead {
  EVP_CIPHER_CTX *cipher;
};

csec_aead *csec_aead_create(const uint8_t *key32, bool sealing) {
  csec_aead *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->cipher = EVP_CIPHER_CTX_new();
  if (made->cipher != NULL
      && EVP_CipherInit_ex(made->cipher, EVP_chacha20_poly1305(), NULL, key32, NULL, sealing) == 1)
    return made;
  ERR_clear_error();
  csec_aead_free(made);
  return NULL;
}

void csec_aead_free(csec_aead *aead) {
  if (aead == NULL) return;
  EVP_CIPHER_CTX_free(aead->cipher);
  free(aead);
}

bool csec_aead_seal(csec_aead *aead, const uint8_t *nonce12, const uint8_t *header,
                    size_t header_count, const uint8_t *plain, size_t count, uint8_t *out) {
  int length = 0, last = 0;
  if (count > INT_MAX - TAG || header_count > INT_MAX) return false;
  EVP_CIPHER_CTX *cipher = aead->cipher;
  return EVP_CipherInit_ex(cipher, NULL, NULL, NULL, nonce12, -1) == 1
    && EVP_CipherUpdate(cipher, NULL, &length, header, (int)header_count) == 1
    && (count == 0 || EVP_CipherUpdate(cipher, out, &length, plain, (int)count) == 1)
    && EVP_CipherFinal_ex(cipher, out + count, &last) == 1
    && EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_GET_TAG, TAG, out + count) == 1;
}

bool csec_aead_open(csec_aead *aead, const uint8_t *nonce12, const uint8_t *header,
                    size_t header_count, const uint8_t *sealed, size_t count, uint8_t *out) {
  int length = 0, last = 0;
  if (count < TAG || count > INT_MAX || header_count > INT_MAX) return false;
  size_t plain = count - TAG;
  uint8_t none[1];
  if (plain == 0) out = none;
  EVP_CIPHER_CTX *cipher = aead->cipher;
  bool ok = EVP_CipherInit_ex(cipher, NULL, NULL, NULL, nonce12, -1) == 1
    && EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, TAG, (void *)(sealed + plain)) == 1
    && EVP_CipherUpdate(cipher, NULL, &length, header, (int)header_count) == 1
    && (plain == 0 || EVP_CipherUpdate(cipher, out, &length, sealed, (int)plain) == 1)
    && EVP_CipherFinal_ex(cipher, out + plain, &last) == 1;
  if (!ok) {
    ERR_clear_error();
    OPENSSL_cleanse(out, plain);
  }
  return ok;
}
