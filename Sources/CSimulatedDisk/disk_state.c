#include "disk_state.h"

/* What is asked of a disk's state, and set in it, from outside. */

void spotlog_disk_set_time(spotlog_disk *disk, int64_t milliseconds) {
  disk->milliseconds = milliseconds;
}

void spotlog_disk_fail_after(spotlog_disk *disk, int64_t changes, int is_torn) {
  disk->is_torn = is_torn;
  disk->changes_left = changes;
}

int64_t spotlog_disk_changes_left(const spotlog_disk *disk) { return disk->changes_left; }

void spotlog_disk_fail_syncs(spotlog_disk *disk, int syncs) {
  disk->fails_syncs = syncs;
}

void spotlog_disk_strike(spotlog_disk *disk, int kind, int64_t operations, int once) {
  disk->strike_left = operations;
  disk->strikes_once = once;
  disk->strike = operations < 0 ? -1 : kind;
}

int spotlog_disk_is_struck_for_good(const spotlog_disk *disk) {
  return disk->strike >= 0 && disk->strike_left == 0 && !disk->strikes_once;
}

int64_t spotlog_disk_struck(const spotlog_disk *disk) { return disk->struck; }

int64_t spotlog_disk_bytes(const spotlog_disk *disk) { return disk->byte_count; }
int64_t spotlog_disk_files(const spotlog_disk *disk) { return disk->table.file_count; }
int64_t spotlog_disk_reads(const spotlog_disk *disk) { return disk->reads; }
int64_t spotlog_disk_writes(const spotlog_disk *disk) { return disk->writes; }
int64_t spotlog_disk_syncs(const spotlog_disk *disk) { return disk->syncs; }

void spotlog_disk_fill(spotlog_disk *disk, int is_full) { disk->is_full = is_full; }

int64_t spotlog_disk_refused(const spotlog_disk *disk) { return disk->refused; }

void spotlog_disk_stray(spotlog_disk *disk, int kind, const char *path, int64_t pages) {
  disk->stray_file = disk_table_hash(path);
  disk->stray_left = pages;
  disk->stray = kind;
}

int64_t spotlog_disk_strayed(const spotlog_disk *disk) { return disk->strayed; }
