#ifndef SPOTLOG_HASH_SECRET_H
#define SPOTLOG_HASH_SECRET_H

#include <stdint.h>

/* Two random numbers of this process, the second one odd, drawn before `main`. */
extern uint64_t spotlog_hash_secret[2];

/* A hash for tables whose keys come from outside: who does not know the secret cannot choose keys
   that meet in a table and make it slow. Nothing that is kept may depend on it. */
static inline uint64_t spotlog_secret_hash(uint64_t key) {
  unsigned __int128 product =
      (unsigned __int128)(key ^ spotlog_hash_secret[0]) * spotlog_hash_secret[1];
  return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

#endif
