#include "Internal.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>

/// A certificate of ours has about 220 bytes.
enum { MOST_CERTIFICATE_BYTES = 4096 };
/// Handshake messages that the other side may send after the handshake. Ours sends none; each asks
/// for work, and OpenSSL has no limit for requests to change keys.
enum { MOST_LATE_MESSAGES = 100 };

struct csec_context {
  SSL_CTX *ssl;
  uint8_t protocol[256];  // its length, then its name
};

struct csec_session {
  SSL *ssl;
  BIO *in, *out;  // the SSL owns both
  csec_judge judge;
  void *judge_context;
  bool is_judged, is_done, has_failed;
  unsigned late_messages;
  csec_failure failure;
};

// MARK: What OpenSSL calls

static bool speaks(SSL *ssl, const uint8_t *wanted) {
  const unsigned char *name = NULL;
  unsigned count = 0;
  SSL_get0_alpn_selected(ssl, &name, &count);
  return count == wanted[0] && memcmp(name, wanted + 1, count) == 0;
}

static int choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *out_count,
                           const unsigned char *offered, unsigned offered_count, void *context) {
  (void)ssl;
  const uint8_t *wanted = ((csec_context *)context)->protocol;
  unsigned char *chosen = NULL;
  int result =
    SSL_select_next_proto(&chosen, out_count, wanted, wanted[0] + 1u, offered, offered_count);
  *out = chosen;
  return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

// In place of the whole check of certificates: one Ed25519 key, judged by its hash.
static int verify(X509_STORE_CTX *store, void *context) {
  SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
  csec_session *session = SSL_get_app_data(ssl);
  uint8_t hash[32];
  bool ok = sk_X509_num(X509_STORE_CTX_get0_untrusted(store)) == 1
    && speaks(ssl, ((csec_context *)context)->protocol)
    && csec_key_hash(X509_get0_pubkey(X509_STORE_CTX_get0_cert(store)), hash)
    && session->judge != NULL && session->judge(session->judge_context, hash);
  if (ok) session->is_judged = true;
  X509_STORE_CTX_set_error(store, ok ? X509_V_OK : X509_V_ERR_APPLICATION_VERIFICATION);
  return ok;
}

static void note_alert(const SSL *ssl, int where, int value) {
  csec_session *session = SSL_get_app_data(ssl);
  if (session == NULL || !(where & SSL_CB_ALERT)) return;
  csec_failure *failure = &session->failure;
  *(where & SSL_CB_READ ? &failure->alert_received : &failure->alert_sent) = value & 0xff;
}

static void count_late_message(int is_written, int version, int type, const void *bytes,
                               size_t count, SSL *ssl, void *argument) {
  (void)version, (void)bytes, (void)count, (void)argument;
  csec_session *session = SSL_get_app_data(ssl);
  if (session == NULL || !session->is_done) return;
  if (!is_written && type == SSL3_RT_HANDSHAKE) session->late_messages += 1;
}

// MARK: Context

static bool set_up(SSL_CTX *ssl, const csec_identity *identity, const uint8_t *protocol) {
  return SSL_CTX_set_min_proto_version(ssl, TLS1_3_VERSION) == 1
    && SSL_CTX_set_max_proto_version(ssl, TLS1_3_VERSION) == 1
    && SSL_CTX_set_ciphersuites(ssl, "TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256") == 1
    && SSL_CTX_set1_groups_list(ssl, "X25519") == 1
    && SSL_CTX_set1_sigalgs_list(ssl, "ed25519") == 1
    && SSL_CTX_use_certificate(ssl, identity->certificate) == 1
    && SSL_CTX_use_PrivateKey(ssl, identity->key) == 1
    && SSL_CTX_set_num_tickets(ssl, 0) == 1
    && SSL_CTX_set_alpn_protos(ssl, protocol, protocol[0] + 1u) == 0;  // 0 is success here
}

csec_context *csec_context_create(const csec_identity *identity, const char *protocol) {
  size_t count = strlen(protocol);
  csec_context *made = calloc(1, sizeof *made);
  SSL_CTX *ssl = SSL_CTX_new(TLS_method());
  if (made != NULL && ssl != NULL && count > 0 && count <= 255) {
    made->ssl = ssl;
    made->protocol[0] = (uint8_t)count;
    memcpy(made->protocol + 1, protocol, count);
  }
  if (made == NULL || made->ssl == NULL || !set_up(ssl, identity, made->protocol)) {
    ERR_clear_error();
    SSL_CTX_free(ssl);
    free(made);
    return NULL;
  }
  SSL_CTX_set_options(ssl, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_session_cache_mode(ssl, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_max_early_data(ssl, 0);
  SSL_CTX_set_mode(ssl, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE
                   | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_max_cert_list(ssl, MOST_CERTIFICATE_BYTES);
  SSL_CTX_set_verify(ssl, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
  SSL_CTX_set_cert_verify_callback(ssl, verify, made);
  SSL_CTX_set_alpn_select_cb(ssl, choose_protocol, made);
  SSL_CTX_set_info_callback(ssl, note_alert);
  SSL_CTX_set_msg_callback(ssl, count_late_message);
  return made;
}

void csec_context_free(csec_context *context) {
  if (context == NULL) return;
  SSL_CTX_free(context->ssl);
  free(context);
}

// MARK: Session

csec_session *csec_session_create(const csec_context *context, bool dialled) {
  csec_session *made = calloc(1, sizeof *made);
  SSL *ssl = SSL_new(context->ssl);
  BIO *in = BIO_new(BIO_s_mem()), *out = BIO_new(BIO_s_mem());
  if (made == NULL || ssl == NULL || in == NULL || out == NULL) {
    ERR_clear_error();
    BIO_free(in);
    BIO_free(out);
    SSL_free(ssl);
    free(made);
    return NULL;
  }
  made->ssl = ssl;
  made->in = in;
  made->out = out;
  made->failure = (csec_failure){.alert_received = -1, .alert_sent = -1};
  SSL_set_bio(ssl, in, out);
  SSL_set_app_data(ssl, made);
  if (dialled) SSL_set_connect_state(ssl);
  else SSL_set_accept_state(ssl);
  return made;
}

void csec_session_free(csec_session *session) {
  if (session == NULL) return;
  SSL_free(session->ssl);
  free(session);
}

bool csec_session_feed(csec_session *session, const uint8_t *bytes, size_t count) {
  size_t written = 0;
  if (count == 0) return true;
  bool ok = BIO_write_ex(session->in, bytes, count, &written) == 1 && written == count;
  if (!ok) ERR_clear_error();
  return ok;
}

void csec_session_feed_end(csec_session *session) { BIO_set_mem_eof_return(session->in, 0); }

size_t csec_session_pending(const csec_session *session) {
  return BIO_ctrl_pending(session->out);
}

size_t csec_session_take(csec_session *session, uint8_t *out, size_t capacity) {
  size_t count = 0;
  if (capacity == 0 || BIO_ctrl_pending(session->out) == 0) return 0;
  return BIO_read_ex(session->out, out, capacity, &count) == 1 ? count : 0;
}

static csec_outcome fail(csec_session *session, const char *reason) {
  size_t count = strnlen(reason, sizeof session->failure.text - 1);
  memcpy(session->failure.text, reason, count);
  session->failure.text[count] = 0;
  session->is_done = false;
  session->has_failed = true;  // a second call would find no reason any more
  return CSEC_FAILED;
}

// The queue of errors belongs to the thread, not to the session: it must be empty before a call
// whose result is explained, or an old entry of another session is taken for this one's.
static csec_outcome explain(csec_session *session, int result) {
  switch (SSL_get_error(session->ssl, result)) {
  case SSL_ERROR_WANT_READ:
  case SSL_ERROR_WANT_WRITE:
    return CSEC_WANT_INPUT;
  case SSL_ERROR_ZERO_RETURN:
    return CSEC_CLOSED;
  default:
    break;
  }
  unsigned long code = ERR_peek_error();
  const char *reason = code == 0 ? "the connection ended" : ERR_reason_error_string(code);
  csec_outcome outcome = fail(session, reason == NULL ? "unknown" : reason);
  ERR_clear_error();
  return outcome;
}

csec_outcome csec_session_handshake(csec_session *session, csec_judge judge, void *judge_context) {
  if (session->has_failed) return CSEC_FAILED;
  if (session->is_done) return CSEC_DONE;
  ERR_clear_error();
  session->judge = judge;
  session->judge_context = judge_context;
  int result = SSL_do_handshake(session->ssl);
  session->judge = NULL;
  session->judge_context = NULL;
  if (result != 1) {
    csec_outcome outcome = explain(session, result);
    return outcome == CSEC_CLOSED ? fail(session, "closed during the handshake") : outcome;
  }
  if (!session->is_judged) return fail(session, "nobody was judged");
  session->is_done = true;
  return CSEC_DONE;
}

csec_outcome csec_session_read(csec_session *session, uint8_t *out, size_t capacity,
                               size_t *count) {
  *count = 0;
  if (!session->is_done) return CSEC_FAILED;
  ERR_clear_error();
  int result = SSL_read_ex(session->ssl, out, capacity, count);
  if (session->late_messages > MOST_LATE_MESSAGES) {
    *count = 0;
    ERR_clear_error();
    return fail(session, "too many messages after the handshake");
  }
  return result == 1 ? CSEC_DONE : explain(session, result);
}

csec_outcome csec_session_write(csec_session *session, const uint8_t *bytes, size_t count,
                                size_t *written) {
  *written = 0;
  if (!session->is_done) return CSEC_FAILED;
  if (count == 0) return CSEC_DONE;
  ERR_clear_error();
  int result = SSL_write_ex(session->ssl, bytes, count, written);
  return result == 1 ? CSEC_DONE : explain(session, result);
}

void csec_session_close(csec_session *session) {
  if (!session->is_done) return;
  ERR_clear_error();
  SSL_shutdown(session->ssl);
  ERR_clear_error();
}

bool csec_session_peer(const csec_session *session, uint8_t *hash32) {
  return session->is_done
    && csec_key_hash(X509_get0_pubkey(SSL_get0_peer_certificate(session->ssl)), hash32);
}

bool csec_session_export(const csec_session *session, const char *label, const uint8_t *context,
                         size_t context_count, uint8_t *out, size_t count) {
  if (!session->is_done) return false;
  bool ok = SSL_export_keying_material(session->ssl, out, count, label, strlen(label), context,
                                       context_count, 1) == 1;
  if (!ok) ERR_clear_error();
  return ok;
}

void csec_session_failure(const csec_session *session, csec_failure *out) {
  *out = session->failure;
}
