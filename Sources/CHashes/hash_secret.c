#include "hash_secret.h"

#include <stdlib.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <sys/random.h>
#endif

/* What is left where the system has no entropy to give: no worse than without a secret. */
uint64_t spotlog_hash_secret[2] = {0x9E3779B97F4A7C15u, 0xD1B54A32D192ED03u};

__attribute__((constructor)) static void draw(void) {
  uint64_t drawn[2];
  if (getentropy(drawn, sizeof drawn) != 0) return;
  spotlog_hash_secret[0] = drawn[0];
  spotlog_hash_secret[1] = drawn[1] | 1;
}
