#include "ForeignTLS.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>

struct foreign_tls {
  SSL_CTX *context;
  SSL *ssl;
  BIO *in, *out;
};

static EVP_PKEY *make_key(foreign_kind kind) {
  if (kind == FOREIGN_OTHER_KEY) return EVP_EC_gen("P-256");
  return EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
}

static X509 *make_certificate(EVP_PKEY *key) {
  X509 *made = X509_new();
  X509_set_version(made, X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(made), 1);
  X509_gmtime_adj(X509_getm_notBefore(made), 0);
  X509_gmtime_adj(X509_getm_notAfter(made), 3600);
  X509_set_pubkey(made, key);
  X509_sign(made, key, EVP_PKEY_get_id(key) == EVP_PKEY_ED25519 ? NULL : EVP_sha256());
  return made;
}

static int accept_all(X509_STORE_CTX *store, void *context) {
  (void)store, (void)context;
  return 1;
}

static void set_up(SSL_CTX *context, foreign_kind kind, const char *protocol) {
  SSL_CTX_set_cert_verify_callback(context, accept_all, NULL);
  if (kind == FOREIGN_TLS12) SSL_CTX_set_max_proto_version(context, TLS1_2_VERSION);
  if (kind != FOREIGN_NO_PROTOCOL) {
    uint8_t name[256] = {(uint8_t)strlen(protocol)};
    memcpy(name + 1, protocol, name[0]);
    SSL_CTX_set_alpn_protos(context, name, name[0] + 1u);
  }
  if (kind == FOREIGN_NO_CERTIFICATE) return;
  EVP_PKEY *key = make_key(kind);
  X509 *certificate = make_certificate(key);
  SSL_CTX_use_certificate(context, certificate);
  SSL_CTX_use_PrivateKey(context, key);
  if (kind == FOREIGN_TWO_CERTIFICATES) SSL_CTX_add1_chain_cert(context, certificate);
  X509_free(certificate);
  EVP_PKEY_free(key);
}

foreign_tls *foreign_create(foreign_kind kind, const char *protocol) {
  foreign_tls *made = calloc(1, sizeof *made);
  if (made == NULL || strlen(protocol) > 255) abort();
  made->context = SSL_CTX_new(TLS_method());
  set_up(made->context, kind, protocol);
  made->ssl = SSL_new(made->context);
  made->in = BIO_new(BIO_s_mem());
  made->out = BIO_new(BIO_s_mem());
  SSL_set_bio(made->ssl, made->in, made->out);
  SSL_set_connect_state(made->ssl);
  return made;
}

void foreign_free(foreign_tls *foreign) {
  SSL_free(foreign->ssl);
  SSL_CTX_free(foreign->context);
  free(foreign);
}

void foreign_hear(foreign_tls *foreign, const uint8_t *bytes, size_t count) {
  size_t written = 0;
  if (count > 0) BIO_write_ex(foreign->in, bytes, count, &written);
}

void foreign_step(foreign_tls *foreign) {
  uint8_t buffer[1024];
  size_t count = 0;
  if (!SSL_is_init_finished(foreign->ssl)) SSL_do_handshake(foreign->ssl);
  else SSL_read_ex(foreign->ssl, buffer, sizeof buffer, &count);
  ERR_clear_error();
}

void foreign_request_keys(foreign_tls *foreign) {
  size_t count = 0;
  SSL_key_update(foreign->ssl, SSL_KEY_UPDATE_REQUESTED);
  SSL_do_handshake(foreign->ssl);
  SSL_write_ex(foreign->ssl, "", 0, &count);
  ERR_clear_error();
}

size_t foreign_take(foreign_tls *foreign, uint8_t *out, size_t capacity) {
  size_t count = 0;
  if (BIO_ctrl_pending(foreign->out) > 0) BIO_read_ex(foreign->out, out, capacity, &count);
  return count;
}
