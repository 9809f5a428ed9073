#ifndef SPOTLOG_SHA256_H
#define SPOTLOG_SHA256_H

#include <stdbool.h>
#include <stddef.h>

/* SHA-256 (FIPS 180-4) of `count` bytes into the 32 at `digest`, by the processor's own
   instructions and without an allocation: a journal hashes two short messages an entry, and making
   and freeing a hash context costs more than hashing them.

   False when this machine has no such instructions or no such call: nothing was written, and the
   caller takes the library's way. `bytes` may be NULL when `count` is 0. */
bool spotlog_sha256(const void *bytes, size_t count, void *digest);

#endif
