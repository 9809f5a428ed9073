#include "disk_table.h"

#include <stdlib.h>
#include <string.h>

uint64_t disk_table_hash(const char *path) {
  uint64_t hash = 14695981039346656037u;
  for (; *path; path++) hash = (hash ^ (uint8_t)*path) * 1099511628211u;
  return hash;
}

int disk_table_begin(disk_table *table) {
  table->bucket_count = 1024;
  table->buckets = calloc(table->bucket_count, sizeof *table->buckets);
  return table->buckets != NULL;
}

disk_file **disk_table_slot(const disk_table *table, const char *path) {
  disk_file **slot = &table->buckets[disk_table_hash(path) & (table->bucket_count - 1)];
  while (*slot && strcmp((*slot)->path, path) != 0) slot = &(*slot)->next;
  return slot;
}

int disk_table_fit(disk_table *table) {
  size_t old_count = table->bucket_count;
  if ((size_t)table->file_count <= old_count) return 1;
  disk_file **old = table->buckets;
  disk_file **fresh = calloc(old_count * 2, sizeof *fresh);
  if (!fresh) return 0;
  table->buckets = fresh;
  table->bucket_count = old_count * 2;
  for (size_t i = 0; i < old_count; i++) {
    for (disk_file *file = old[i], *next; file; file = next) {
      next = file->next;
      disk_file **slot = disk_table_slot(table, file->path);
      file->next = NULL;
      *slot = file;
    }
  }
  free(old);
  return 1;
}
