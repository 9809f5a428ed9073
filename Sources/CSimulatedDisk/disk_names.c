#include <stdlib.h>
#include <string.h>

#include "disk_state.h"

/* What a folder of files can do and SQLite does not ask of a disk. */

disk_file *disk_add_file(spotlog_disk *disk, const char *path) {
  disk_file *file = calloc(1, sizeof *file);
  char *name = strdup(path);
  if (!file || !name) {
    free(file);
    free(name);
    return NULL;
  }
  file->path = name;
  *disk_table_slot(&disk->table, path) = file;
  disk->table.file_count++;
  return disk_table_fit(&disk->table) ? file : NULL;
}

int spotlog_disk_put_file(
    spotlog_disk *disk, const char *path, const void *bytes, int64_t count) {
  if (!disk_lets(disk)) return 0;
  pthread_mutex_lock(&disk->lock);
  disk_file *file = *disk_table_slot(&disk->table, path);
  if (!file) file = disk_add_file(disk, path);
  int is_written = 0;
  if (file) {
    disk->byte_count -= file->size;
    is_written = disk_file_cut(file, &disk->pool, 0) &&
                 disk_file_write(file, &disk->pool, bytes, count, 0);
    disk_file_settle(file);
    file->rotten = 0;
    disk->byte_count += file->size;
  }
  pthread_mutex_unlock(&disk->lock);
  return is_written;
}

int spotlog_disk_rot(spotlog_disk *disk, const char *path, int64_t offset) {
  pthread_mutex_lock(&disk->lock);
  disk_file *file = *disk_table_slot(&disk->table, path);
  int is_there = file && offset >= 0 && offset < file->size;
  if (is_there) file->rotten = offset + 1;
  pthread_mutex_unlock(&disk->lock);
  return is_there;
}

int64_t spotlog_disk_file_size(const spotlog_disk *disk, const char *path) {
  pthread_mutex_t *lock = (pthread_mutex_t *)&disk->lock;
  pthread_mutex_lock(lock);
  const disk_file *file = *disk_table_slot(&disk->table, path);
  int64_t size = file ? file->size : -1;
  pthread_mutex_unlock(lock);
  return size;
}

int64_t spotlog_disk_copy_file(
    const spotlog_disk *disk, const char *path, void *buffer, int64_t count) {
  pthread_mutex_t *lock = (pthread_mutex_t *)&disk->lock;
  pthread_mutex_lock(lock);
  const disk_file *file = *disk_table_slot(&disk->table, path);
  pthread_mutex_unlock(lock);
  return file ? disk_file_read(file, buffer, count, 0) : -1;
}

int spotlog_disk_rename(spotlog_disk *disk, const char *path, const char *other) {
  char *name = strdup(other);
  if (!name || !disk_lets(disk)) {
    free(name);
    return 0;
  }
  pthread_mutex_lock(&disk->lock);
  disk_file **slot = disk_table_slot(&disk->table, path);
  disk_file *file = *slot;
  int is_free = !*disk_table_slot(&disk->table, other);
  if (file && is_free) {
    *slot = file->next;
    free(file->path);
    file->path = name;
    file->next = NULL;
    *disk_table_slot(&disk->table, other) = file;
  }
  pthread_mutex_unlock(&disk->lock);
  if (file && is_free) return 1;
  free(name);
  return 0;
}

void spotlog_disk_each_name(
    const spotlog_disk *disk, void *context, void (*body)(void *context, const char *path)) {
  pthread_mutex_t *lock = (pthread_mutex_t *)&disk->lock;
  pthread_mutex_lock(lock);
  for (size_t i = 0; i < disk->table.bucket_count; i++)
    for (disk_file *file = disk->table.buckets[i]; file; file = file->next)
      body(context, file->path);
  pthread_mutex_unlock(lock);
}
