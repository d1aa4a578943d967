// What the files of this target share.
#ifndef CSECURE_INTERNAL_H
#define CSECURE_INTERNAL_H

#include "CSecure.h"

#include <openssl/evp.h>
#include <openssl/x509.h>

struct csec_identity {
  EVP_PKEY *key;
  X509 *certificate;
};

/// The hash that stands for an Ed25519 key; false for any other key.
bool csec_key_hash(const EVP_PKEY *key, uint8_t *out32);

#endif
