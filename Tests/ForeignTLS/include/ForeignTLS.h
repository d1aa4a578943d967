// Diallers that speak TLS, though not as the library does: for tests.
#ifndef FOREIGNTLS_H
#define FOREIGNTLS_H

#include <stddef.h>
#include <stdint.h>

typedef struct foreign_tls foreign_tls;

typedef enum {
  /// As the library does.
  FOREIGN_PLAIN,
  FOREIGN_TLS12,
  FOREIGN_NO_CERTIFICATE,
  FOREIGN_NO_PROTOCOL,
  FOREIGN_OTHER_KEY,
  FOREIGN_TWO_CERTIFICATES,
} foreign_kind;

foreign_tls *foreign_create(foreign_kind kind, const char *protocol);
void foreign_free(foreign_tls *foreign);
/// Bytes from the other side.
void foreign_hear(foreign_tls *foreign, const uint8_t *bytes, size_t count);
/// Goes on with the handshake, and reads.
void foreign_step(foreign_tls *foreign);
/// Asks for new keys both ways, once the handshake is done.
void foreign_request_keys(foreign_tls *foreign);
/// Bytes for the other side.
size_t foreign_take(foreign_tls *foreign, uint8_t *out, size_t capacity);

#endif
