#include "Internal.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>

static X509 *self_signed(EVP_PKEY *key) {
  X509 *certificate = X509_new();
  if (certificate == NULL) return NULL;
  uint64_t serial = 0;
  X509_NAME *name = X509_get_subject_name(certificate);
  const unsigned char *common = (const unsigned char *)"device";
  bool ok = RAND_bytes((unsigned char *)&serial, sizeof serial) == 1
    && X509_set_version(certificate, X509_VERSION_3) == 1
    && ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial >> 1 | 1) == 1
    && ASN1_TIME_set_string_X509(X509_getm_notBefore(certificate), "20000101000000Z") == 1
    && ASN1_TIME_set_string_X509(X509_getm_notAfter(certificate), "20991231235959Z") == 1
    && X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, common, -1, -1, 0) == 1
    && X509_set_issuer_name(certificate, name) == 1
    && X509_set_pubkey(certificate, key) == 1
    && X509_sign(certificate, key, NULL) > 0;
  if (ok) return certificate;
  X509_free(certificate);
  return NULL;
}

csec_identity *csec_identity_create(const uint8_t *seed32) {
  csec_identity *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed32, 32);
  if (made->key != NULL) made->certificate = self_signed(made->key);
  if (made->certificate != NULL) return made;
  ERR_clear_error();
  csec_identity_free(made);
  return NULL;
}

bool csec_identity_hash(const csec_identity *identity, uint8_t *out32) {
  return csec_key_hash(identity->key, out32);
}

void csec_identity_free(csec_identity *identity) {
  if (identity == NULL) return;
  EVP_PKEY_free(identity->key);
  X509_free(identity->certificate);
  free(identity);
}

// The DER of an Ed25519 SubjectPublicKeyInfo is always these twelve bytes and the key (RFC 8410).
// `X509_pubkey_digest` is something else: it leaves the algorithm out.
bool csec_key_hash(const EVP_PKEY *key, uint8_t *out32) {
  uint8_t der[44] = {0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00};
  size_t count = 32;
  return key != NULL && EVP_PKEY_get_id(key) == EVP_PKEY_ED25519
    && EVP_PKEY_get_raw_public_key(key, der + 12, &count) == 1 && count == 32
    && csec_sha256(der, sizeof der, out32);
}
