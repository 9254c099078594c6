// OpenSSL 3: what Crypto uses of it, and those of its macros that Swift cannot import.
#pragma once
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/x509v3.h>

static const uint64_t copenssl_op_no_compression = SSL_OP_NO_COMPRESSION;
static const uint64_t copenssl_op_no_renegotiation = SSL_OP_NO_RENEGOTIATION;
static const uint64_t copenssl_op_server_preference = SSL_OP_CIPHER_SERVER_PREFERENCE;
static const uint64_t copenssl_op_prioritize_chacha = SSL_OP_PRIORITIZE_CHACHA;

static inline int copenssl_set_versions(SSL_CTX *context, int minimum, int maximum) {
    return SSL_CTX_set_min_proto_version(context, minimum) == 1 && SSL_CTX_set_max_proto_version(context, maximum) == 1;
}
static inline void copenssl_release_idle_buffers(SSL_CTX *context) { SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS); }
static inline void copenssl_keep_no_sessions(SSL_CTX *context) { SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF); }
static inline int copenssl_send_server_name(SSL *session, const char *name) { return (int)SSL_set_tlsext_host_name(session, name); }
static inline void copenssl_clear_retry(BIO *bio) { BIO_clear_retry_flags(bio); }
static inline void copenssl_retry_read(BIO *bio) { BIO_set_retry_read(bio); }

// Gives HMAC its digest and its key. In C because a parameter holds on to the addresses of its name and value.
static inline int copenssl_use_hmac_sha256(EVP_MAC_CTX *context, const void *key, size_t count) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, (void *)key, count),
        OSSL_PARAM_construct_end(),
    };
    return EVP_MAC_CTX_set_params(context, parameters);
}

// HMAC-SHA-256 (RFC 2104 section 4) under a key of which two states of SHA-256 are left: after the key's block with either pad. With the functions of
// the default provider's SHA-256 itself, which OpenSSL 3 calls deprecated: copying such a state by way of EVP allocates it, and wipes and frees what
// it replaces, which is three allocations for each code.
typedef struct {
    SHA256_CTX inner, outer;
} copenssl_hmac_sha256_key;

static inline int copenssl_hmac_sha256_begin(SHA256_CTX *state, const void *block) {
    return SHA256_Init(state) && SHA256_Update(state, block, SHA256_CBLOCK);
}
static inline int copenssl_hmac_sha256(const copenssl_hmac_sha256_key *key, const void *message, size_t count, unsigned char *code) {
    SHA256_CTX state = key->inner;
    int succeeded = SHA256_Update(&state, message, count) && SHA256_Final(code, &state);
    state = key->outer;
    succeeded = succeeded && SHA256_Update(&state, code, SHA256_DIGEST_LENGTH) && SHA256_Final(code, &state);
    OPENSSL_cleanse(&state, sizeof state);
    return succeeded;
}
