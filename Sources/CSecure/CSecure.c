#include "CSecure.h"

#include <limits.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

bool csec_sha256(const uint8_t *bytes, size_t count, uint8_t *out32) {
  unsigned int length = 32;
  return EVP_Digest(bytes, count, out32, &length, EVP_sha256(), NULL) == 1 && length == 32;
}

bool csec_random(uint8_t *out, size_t count) {
  return count <= INT_MAX && RAND_bytes(out, (int)count) == 1;
}
