#ifndef SPOTLOG_HASH_SECRET_H
#define SPOTLOG_HASH_SECRET_H

#include <stdint.h>

/* Random numbers of this process, drawn before `main`; the second and the third are odd. */
extern uint64_t spotlog_hash_secret[4];

/* Multiplies to 128 bits and adds the halves without carry: no bit of a key gets lost. */
static inline uint64_t spotlog_folded_multiply(uint64_t left, uint64_t right) {
  unsigned __int128 product = (unsigned __int128)left * right;
  return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* Hashes for tables whose keys come from outside: who does not know the secret cannot choose keys
   that meet in a table and make it slow. Nothing that is kept may depend on them. */
static inline uint64_t spotlog_secret_hash(uint64_t key) {
  return spotlog_folded_multiply(key ^ spotlog_hash_secret[0], spotlog_hash_secret[1]);
}

/* Of 136 bits. The halves are mixed one after the other: added up first, keys whose halves cancel
   each other would meet whatever the secret is. */
static inline uint64_t spotlog_secret_tag_hash(uint64_t high, uint64_t low, uint8_t suite) {
  uint64_t first = spotlog_secret_hash(high);
  uint64_t second = (low + suite * spotlog_hash_secret[3]) ^ first;
  return spotlog_folded_multiply(second, spotlog_hash_secret[2]);
}

#endif
