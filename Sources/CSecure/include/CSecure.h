// OpenSSL behind a few functions: bytes in, bytes out. None of its types appears here.
#ifndef CSECURE_H
#define CSECURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// SHA-256 of `count` bytes into 32 bytes; false when the library has no memory left.
bool csec_sha256(const uint8_t *bytes, size_t count, uint8_t *out32);
/// Fills with bytes of the library's generator, which is seeded by the kernel.
bool csec_random(uint8_t *out, size_t count);

#endif
