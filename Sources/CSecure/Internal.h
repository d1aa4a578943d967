// What the files of this target share.
#ifndef CSECURE_INTERNAL_H
#define CSECURE_INTERNAL_H

#include "CSecure.h"

// As OpenSSL names what it calls EVP_PKEY and X509.
struct evp_pkey_st;
struct x509_st;

struct csec_identity {
  struct evp_pkey_st *key;
  struct x509_st *certificate;
};

/// The hash that stands for an Ed25519 key; false for any other key.
bool csec_key_hash(const struct evp_pkey_st *key, uint8_t *out32);

#endif
