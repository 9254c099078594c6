// pcsc-lite's client interface.
#pragma once
#include <winscard.h>
