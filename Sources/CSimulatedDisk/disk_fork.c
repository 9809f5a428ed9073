#include "disk_state.h"

/* Forking: what many worlds begin with is made once. */

static int borrow_all(spotlog_disk *fork, const spotlog_disk *disk) {
  for (size_t i = 0; i < disk->table.bucket_count; i++) {
    for (const disk_file *file = disk->table.buckets[i]; file; file = file->next) {
      disk_file *borrower = disk_add_file(fork, file->path);
      if (!borrower) return 0;
      disk_file_borrow(borrower, file);
      fork->byte_count += file->size;
    }
  }
  return 1;
}

spotlog_disk *spotlog_disk_fork(spotlog_disk *disk, const char *name) {
  spotlog_disk *fork = spotlog_disk_create(name, disk->random_state);
  if (!fork) return NULL;
  fork->milliseconds = disk->milliseconds;
  pthread_mutex_lock(&disk->lock);
  disk->is_frozen = 1;
  disk->open_count++;
  fork->base = disk;
  int is_whole = borrow_all(fork, disk);
  pthread_mutex_unlock(&disk->lock);
  if (is_whole) return fork;
  spotlog_disk_destroy(fork);
  return NULL;
}

int spotlog_disk_is_as_forked(const spotlog_disk *disk, const char *path) {
  const disk_file *file = *disk_table_slot(&disk->table, path);
  return file && file->is_borrowed;
}
