// pcsclite.h looks for this beside itself, where the compiler does not.
#pragma once
#include <PCSC/wintypes.h>
