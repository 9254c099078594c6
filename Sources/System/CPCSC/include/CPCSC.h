// pcsc-lite's client interface.
#pragma once
#include <PCSC/winscard.h>
