#ifndef SPOTLOG_DISK_TABLE_H
#define SPOTLOG_DISK_TABLE_H

#include <stddef.h>

#include "disk_file.h"

/* The files of a disk by their paths. */
typedef struct {
  disk_file **buckets;
  size_t bucket_count; /* a power of two */
  int64_t file_count;
} disk_table;

/* FNV-1a: short paths, no adversary. */
uint64_t disk_table_hash(const char *path);

/* 0 when there is no memory. */
int disk_table_begin(disk_table *table);

/* Where the address of the file of that path lies, or would lie: NULL when there is none. */
disk_file **disk_table_slot(const disk_table *table, const char *path);

/* Makes room for as many files as there are; 0 when there is no memory. */
int disk_table_fit(disk_table *table);

#endif
