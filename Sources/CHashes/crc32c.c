#include "crc32c.h"

#include <string.h>

/* Remainders of the sixteen values of four bits. Slower than a bigger table, and easier to check:
   only processors without the instruction come here. */
static const uint32_t remainders[16] = {
    0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3, 0x61c69362, 0x7198540d,
    0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9, 0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75,
};

uint32_t spotlog_crc32c_portable(uint32_t before, const void *bytes, size_t count) {
  const uint8_t *next = bytes;
  uint32_t crc = ~before;
  for (; count > 0; count--, next++) {
    crc ^= *next;
    crc = crc >> 4 ^ remainders[crc & 15];
    crc = crc >> 4 ^ remainders[crc & 15];
  }
  return ~crc;
}

#if defined(__x86_64__)

#include <nmmintrin.h>
#define WITH_INSTRUCTION __attribute__((target("sse4.2")))
#define OF_EIGHT(crc, word) ((uint32_t)_mm_crc32_u64((crc), (word)))
#define OF_ONE(crc, byte) _mm_crc32_u8((crc), (byte))

static int has_instruction(void) { return __builtin_cpu_supports("sse4.2"); }

#elif defined(__ARM_FEATURE_CRC32)

#include <arm_acle.h>
#define WITH_INSTRUCTION
#define OF_EIGHT(crc, word) __crc32cd((crc), (word))
#define OF_ONE(crc, byte) __crc32cb((crc), (byte))

static int has_instruction(void) { return 1; }

#endif

#if defined(WITH_INSTRUCTION)

WITH_INSTRUCTION static uint32_t by_instruction(
    uint32_t before, const uint8_t *next, size_t count) {
  uint32_t crc = ~before;
  for (; count >= 8; count -= 8, next += 8) {
    uint64_t word;
    memcpy(&word, next, 8);
    crc = OF_EIGHT(crc, word);
  }
  for (; count > 0; count--, next++) crc = OF_ONE(crc, *next);
  return ~crc;
}

uint32_t spotlog_crc32c(uint32_t before, const void *bytes, size_t count) {
  if (has_instruction()) return by_instruction(before, bytes, count);
  return spotlog_crc32c_portable(before, bytes, count);
}

#else

uint32_t spotlog_crc32c(uint32_t before, const void *bytes, size_t count) {
  return spotlog_crc32c_portable(before, bytes, count);
}

#endif
