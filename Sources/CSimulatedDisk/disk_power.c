#include <stdlib.h>

#include "disk_state.h"

/* Power cuts. Names are durable at once: what a cut takes is bytes. */

int disk_file_remember(disk_file *file) {
  if (file->is_changed) return 1;
  file->synced = malloc((size_t)file->size + 1);
  if (!file->synced) return 0;
  file->synced_size = disk_file_read(file, file->synced, file->size, 0);
  file->is_changed = 1;
  return 1;
}

void disk_file_settle(disk_file *file) {
  free(file->synced);
  file->synced = NULL;
  file->synced_size = 0;
  file->is_changed = 0;
}

int disk_file_fall_back(disk_file *file, disk_pool *pool) {
  if (!file->is_changed) return 1;
  int is_whole = disk_file_cut(file, pool, 0) &&
                 disk_file_write(file, pool, file->synced, file->synced_size, 0);
  disk_file_settle(file);
  return is_whole;
}

void spotlog_disk_watch_syncs(spotlog_disk *disk) { disk->watches_syncs = 1; }

int spotlog_disk_lose_unsynced(spotlog_disk *disk) {
  int is_whole = 1;
  pthread_mutex_lock(&disk->lock);
  for (size_t i = 0; i < disk->table.bucket_count; i++) {
    for (disk_file *file = disk->table.buckets[i]; file; file = file->next) {
      disk->byte_count -= file->size;
      is_whole = disk_file_fall_back(file, &disk->pool) && is_whole;
      disk->byte_count += file->size;
    }
  }
  disk->watches_syncs = 0;
  pthread_mutex_unlock(&disk->lock);
  return is_whole;
}
