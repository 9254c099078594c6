// Ends with status 0 if OpenSSL still works when the process is through with its exit handlers, as threads that end at that moment need it.
import COpenSSL
import Crypto
import Glibc

// Handlers run in the reverse of their order, and OpenSSL enters its own, if it has one, when it is first used: so this one runs after it.
atexit { _exit(OPENSSL_init_crypto(0, nil) == 1 ? 0 : 1) }
_ = SHA256.digest([])
exit(2)
