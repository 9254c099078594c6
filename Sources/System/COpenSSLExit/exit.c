#include "COpenSSLExit.h"
#include <openssl/crypto.h>

// `exit` runs OPENSSL_cleanup unless OpenSSL was told otherwise before its first use (OPENSSL_init_crypto(3)). It frees what a thread that ends at the
// same moment goes through for its own cleaning up: then a process that was through with its work dies of a segmentation fault. The kernel takes all
// the memory back anyhow.
__attribute__((constructor)) static void leave_openssl_as_it_is(void) { OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL); }
