#pragma once

// Where the PC/SC service of this test process listens, if it runs; set before the process has a second thread or asked pcsc-lite anything.
const char *pcsc_test_socket(void);
