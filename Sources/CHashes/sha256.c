#include "sha256.h"

#include <stdint.h>
#include <string.h>

#if defined(__APPLE__)

#include <CommonCrypto/CommonDigest.h>

bool spotlog_sha256(const void *bytes, size_t count, void *digest) {
  if (count > UINT32_MAX) return false;
  CC_SHA256(bytes, (CC_LONG)count, digest);
  return true;
}

#elif defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>
#include <stdatomic.h>

#define BLOCK 64

static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static bool has_instructions(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return false;
  bool has_sse41 = c & (1u << 19);
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return false;
  return has_sse41 && (b & (1u << 29));
}

/* The state as the instructions want it: a, b, e, f and c, d, g, h, highest lane first. */
typedef struct {
  __m128i abef, cdgh;
} state;

__attribute__((target("sha,sse4.1,ssse3"))) static state compress(
    state start, const uint8_t *bytes, size_t blocks) {
  const __m128i to_big_endian =
      _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  for (; blocks > 0; blocks--, bytes += BLOCK) {
    state now = start;
    __m128i words[4];
    for (int i = 0; i < 4; i++)
      words[i] = _mm_shuffle_epi8(
          _mm_loadu_si128((const __m128i *)(bytes + 16 * i)), to_big_endian);
    /* Four rounds a turn; `words` holds the sixteen words of the schedule that are still needed. */
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      __m128i word = words[i & 3];
      __m128i sum =
          _mm_add_epi32(word, _mm_loadu_si128((const __m128i *)(round_constants + 4 * i)));
      now.cdgh = _mm_sha256rnds2_epu32(now.cdgh, now.abef, sum);
      now.abef = _mm_sha256rnds2_epu32(now.abef, now.cdgh, _mm_shuffle_epi32(sum, 0x0e));
      __m128i last = words[(i + 3) & 3];
      __m128i partial = _mm_add_epi32(
          _mm_sha256msg1_epu32(word, words[(i + 1) & 3]),
          _mm_alignr_epi8(last, words[(i + 2) & 3], 4));
      words[i & 3] = _mm_sha256msg2_epu32(partial, last);
    }
    start.abef = _mm_add_epi32(start.abef, now.abef);
    start.cdgh = _mm_add_epi32(start.cdgh, now.cdgh);
  }
  return start;
}

__attribute__((target("sha,sse4.1,ssse3"))) static void digest_of(
    const uint8_t *bytes, size_t count, uint8_t *digest) {
  state now = {
      _mm_set_epi32(0x6a09e667, (int)0xbb67ae85, 0x510e527f, (int)0x9b05688c),
      _mm_set_epi32(0x3c6ef372, (int)0xa54ff53a, 0x1f83d9ab, 0x5be0cd19),
  };
  now = compress(now, bytes, count / BLOCK);

  /* What is left, a one bit, zeros and the count of bits, in one block or two. */
  uint8_t end[2 * BLOCK] = {0};
  size_t left = count % BLOCK;
  if (left > 0) memcpy(end, bytes + (count - left), left);
  end[left] = 0x80;
  size_t blocks = left + 9 <= BLOCK ? 1 : 2;
  uint64_t bits = __builtin_bswap64((uint64_t)count * 8);
  memcpy(end + blocks * BLOCK - 8, &bits, 8);
  now = compress(now, end, blocks);

  uint32_t lanes[8];
  _mm_storeu_si128((__m128i *)lanes, now.abef);
  _mm_storeu_si128((__m128i *)(lanes + 4), now.cdgh);
  const uint32_t ordered[8] = {lanes[3], lanes[2], lanes[7], lanes[6],
                               lanes[1], lanes[0], lanes[5], lanes[4]};
  for (int i = 0; i < 8; i++) {
    uint32_t word = __builtin_bswap32(ordered[i]);
    memcpy(digest + 4 * i, &word, 4);
  }
}

bool spotlog_sha256(const void *bytes, size_t count, void *digest) {
  /* 0: not asked yet; two threads that ask at once get the same answer. */
  static _Atomic int known = 0;
  int can = atomic_load_explicit(&known, memory_order_relaxed);
  if (can == 0) {
    can = has_instructions() ? 1 : -1;
    atomic_store_explicit(&known, can, memory_order_relaxed);
  }
  if (can < 0) return false;
  digest_of(bytes, count, digest);
  return true;
}

#else

bool spotlog_sha256(const void *bytes, size_t count, void *digest) {
  (void)bytes, (void)count, (void)digest;
  return false;
}

#endif
