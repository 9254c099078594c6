// The project's openapi.yaml as bytes in the binary.
#pragma once
#include <stddef.h>

const unsigned char *copenapi_document(size_t *length);
