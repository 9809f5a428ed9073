#ifndef SPOTLOG_CRC32C_H
#define SPOTLOG_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32C, the Castagnoli polynomial (RFC 3720, B.4), of `count` bytes, going on from that of the
   bytes before them, which is 0 where there are none. `bytes` may be NULL when `count` is 0.

   Processors have an instruction for it, which is many times faster than any table. */
uint32_t spotlog_crc32c(uint32_t before, const void *bytes, size_t count);

/* The same without the instruction: what other processors get. */
uint32_t spotlog_crc32c_portable(uint32_t before, const void *bytes, size_t count);

#endif
