#include "CSimulatedDisk.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "disk_state.h"

static void free_file(spotlog_disk *disk, disk_file *file) {
  disk->byte_count -= file->size;
  disk->table.file_count--;
  disk_file_settle(file);
  disk_file_cut(file, &disk->pool, 0);
  free(file->path);
  free(file->blocks);
  free(file);
}

static void free_disk(spotlog_disk *disk) {
  spotlog_disk *base = disk->base;
  for (size_t i = 0; i < disk->table.bucket_count; i++) {
    for (disk_file *file = disk->table.buckets[i], *next; file; file = next) {
      next = file->next;
      free_file(disk, file);
    }
  }
  disk_pool_end(&disk->pool);
  pthread_mutex_destroy(&disk->lock);
  free(disk->table.buckets);
  free(disk->name);
  free(disk);
  if (base) disk_leave(base);
}

void disk_leave(spotlog_disk *disk) {
  pthread_mutex_lock(&disk->lock);
  int is_over = --disk->open_count == 0 && disk->is_given_up;
  pthread_mutex_unlock(&disk->lock);
  if (is_over) free_disk(disk);
}

/* ---- One file ---- */

static int disk_close(sqlite3_file *base) {
  open_file *opened = (open_file *)base;
  spotlog_disk *disk = opened->disk;
  pthread_mutex_lock(&disk->lock);
  if (--opened->file->openings == 0 && opened->file->is_deleted) free_file(disk, opened->file);
  pthread_mutex_unlock(&disk->lock);
  disk_leave(disk);
  return SQLITE_OK;
}

static int disk_read(sqlite3_file *base, void *buffer, int count, sqlite3_int64 offset) {
  open_file *opened = (open_file *)base;
  opened->disk->reads++;
  if (disk_is_struck(opened->disk, spotlog_strike_read)) return SQLITE_IOERR_READ;
  if (disk_is_rotten(opened->file, offset, count)) return SQLITE_IOERR_DATA;
  int64_t there = disk_file_read(opened->file, buffer, count, offset);
  if (there == count) return SQLITE_OK;
  memset((uint8_t *)buffer + there, 0, (size_t)(count - there));
  return SQLITE_IOERR_SHORT_READ;
}

/* Whether this write of a page goes astray. */
static int is_stray(open_file *opened) {
  spotlog_disk *disk = opened->disk;
  if (disk->stray < 0 || !opened->is_database) return 0;
  if (disk_table_hash(opened->file->path) != disk->stray_file) return 0;
  return disk->stray_left-- <= 0;
}

static int disk_write(sqlite3_file *base, const void *buffer, int count, sqlite3_int64 offset) {
  open_file *opened = (open_file *)base;
  int64_t before = opened->file->size;
  if (opened->disk->is_full) {
    opened->disk->refused++;
    return SQLITE_FULL;
  }
  if (disk_is_struck(opened->disk, spotlog_strike_full)) return SQLITE_FULL;
  if (disk_is_struck(opened->disk, spotlog_strike_write)) return SQLITE_IOERR_WRITE;
  int fails = !disk_lets(opened->disk);
  if (fails) {
    if (!opened->disk->is_torn) return SQLITE_IOERR_WRITE;
    opened->disk->is_torn = 0;
    count /= 2;
  }
  if (!fails && is_stray(opened)) {
    int is_lost = opened->disk->stray == spotlog_stray_lost;
    opened->disk->stray = -1;
    opened->disk->strayed++;
    if (is_lost) return SQLITE_OK;
    offset = offset >= count ? offset - count : count;
  }
  if (!disk_remembers(opened)) return SQLITE_IOERR_NOMEM;
  if (!disk_file_write(opened->file, &opened->disk->pool, buffer, count, offset))
    return SQLITE_IOERR_NOMEM;
  if (disk_is_rotten(opened->file, offset, count)) opened->file->rotten = 0;
  opened->disk->byte_count += opened->file->size - before;
  opened->disk->writes++;
  return fails ? SQLITE_IOERR_WRITE : SQLITE_OK;
}

static int disk_truncate(sqlite3_file *base, sqlite3_int64 size) {
  open_file *opened = (open_file *)base;
  if (disk_is_struck(opened->disk, spotlog_strike_write)) return SQLITE_IOERR_TRUNCATE;
  if (!disk_lets(opened->disk)) return SQLITE_IOERR_TRUNCATE;
  if (size < opened->file->size) {
    int64_t before = opened->file->size;
    if (!disk_remembers(opened) || !disk_file_cut(opened->file, &opened->disk->pool, size))
      return SQLITE_IOERR_NOMEM;
    if (opened->file->rotten > size) opened->file->rotten = 0;
    opened->disk->byte_count -= before - size;
  }
  return SQLITE_OK;
}

static int disk_sync(sqlite3_file *base, int flags) {
  (void)flags;
  open_file *opened = (open_file *)base;
  spotlog_disk *disk = opened->disk;
  int is_struck = disk_is_struck(disk, spotlog_strike_sync);
  if (is_struck || disk->fails_syncs || disk->changes_left == 0) return SQLITE_IOERR_FSYNC;
  disk_file_settle(opened->file);
  disk->syncs++;
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

/* The file of that name, made if it is asked; with the lock held. */
static int find_file(spotlog_disk *disk, const char *path, int flags, disk_file **found) {
  *found = *disk_table_slot(&disk->table, path);
  if (*found) return SQLITE_OK;
  if (!(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
  *found = disk_add_file(disk, path);
  return *found ? SQLITE_OK : SQLITE_NOMEM;
}

static int disk_open(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *out_flags) {
  spotlog_disk *disk = (spotlog_disk *)vfs;
  open_file *opened = (open_file *)base;
  char temporary[32];
  base->pMethods = NULL;
  if (!path) {
    int64_t writes = disk->writes;
    sqlite3_snprintf(sizeof temporary, temporary, "\x01temporary-%lld", writes);
    path = temporary;
  }
  pthread_mutex_lock(&disk->lock);
  int result = find_file(disk, path, flags, &opened->file);
  if (result == SQLITE_OK) {
    opened->file->openings++;
    disk->open_count++;
  }
  pthread_mutex_unlock(&disk->lock);
  if (result != SQLITE_OK) return result;
  opened->disk = disk;
  opened->is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
  base->pMethods = &methods;
  if (out_flags) *out_flags = flags;
  return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *path, int sync_folder) {
  (void)sync_folder;
  spotlog_disk *disk = (spotlog_disk *)vfs;
  if (disk_is_struck(disk, spotlog_strike_write)) return SQLITE_IOERR_DELETE;
  if (!disk_lets(disk)) return SQLITE_IOERR_DELETE;
  pthread_mutex_lock(&disk->lock);
  disk_file **slot = disk_table_slot(&disk->table, path);
  disk_file *file = *slot;
  if (file) {
    *slot = file->next;
    if (file->openings > 0)
      file->is_deleted = 1;
    else
      free_file(disk, file);
  }
  pthread_mutex_unlock(&disk->lock);
  return file ? SQLITE_OK : SQLITE_IOERR_DELETE_NOENT;
}

/* The file of that name; NULL when there is none. */
static disk_file *file_of(const spotlog_disk *disk, const char *path) {
  pthread_mutex_t *lock = (pthread_mutex_t *)&disk->lock;
  pthread_mutex_lock(lock);
  disk_file *file = *disk_table_slot(&disk->table, path);
  pthread_mutex_unlock(lock);
  return file;
}

static int disk_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  (void)flags;
  *result = file_of((spotlog_disk *)vfs, path) != NULL;
  return SQLITE_OK;
}

static int disk_full_path(sqlite3_vfs *vfs, const char *path, int count, char *buffer) {
  (void)vfs;
  sqlite3_snprintf(count, buffer, "%s", path);
  return SQLITE_OK;
}

static int disk_randomness(sqlite3_vfs *vfs, int count, char *buffer) {
  spotlog_disk *disk = (spotlog_disk *)vfs;
  pthread_mutex_lock(&disk->lock);
  for (int i = 0; i < count; i++) buffer[i] = (char)(disk_roll(&disk->random_state) >> 56);
  pthread_mutex_unlock(&disk->lock);
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
  int has_table = disk_table_begin(&disk->table);
  disk->name = strdup(name);
  disk->random_state = seed;
  disk->changes_left = -1;
  disk->strike = -1;
  disk->stray = -1;
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
  int has_locks = pthread_mutex_init(&disk->lock, NULL) == 0 && disk_pool_begin(&disk->pool);
  if (!has_locks || !has_table || !disk->name ||
      sqlite3_vfs_register(&disk->vfs, 0) != SQLITE_OK) {
    free(disk->table.buckets);
    free(disk->name);
    free(disk);
    return NULL;
  }
  return disk;
}

void spotlog_disk_destroy(spotlog_disk *disk) {
  sqlite3_vfs_unregister(&disk->vfs);
  pthread_mutex_lock(&disk->lock);
  disk->is_given_up = 1;
  int is_over = disk->open_count == 0;
  pthread_mutex_unlock(&disk->lock);
  if (is_over) free_disk(disk);
}
