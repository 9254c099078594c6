#include "COpenAPI.h"

// C23. The compiler notes the file as a dependency, so a changed contract is built in again.
static const unsigned char document[] = {
#embed "../../../openapi.yaml"
};

const unsigned char *copenapi_document(size_t *length) {
    *length = sizeof document;
    return document;
}
