// A process that has OpenSSL in it ends without OpenSSL's own cleaning up. There is nothing to call: to be linked is enough.
#pragma once
