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
  spotlog_disk *base; /* whose blocks its files borrow; counts there as a connection */
  uint64_t random_state;
  _Atomic int64_t byte_count;
  _Atomic int64_t reads;
  _Atomic int64_t writes;
  _Atomic int64_t syncs;
  _Atomic int64_t milliseconds;
  _Atomic int64_t changes_left; /* negative: no end */
  _Atomic int is_torn;
  _Atomic int fails_syncs;
  _Atomic int watches_syncs; /* keeps apart what is synced and what is only written */
  _Atomic int strike; /* what the operation fails with that is chosen; negative: none is */
  _Atomic int64_t strike_left;
  _Atomic int strikes_once;
  _Atomic int64_t struck;
  int stray; /* what becomes of a page that is chosen; negative: none is */
  uint64_t stray_file;
  int64_t stray_left;
  _Atomic int64_t strayed;
  _Atomic int is_full; /* no write comes through */
  _Atomic int64_t refused;
  _Atomic int is_frozen; /* others borrow its blocks: nothing changes any more */
};

typedef struct {
  sqlite3_file base; /* first, as SQLite asks */
  disk_file *file;
  spotlog_disk *disk;
  int is_database;
} open_file;

/* Whether a change of the disk comes through. */
static inline int disk_lets(spotlog_disk *disk) {
  if (disk->is_frozen) return 0;
  if (disk->changes_left < 0) return 1;
  if (disk->changes_left == 0) return 0;
  disk->changes_left--;
  return 1;
}

/* SplitMix64, as everywhere in a simulation. */
static inline uint64_t disk_roll(uint64_t *dice) {
  uint64_t mixed = *dice += 0x9E3779B97F4A7C15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return mixed ^ (mixed >> 31);
}

/* Whether this operation is one that fails. */
static inline int disk_is_struck(spotlog_disk *disk, int kind) {
  if (disk->strike != kind) return 0;
  if (disk->strike_left > 0) {
    disk->strike_left--;
    return 0;
  }
  if (disk->strikes_once) disk->strike = -1;
  disk->struck++;
  return 1;
}

/* Whether the rotten byte of a file lies among these. */
static inline int disk_is_rotten(const disk_file *file, int64_t offset, int64_t count) {
  return file->rotten > offset && file->rotten <= offset + count;
}

/* Before a change: 0 when there is no memory for what a power cut would bring back. */
static inline int disk_remembers(open_file *opened) {
  return !opened->disk->watches_syncs || disk_file_remember(opened->file);
}

/* A new file without a byte, with the lock held; NULL when there is no memory. */
disk_file *disk_add_file(spotlog_disk *disk, const char *path);

/* Counts one connection less, and frees the disk with the last one. */
void disk_leave(spotlog_disk *disk);

#endif
