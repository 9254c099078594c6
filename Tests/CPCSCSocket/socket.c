// For setenv; the standard that `#embed` needs leaves POSIX out.
#define _POSIX_C_SOURCE 200809L

#include "CPCSCSocket.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char variable[] = "PCSCLITE_CSOCK_NAME";

// pcsc-lite asks for the variable once, at the first call in the process, whichever test makes it; and no thread may read the environment while another
// writes it. So it is written before main.
__attribute__((constructor)) static void choose_socket(void) {
    char path[64];
    snprintf(path, sizeof path, "/tmp/pcscd-test-%d/pcscd.comm", (int)getpid());
    setenv(variable, path, 0);
}

const char *pcsc_test_socket(void) {
    const char *path = getenv(variable);
    return path ? path : "";
}
