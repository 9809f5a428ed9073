#ifndef SPOTLOG_SIMULATED_DISK_H
#define SPOTLOG_SIMULATED_DISK_H

#include <stdint.h>

/*
 * A disk in memory, as an SQLite VFS. Files outlive the connections that opened them, so a device
 * can be parked: closed, and opened again with everything it had.
 *
 * Threads may share a disk as long as each file is used by one at a time. Random numbers and time
 * come from the disk, never from the system, so that a run is the same every time. A name is
 * registered with SQLite for as long as the disk lives.
 */
typedef struct spotlog_disk spotlog_disk;

/* Makes a disk and registers it as the VFS `name`; NULL when memory or the name cannot be had. */
spotlog_disk *spotlog_disk_create(const char *name, uint64_t seed);

/* Makes a disk with the files of another one, which nobody may have open. It reads their bytes
 * there until it changes them; the other one can be forked again, and never be changed any more.
 * NULL as above. */
spotlog_disk *spotlog_disk_fork(spotlog_disk *disk, const char *name);

/* Whether a file is there and has not been changed since its disk was forked. */
int spotlog_disk_is_as_forked(const spotlog_disk *disk, const char *path);

/* Unregisters the disk; its memory goes with the last connection. */
void spotlog_disk_destroy(spotlog_disk *disk);

/* Milliseconds since 1970 that SQLite is told. */
void spotlog_disk_set_time(spotlog_disk *disk, int64_t milliseconds);

/* Has every sync fail from now on, or no longer. What is written and not synced is on the disk
 * nevertheless. */
void spotlog_disk_fail_syncs(spotlog_disk *disk, int syncs);

/* Bytes of all files, and how many there are. */
int64_t spotlog_disk_bytes(const spotlog_disk *disk);
int64_t spotlog_disk_files(const spotlog_disk *disk);

/* Operations since the disk was made. */
int64_t spotlog_disk_reads(const spotlog_disk *disk);
int64_t spotlog_disk_writes(const spotlog_disk *disk);
int64_t spotlog_disk_syncs(const spotlog_disk *disk);

/* Lets so many more writes, cuts and deletions through; of the next write, if it is torn, half its
 * bytes. That one and all after it fail. Negative, as at first: nothing fails. */
void spotlog_disk_fail_after(spotlog_disk *disk, int64_t changes, int is_torn);

/* How many it still lets through; negative: all. */
int64_t spotlog_disk_changes_left(const spotlog_disk *disk);

/* From now on keeps apart what is synced and what is only written. */
void spotlog_disk_watch_syncs(spotlog_disk *disk);

/* A power cut, when nobody has a file open: of what was written since the disk watches, only what
 * was synced is there. Then it watches no more. 0 when there was no memory. */
int spotlog_disk_lose_unsynced(spotlog_disk *disk);

/* What an operation of a disk can be asked to fail with. */
enum {
  spotlog_strike_write = 0, /* SQLITE_IOERR_WRITE, of a write, a cut or a deletion */
  spotlog_strike_full = 1,  /* SQLITE_FULL, of a write */
  spotlog_strike_sync = 2,  /* SQLITE_IOERR_FSYNC */
  spotlog_strike_read = 3   /* SQLITE_IOERR_READ */
};

/* Lets so many more operations of that kind through, and fails the next one; and all after it of
 * its kind, unless it is to happen once. Negative: fails none. */
void spotlog_disk_strike(spotlog_disk *disk, int kind, int64_t operations, int once);

/* Operations that failed so. */
int64_t spotlog_disk_struck(const spotlog_disk *disk);

/* Whether all operations of a kind fail, and one has. */
int spotlog_disk_is_struck_for_good(const spotlog_disk *disk);

/* Has every write of a connection fail for lack of room, or no longer. What is there can be read,
 * made shorter and deleted. */
void spotlog_disk_fill(spotlog_disk *disk, int is_full);

/* Writes that failed so. */
int64_t spotlog_disk_refused(const spotlog_disk *disk);

/* What can become of a page that is written into a database. */
enum {
  spotlog_stray_lost = 0,       /* it is nowhere */
  spotlog_stray_misdirected = 1 /* it is in the place of the one before it; the first: after it */
};

/* Of the pages that are written into a database, not into its log, lets so many through, and has
 * the next one go astray, of which the writer hears nothing. Negative kind: none. */
void spotlog_disk_stray(spotlog_disk *disk, int kind, const char *path, int64_t pages);

/* Pages that went astray. */
int64_t spotlog_disk_strayed(const spotlog_disk *disk);

/* A power cut, as above, of which the dice decide what becomes of each sector that was written and
 * not synced: it is there, is not, is half there, or holds anything. */
int spotlog_disk_tear_unsynced(spotlog_disk *disk, uint64_t dice);

/* The size of a file, -1 when there is none. */
int64_t spotlog_disk_file_size(const spotlog_disk *disk, const char *path);

/* Copies the first bytes of a file, and returns how many; -1 when there is no such file. */
int64_t spotlog_disk_copy_file(
    const spotlog_disk *disk, const char *path, void *buffer, int64_t count);

/* Replaces a file whole, or makes it; 0 when the disk failed. */
int spotlog_disk_put_file(
    spotlog_disk *disk, const char *path, const void *bytes, int64_t count);

/* Rots one byte of a file whose pages have checksums on a real disk: reads of it fail with
 * SQLITE_IOERR_DATA until it is written. 0 when the file has no such byte. */
int spotlog_disk_rot(spotlog_disk *disk, const char *path, int64_t offset);

/* Gives a file a name that no other has; 0 when the disk failed, or when it cannot. */
int spotlog_disk_rename(spotlog_disk *disk, const char *path, const char *other);

/* Calls `body` with the name of each file, in no order. */
void spotlog_disk_each_name(
    const spotlog_disk *disk, void *context, void (*body)(void *context, const char *path));

#endif
