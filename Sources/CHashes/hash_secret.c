#include "hash_secret.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <sys/random.h>
#endif

uint64_t spotlog_hash_secret[4];

/* Systems without the call may have the file. */
static int read_random_file(void *bytes, size_t count) {
  int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t found = read(file, bytes, count);
  close(file);
  return found == (ssize_t)count ? 0 : -1;
}

/* Constants instead would let everybody choose keys that meet. */
__attribute__((constructor)) static void draw(void) {
  if (getentropy(spotlog_hash_secret, sizeof spotlog_hash_secret) != 0 &&
      read_random_file(spotlog_hash_secret, sizeof spotlog_hash_secret) != 0) {
    fputs("spotlog: the system gives no randomness, neither by getentropy nor by /dev/urandom. "
          "Allow the process to use one of them.\n", stderr);
    _exit(71);
  }
  spotlog_hash_secret[1] |= 1;
  spotlog_hash_secret[2] |= 1;
}
