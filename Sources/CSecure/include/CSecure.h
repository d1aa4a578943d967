// OpenSSL 3 behind a few functions: bytes in, bytes out. None of its types appears here.
//
// No sockets, no clock, no state that a caller could see. A handle belongs to one caller at a time,
// and no function keeps a pointer that it was given, but for a session, which needs its context.
#ifndef CSECURE_H
#define CSECURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Hashing, randomness, memory

/// SHA-256 of `count` bytes into 32 bytes; false when the library has no memory left.
bool csec_sha256(const uint8_t *bytes, size_t count, uint8_t *out32);
/// HKDF with SHA-256 (RFC 5869), extract and expand.
bool csec_hkdf(const uint8_t *secret, size_t secret_count, const uint8_t *salt, size_t salt_count,
               const char *info, uint8_t *out, size_t count);
/// Fills with bytes of the library's generator, which is seeded by the kernel.
bool csec_random(uint8_t *out, size_t count);
/// Compares in a time that depends on `count` alone.
bool csec_equal(const uint8_t *left, const uint8_t *right, size_t count);
/// Overwrites, and the compiler may not leave it out.
void csec_wipe(void *bytes, size_t count);

// MARK: Identity

/// An Ed25519 key, and a certificate that it signed itself: made anew each time, it says nothing.
typedef struct csec_identity csec_identity;

/// From the key's 32 secret bytes (RFC 8032); NULL when there is no memory left.
csec_identity *csec_identity_create(const uint8_t *seed32);
/// SHA-256 of the public key as a SubjectPublicKeyInfo in DER.
bool csec_identity_hash(const csec_identity *identity, uint8_t *out32);
/// The public key itself (RFC 8032).
bool csec_identity_public_key(const csec_identity *identity, uint8_t *out32);
/// Signs with Ed25519; false when there is no memory left.
bool csec_identity_sign(const csec_identity *identity, const uint8_t *bytes, size_t count,
                        uint8_t *out64);
void csec_identity_free(csec_identity *identity);
/// Whether the owner of a public key signed these bytes.
bool csec_verify(const uint8_t *key32, const uint8_t *bytes, size_t count,
                 const uint8_t *signature64);

// MARK: TLS 1.3

/// How every session of one identity speaks: TLS 1.3 alone, certificates both ways, no tickets, no
/// early data; dates, names and chains mean nothing.
typedef struct csec_context csec_context;
typedef struct csec_session csec_session;

/// What came of a call.
typedef enum {
  CSEC_DONE = 1,
  /// Feed more bytes first.
  CSEC_WANT_INPUT = 0,
  /// The other side said that it ends.
  CSEC_CLOSED = -1,
  /// For good: see `csec_session_failure`. Send what is pending, then close.
  CSEC_FAILED = -2,
} csec_outcome;

/// Judges the other side by the hash of its public key, before our own certificate is sent when we
/// dial, and before any byte of the program. So far the key is only claimed; the proof follows. So
/// it may refuse, and must note nothing down.
typedef bool (*csec_judge)(void *judge_context, const uint8_t *hash32);

/// `protocol` is the one ALPN name that is spoken, 1 to 255 bytes.
csec_context *csec_context_create(const csec_identity *identity, const char *protocol);
/// After the last session of the context.
void csec_context_free(csec_context *context);

csec_session *csec_session_create(const csec_context *context, bool dialled);
void csec_session_free(csec_session *session);

/// Bytes from the wire; false when there is no memory left.
bool csec_session_feed(csec_session *session, const uint8_t *bytes, size_t count);
/// The wire ended: a later read fails unless the other side said before that it ends.
void csec_session_feed_end(csec_session *session);
/// How many bytes wait for the wire.
size_t csec_session_pending(const csec_session *session);
/// Takes up to `capacity` of them.
size_t csec_session_take(csec_session *session, uint8_t *out, size_t capacity);

/// Goes on with the handshake. The judge is used during this call only.
csec_outcome csec_session_handshake(csec_session *session, csec_judge judge, void *judge_context);
/// Fails before the handshake is done and the other side judged. `*count` is what was read.
csec_outcome csec_session_read(csec_session *session, uint8_t *out, size_t capacity,
                               size_t *count);
/// The same for writing. One call makes at most one record of 16 KiB.
csec_outcome csec_session_write(csec_session *session, const uint8_t *bytes, size_t count,
                                size_t *written);
/// Says that we end.
void csec_session_close(csec_session *session);

/// The proven key of the other side, as a hash; false before the handshake is done.
bool csec_session_peer(const csec_session *session, uint8_t *hash32);
/// Secret bytes that both sides and nobody else have (RFC 8446, 7.5); false before the same.
bool csec_session_export(const csec_session *session, const char *label, const uint8_t *context,
                         size_t context_count, uint8_t *out, size_t count);

/// Why a session failed: numbers of TLS alerts, or -1, and words for a log.
typedef struct {
  int32_t alert_received;
  int32_t alert_sent;
  char text[120];
} csec_failure;

void csec_session_failure(const csec_session *session, csec_failure *out);

// MARK: Sealing

/// ChaCha20-Poly1305 (RFC 8439) with one key, for one direction.
typedef struct csec_aead csec_aead;

csec_aead *csec_aead_create(const uint8_t *key32, bool sealing);
void csec_aead_free(csec_aead *aead);
/// `out` takes `count` and 16 bytes more.
bool csec_aead_seal(csec_aead *aead, const uint8_t *nonce12, const uint8_t *header,
                    size_t header_count, const uint8_t *plain, size_t count, uint8_t *out);
/// `count` includes the last 16 bytes; `out` takes the others and means nothing after false.
bool csec_aead_open(csec_aead *aead, const uint8_t *nonce12, const uint8_t *header,
                    size_t header_count, const uint8_t *sealed, size_t count, uint8_t *out);

#endif
