#include "CCheckedPages.h"

#include <sqlite3.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "crc32c.h"

const char *spotlog_checked_pages_name(void) { return "spotlog-checked-pages"; }

enum {
  checksum_byte_count = 8,
  header_byte_count = 100,
  log_header_byte_count = 32,
  log_page_size_place = 8,
  frame_header_byte_count = 24,
  page_size_place = 16,
  reserved_place = 20,
};

typedef struct {
  sqlite3_file base;
  /* 0: the pages of this file have no checksums, or nothing of it was seen yet. */
  int page_size;
  int is_database;
  /* Room for one page, made when one is written. */
  uint8_t *page;
  /* Of a write-ahead log: what was written as the page of each frame, as far as it is known. SQLite
     looks at a page there when it opens the log, and never again. */
  int is_log;
  uint64_t *frames;
  size_t frame_count;
} checked_file;

/* The system's own file lies behind. */
static sqlite3_file *own(sqlite3_file *file) { return (sqlite3_file *)((checked_file *)file + 1); }

static sqlite3_vfs *system_vfs(sqlite3_vfs *vfs) { return vfs->pAppData; }

typedef struct {
  uint32_t halves[2];
} page_checksum;

_Static_assert(sizeof(page_checksum) == checksum_byte_count, "what a page reserves");

/* Of the bytes and of where they stand: a page at another's place is none of its own. */
static page_checksum checksum_of(const uint8_t *page, int size, sqlite3_int64 offset) {
  uint64_t place = (uint64_t)offset;
  uint32_t first = spotlog_crc32c(
      spotlog_crc32c(0, &place, sizeof place), page, (size_t)(size - checksum_byte_count));
  return (page_checksum){{first, ~spotlog_crc32c(first, "spotlog", 7)}};
}

static int has_checksum(const uint8_t *page, int size, sqlite3_int64 offset) {
  page_checksum checksum = checksum_of(page, size, offset);
  return memcmp(page + size - checksum_byte_count, &checksum, sizeof checksum) == 0;
}

/* The first page of a database says how large pages are, and what is reserved in them. */
static void learn(checked_file *file, const uint8_t *header) {
  int size = header[page_size_place] << 8 | header[page_size_place + 1];
  if (size == 1) size = 65536;
  int is_size = size >= 512 && (size & (size - 1)) == 0;
  int is_checked = is_size && header[reserved_place] == checksum_byte_count;
  if (is_checked && file->page_size != size) {
    free(file->page);
    file->page = NULL;
  }
  file->page_size = is_checked ? size : 0;
}

static int is_page(const checked_file *file, int count, sqlite3_int64 offset) {
  return file->is_database && file->page_size == count && offset % count == 0;
}

/* A database of ours reserves room for checksums in every page: a first page that says otherwise is
   not what was written. One that is not written yet says nothing. */
static int is_foreign(const uint8_t *header) {
  return memcmp(header, "SQLite format 3", 16) == 0 &&
         header[reserved_place] != checksum_byte_count;
}

/* MARK: The log */

/* The number of the frame whose page begins there; -1 where none does. */
static sqlite3_int64 frame_at(const checked_file *file, sqlite3_int64 offset) {
  if (file->page_size == 0) return -1;
  sqlite3_int64 place = offset - log_header_byte_count - frame_header_byte_count;
  sqlite3_int64 size = file->page_size + frame_header_byte_count;
  return place >= 0 && place % size == 0 ? place / size : -1;
}

static void learn_log(checked_file *file, const uint8_t *header) {
  const uint8_t *place = header + log_page_size_place;
  uint32_t size = (uint32_t)place[0] << 24 | (uint32_t)place[1] << 16 | (uint32_t)place[2] << 8 |
                  (uint32_t)place[3];
  if (size == 1) size = 65536;
  file->page_size = size >= 512 && size <= 65536 && (size & (size - 1)) == 0 ? (int)size : 0;
  file->frame_count = 0;
}

/* 0 is for what is not known. */
static int note_frame(checked_file *file, sqlite3_int64 frame, const void *page) {
  if ((size_t)frame >= file->frame_count) {
    size_t count = (size_t)frame < 64 ? 128 : (size_t)frame * 2;
    uint64_t *frames = realloc(file->frames, count * sizeof *frames);
    if (!frames) return SQLITE_IOERR_NOMEM;
    memset(frames + file->frame_count, 0, (count - file->frame_count) * sizeof *frames);
    file->frames = frames;
    file->frame_count = count;
  }
  file->frames[frame] = page ? 1ull << 32 | spotlog_crc32c(0, page, (size_t)file->page_size) : 0;
  return SQLITE_OK;
}

static int log_read(checked_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  if (offset == 0 && count >= log_header_byte_count) learn_log(file, bytes);
  /* A whole frame is read where SQLite looks at its checksum. */
  if (count == file->page_size + frame_header_byte_count) {
    sqlite3_int64 frame = frame_at(file, offset + frame_header_byte_count);
    return frame < 0 ? SQLITE_OK
                     : note_frame(file, frame, (const uint8_t *)bytes + frame_header_byte_count);
  }
  if (count != file->page_size) return SQLITE_OK;
  sqlite3_int64 frame = frame_at(file, offset);
  if (frame < 0 || (size_t)frame >= file->frame_count || file->frames[frame] == 0) return SQLITE_OK;
  uint64_t found = 1ull << 32 | spotlog_crc32c(0, bytes, (size_t)count);
  return file->frames[frame] == found ? SQLITE_OK : SQLITE_IOERR_DATA;
}

static int log_write(checked_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  if (offset == 0 && count >= log_header_byte_count) learn_log(file, bytes);
  if (file->page_size == 0) return SQLITE_OK;
  sqlite3_int64 frame = frame_at(file, offset);
  if (frame >= 0 && count == file->page_size) return note_frame(file, frame, bytes);
  if (count <= frame_header_byte_count || offset < log_header_byte_count) return SQLITE_OK;
  /* Parts of pages: nothing is known of the frames from there on. */
  sqlite3_int64 size = file->page_size + frame_header_byte_count;
  size_t first = (size_t)((offset - log_header_byte_count) / size);
  if (first < file->frame_count) file->frame_count = first;
  return SQLITE_OK;
}

/* MARK: Reading and writing */

static int checked_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
  checked_file *file = (checked_file *)base;
  int result = own(base)->pMethods->xRead(own(base), bytes, count, offset);
  if (file->is_log) {
    /* It was cut while it is open. */
    if (result == SQLITE_IOERR_SHORT_READ && count == file->page_size) return SQLITE_IOERR_DATA;
    return result == SQLITE_OK ? log_read(file, bytes, count, offset) : result;
  }
  /* The file was cut: SQLite would take what is missing for zeros. */
  if (result == SQLITE_IOERR_SHORT_READ && is_page(file, count, offset)) return SQLITE_IOERR_DATA;
  if (result != SQLITE_OK || !file->is_database) return result;
  if (offset == 0 && count >= header_byte_count) {
    if (is_foreign(bytes)) return SQLITE_IOERR_DATA;
    learn(file, bytes);
  }
  return is_page(file, count, offset) && !has_checksum(bytes, count, offset) ? SQLITE_IOERR_DATA
                                                                           : SQLITE_OK;
}

static int checked_write(
    sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
  checked_file *file = (checked_file *)base;
  if (file->is_log) {
    int noted = log_write(file, bytes, count, offset);
    if (noted != SQLITE_OK) return noted;
  }
  if (file->is_database && offset == 0 && count >= header_byte_count) learn(file, bytes);
  if (is_page(file, count, offset)) {
    if (!file->page) file->page = malloc((size_t)count);
    if (!file->page) return SQLITE_IOERR_NOMEM;
    memcpy(file->page, bytes, (size_t)count);
    page_checksum checksum = checksum_of(file->page, count, offset);
    memcpy(file->page + count - checksum_byte_count, &checksum, sizeof checksum);
    bytes = file->page;
  }
  return own(base)->pMethods->xWrite(own(base), bytes, count, offset);
}

static int checked_close(sqlite3_file *base) {
  checked_file *file = (checked_file *)base;
  free(file->page);
  file->page = NULL;
  free(file->frames);
  file->frames = NULL;
  return own(base)->pMethods->xClose(own(base));
}

/* MARK: Handed on */

static int checked_truncate(sqlite3_file *file, sqlite3_int64 size) {
  return own(file)->pMethods->xTruncate(own(file), size);
}

static int checked_sync(sqlite3_file *file, int flags) {
  return own(file)->pMethods->xSync(own(file), flags);
}

static int checked_file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return own(file)->pMethods->xFileSize(own(file), size);
}

static int checked_lock(sqlite3_file *file, int level) {
  return own(file)->pMethods->xLock(own(file), level);
}

static int checked_unlock(sqlite3_file *file, int level) {
  return own(file)->pMethods->xUnlock(own(file), level);
}

static int checked_check_reserved(sqlite3_file *file, int *result) {
  return own(file)->pMethods->xCheckReservedLock(own(file), result);
}

static int checked_control(sqlite3_file *file, int operation, void *argument) {
  return own(file)->pMethods->xFileControl(own(file), operation, argument);
}

static int checked_sector_size(sqlite3_file *file) {
  return own(file)->pMethods->xSectorSize(own(file));
}

static int checked_characteristics(sqlite3_file *file) {
  return own(file)->pMethods->xDeviceCharacteristics(own(file));
}

/*
 * Of version 1: without memory-mapped reading, which would go past the checksums, and without
 * shared memory, from which SQLite takes where pages of the log belong, and which nothing checks.
 */
static const sqlite3_io_methods checked_methods = {
    1,
    checked_close,
    checked_read,
    checked_write,
    checked_truncate,
    checked_sync,
    checked_file_size,
    checked_lock,
    checked_unlock,
    checked_check_reserved,
    checked_control,
    checked_sector_size,
    checked_characteristics,
    NULL,
    NULL,
    NULL,
    NULL,
    NULL,
    NULL,
};

static int checked_open(
    sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *base, int flags, int *flags_out) {
  checked_file *file = (checked_file *)base;
  memset(file, 0, sizeof *file);
  file->is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
  file->is_log = (flags & SQLITE_OPEN_WAL) != 0;
  own(base)->pMethods = NULL;
  int result = system_vfs(vfs)->xOpen(system_vfs(vfs), name, own(base), flags, flags_out);
  /* Without methods SQLite does not close it. */
  if (own(base)->pMethods) base->pMethods = &checked_methods;
  return result;
}

int spotlog_checked_pages_register(void) {
  static sqlite3_vfs checked;
  sqlite3_vfs *under = sqlite3_vfs_find(spotlog_no_rollback_name());
  if (!under) return SQLITE_ERROR;
  /* All but files is the system's, whose functions do not look at which VFS they are called for. */
  checked = *under;
  checked.pNext = NULL;
  checked.zName = spotlog_checked_pages_name();
  checked.szOsFile = under->szOsFile + (int)sizeof(checked_file);
  checked.pAppData = under;
  checked.xOpen = checked_open;
  return sqlite3_vfs_register(&checked, 0);
}
