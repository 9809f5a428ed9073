#ifndef SPOTLOG_DISK_STATE_H
#define SPOTLOG_DISK_STATE_H

#include <sqlite3.h>
#include <stdatomic.h>

#include "CSimulatedDisk.h"
#include "disk_table.h"

struct spotlog_disk {
  sqlite3_vfs vfs; /* first, so that a VFS pointer is a disk pointer */
  char *name;
  disk_pool pool;
  pthread_mutex_t lock; /* over the table of files, what is open, and the dice */
  disk_table table;
  int64_t open_count;
  int is_given_up; /* freed with the last connection */
  uint64_t random_state;
  _Atomic int64_t byte_count;
  _Atomic int64_t writes;
  _Atomic int64_t syncs;
  _Atomic int64_t milliseconds;
  _Atomic int64_t changes_left; /* negative: no end */
  _Atomic int is_torn;
  _Atomic int fails_syncs;
};

typedef struct {
  sqlite3_file base; /* first, as SQLite asks */
  disk_file *file;
  spotlog_disk *disk;
} open_file;

/* Whether a change of the disk comes through. */
static inline int disk_lets(spotlog_disk *disk) {
  if (disk->changes_left < 0) return 1;
  if (disk->changes_left == 0) return 0;
  disk->changes_left--;
  return 1;
}

#endif
