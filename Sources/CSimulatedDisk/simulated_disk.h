#ifndef SPOTLOG_SIMULATED_DISK_INSIDE_H
#define SPOTLOG_SIMULATED_DISK_INSIDE_H

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
  _Atomic int fails_writes;
  _Atomic int fails_syncs;
};

#endif
