// The module is its headers; a target needs a source.
#include "CPCSC.h"
