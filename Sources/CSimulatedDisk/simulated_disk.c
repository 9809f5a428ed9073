#include "CSimulatedDisk.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

typedef struct disk_file {
  struct disk_file *next; /* in the same bucket */
  char *path;
  uint8_t *bytes;
  int64_t size;
  int64_t capacity;
  int openings;
  int is_deleted; /* gone by name, kept until the last connection closes it */
} disk_file;

struct spotlog_disk {
  sqlite3_vfs vfs; /* first, so that a VFS pointer is a disk pointer */
  char *name;
  disk_file **buckets;
  size_t bucket_count;
  int64_t file_count;
  int64_t byte_count;
  int64_t open_count;
  int is_given_up; /* freed with the last connection */
  int64_t writes;
  int64_t syncs;
  int64_t milliseconds;
  uint64_t random_state;
};

typedef struct {
  sqlite3_file base; /* first, as SQLite asks */
  disk_file *file;
  spotlog_disk *disk;
} open_file;

/* FNV-1a: short paths, no adversary. */
static uint64_t hash_of(const char *path) {
  uint64_t hash = 14695981039346656037u;
  for (; *path; path++) hash = (hash ^ (uint8_t)*path) * 1099511628211u;
  return hash;
}

static disk_file **slot_of(const spotlog_disk *disk, const char *path) {
  disk_file **slot = &disk->buckets[hash_of(path) & (disk->bucket_count - 1)];
  while (*slot && strcmp((*slot)->path, path) != 0) slot = &(*slot)->next;
  return slot;
}

static int grow_table(spotlog_disk *disk) {
  size_t old_count = disk->bucket_count;
  disk_file **old = disk->buckets;
  disk_file **fresh = calloc(old_count * 2, sizeof *fresh);
  if (!fresh) return SQLITE_NOMEM;
  disk->buckets = fresh;
  disk->bucket_count = old_count * 2;
  for (size_t i = 0; i < old_count; i++) {
    for (disk_file *file = old[i], *next; file; file = next) {
      next = file->next;
      disk_file **slot = slot_of(disk, file->path);
      file->next = NULL;
      *slot = file;
    }
  }
  free(old);
  return SQLITE_OK;
}

static void free_file(spotlog_disk *disk, disk_file *file) {
  disk->byte_count -= file->size;
  disk->file_count--;
  free(file->path);
  free(file->bytes);
  free(file);
}

static void free_disk(spotlog_disk *disk) {
  for (size_t i = 0; i < disk->bucket_count; i++) {
    for (disk_file *file = disk->buckets[i], *next; file; file = next) {
      next = file->next;
      free_file(disk, file);
    }
  }
  free(disk->buckets);
  free(disk->name);
  free(disk);
}

/* ---- One file ---- */

static int disk_close(sqlite3_file *base) {
  open_file *opened = (open_file *)base;
  spotlog_disk *disk = opened->disk;
  if (--opened->file->openings == 0 && opened->file->is_deleted) free_file(disk, opened->file);
  if (--disk->open_count == 0 && disk->is_given_up) free_disk(disk);
  return SQLITE_OK;
}

static int disk_read(sqlite3_file *base, void *buffer, int count, sqlite3_int64 offset) {
  disk_file *file = ((open_file *)base)->file;
  int64_t there = file->size - offset;
  if (there >= count) {
    memcpy(buffer, file->bytes + offset, (size_t)count);
    return SQLITE_OK;
  }
  if (there < 0) there = 0;
  if (there > 0) memcpy(buffer, file->bytes + offset, (size_t)there);
  memset((uint8_t *)buffer + there, 0, (size_t)(count - there));
  return SQLITE_IOERR_SHORT_READ;
}

static int reserve(disk_file *file, int64_t size) {
  if (size <= file->capacity) return SQLITE_OK;
  /* A quarter of air: most files are small and there are many thousands of them. */
  int64_t capacity = (size + size / 4 + 1023) & ~(int64_t)1023;
  uint8_t *bytes = realloc(file->bytes, (size_t)capacity);
  if (!bytes) return SQLITE_IOERR_NOMEM;
  file->bytes = bytes;
  file->capacity = capacity;
  return SQLITE_OK;
}

static int disk_write(sqlite3_file *base, const void *buffer, int count, sqlite3_int64 offset) {
  open_file *opened = (open_file *)base;
  disk_file *file = opened->file;
  int64_t end = offset + count;
  int result = reserve(file, end);
  if (result != SQLITE_OK) return result;
  if (offset > file->size) memset(file->bytes + file->size, 0, (size_t)(offset - file->size));
  memcpy(file->bytes + offset, buffer, (size_t)count);
  if (end > file->size) {
    opened->disk->byte_count += end - file->size;
    file->size = end;
  }
  opened->disk->writes++;
  return SQLITE_OK;
}

static int disk_truncate(sqlite3_file *base, sqlite3_int64 size) {
  open_file *opened = (open_file *)base;
  disk_file *file = opened->file;
  if (size < file->size) {
    opened->disk->byte_count -= file->size - size;
    file->size = size;
  }
  return SQLITE_OK;
}

static int disk_sync(sqlite3_file *base, int flags) {
  (void)flags;
  ((open_file *)base)->disk->syncs++;
  return SQLITE_OK;
}

static int disk_file_size(sqlite3_file *base, sqlite3_int64 *size) {
  *size = ((open_file *)base)->file->size;
  return SQLITE_OK;
}

/* One process, one connection a file: nobody to lock out. */
static int disk_lock(sqlite3_file *base, int level) {
  (void)base, (void)level;
  return SQLITE_OK;
}

static int disk_check_reserved(sqlite3_file *base, int *result) {
  (void)base;
  *result = 0;
  return SQLITE_OK;
}

static int disk_control(sqlite3_file *base, int operation, void *argument) {
  (void)base, (void)operation, (void)argument;
  return SQLITE_NOTFOUND;
}

static int disk_sector_size(sqlite3_file *base) {
  (void)base;
  return 512;
}

static int disk_characteristics(sqlite3_file *base) {
  (void)base;
  return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

/* Version 1: no shared memory, so WAL needs exclusive locking, as journals on this disk have. */
static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = disk_close,
    .xRead = disk_read,
    .xWrite = disk_write,
    .xTruncate = disk_truncate,
    .xSync = disk_sync,
    .xFileSize = disk_file_size,
    .xLock = disk_lock,
    .xUnlock = disk_lock,
    .xCheckReservedLock = disk_check_reserved,
    .xFileControl = disk_control,
    .xSectorSize = disk_sector_size,
    .xDeviceCharacteristics = disk_characteristics,
};

/* ---- The disk ---- */

static int disk_open(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *out_flags) {
  spotlog_disk *disk = (spotlog_disk *)vfs;
  open_file *opened = (open_file *)base;
  char temporary[32];
  base->pMethods = NULL;
  if (!path) {
    sqlite3_snprintf(sizeof temporary, temporary, "\x01temporary-%lld", disk->writes);
    path = temporary;
  }
  disk_file **slot = slot_of(disk, path);
  if (!*slot) {
    if (!(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
    disk_file *file = calloc(1, sizeof *file);
    char *name = strdup(path);
    if (!file || !name) {
      free(file);
      free(name);
      return SQLITE_NOMEM;
    }
    file->path = name;
    *slot = file;
    disk->file_count++;
    if ((size_t)disk->file_count > disk->bucket_count) {
      int result = grow_table(disk);
      if (result != SQLITE_OK) return result;
    }
    slot = slot_of(disk, path);
  }
  opened->file = *slot;
  opened->disk = disk;
  opened->file->openings++;
  disk->open_count++;
  base->pMethods = &methods;
  if (out_flags) *out_flags = flags;
  return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *path, int sync_folder) {
  (void)sync_folder;
  spotlog_disk *disk = (spotlog_disk *)vfs;
  disk_file **slot = slot_of(disk, path);
  disk_file *file = *slot;
  if (!file) return SQLITE_IOERR_DELETE_NOENT;
  *slot = file->next;
  if (file->openings > 0)
    file->is_deleted = 1;
  else
    free_file(disk, file);
  return SQLITE_OK;
}

static int disk_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  (void)flags;
  *result = *slot_of((spotlog_disk *)vfs, path) != NULL;
  return SQLITE_OK;
}

static int disk_full_path(sqlite3_vfs *vfs, const char *path, int count, char *buffer) {
  (void)vfs;
  sqlite3_snprintf(count, buffer, "%s", path);
  return SQLITE_OK;
}

/* SplitMix64, as everywhere in a simulation. */
static int disk_randomness(sqlite3_vfs *vfs, int count, char *buffer) {
  spotlog_disk *disk = (spotlog_disk *)vfs;
  for (int i = 0; i < count; i++) {
    uint64_t mixed = disk->random_state += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    buffer[i] = (char)(mixed >> 56);
  }
  return count;
}

static int disk_sleep(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  return microseconds;
}

static int disk_time(sqlite3_vfs *vfs, sqlite3_int64 *milliseconds) {
  /* SQLite counts Julian days from noon: 1970 began 2440587.5 days after. */
  *milliseconds = ((spotlog_disk *)vfs)->milliseconds + 210866760000000;
  return SQLITE_OK;
}

static int disk_time_days(sqlite3_vfs *vfs, double *days) {
  sqlite3_int64 milliseconds;
  disk_time(vfs, &milliseconds);
  *days = (double)milliseconds / 86400000.0;
  return SQLITE_OK;
}

spotlog_disk *spotlog_disk_create(const char *name, uint64_t seed) {
  if (sqlite3_vfs_find(name)) return NULL;
  spotlog_disk *disk = calloc(1, sizeof *disk);
  if (!disk) return NULL;
  disk->bucket_count = 1024;
  disk->buckets = calloc(disk->bucket_count, sizeof *disk->buckets);
  disk->name = strdup(name);
  disk->random_state = seed;
  disk->vfs = (sqlite3_vfs){
      .iVersion = 2,
      .szOsFile = sizeof(open_file),
      .mxPathname = 512,
      .zName = disk->name,
      .xOpen = disk_open,
      .xDelete = disk_delete,
      .xAccess = disk_access,
      .xFullPathname = disk_full_path,
      .xRandomness = disk_randomness,
      .xSleep = disk_sleep,
      .xCurrentTime = disk_time_days,
      .xCurrentTimeInt64 = disk_time,
  };
  if (!disk->buckets || !disk->name || sqlite3_vfs_register(&disk->vfs, 0) != SQLITE_OK) {
    free(disk->buckets);
    free(disk->name);
    free(disk);
    return NULL;
  }
  return disk;
}

void spotlog_disk_destroy(spotlog_disk *disk) {
  sqlite3_vfs_unregister(&disk->vfs);
  disk->is_given_up = 1;
  if (disk->open_count == 0) free_disk(disk);
}

void spotlog_disk_set_time(spotlog_disk *disk, int64_t milliseconds) {
  disk->milliseconds = milliseconds;
}

int64_t spotlog_disk_bytes(const spotlog_disk *disk) { return disk->byte_count; }
int64_t spotlog_disk_files(const spotlog_disk *disk) { return disk->file_count; }
int64_t spotlog_disk_writes(const spotlog_disk *disk) { return disk->writes; }
int64_t spotlog_disk_syncs(const spotlog_disk *disk) { return disk->syncs; }

int64_t spotlog_disk_file_size(const spotlog_disk *disk, const char *path) {
  disk_file *file = *slot_of(disk, path);
  return file ? file->size : -1;
}

const void *spotlog_disk_file_bytes(const spotlog_disk *disk, const char *path) {
  disk_file *file = *slot_of(disk, path);
  return file ? file->bytes : NULL;
}
