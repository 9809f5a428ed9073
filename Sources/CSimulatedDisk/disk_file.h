#ifndef SPOTLOG_DISK_FILE_H
#define SPOTLOG_DISK_FILE_H

#include <pthread.h>
#include <stdint.h>

/*
 * The bytes of the simulated disk's files, in blocks of one size from one pool.
 *
 * Many thousands of small files grow, shrink and go all the time. With a piece of heap for each,
 * they were copied at every growth, and the heap became a field of holes of all sizes.
 *
 * A block of zeros is not stored: most of a page of a small table is zeros, and a small block lets
 * that be most of the file.
 */
enum { disk_block_byte_count = 512 };

typedef struct disk_block {
  struct disk_block *next; /* while it is free */
} disk_block;

typedef struct {
  pthread_mutex_t lock;
  disk_block *free_blocks;
  void *slabs; /* each begins with the address of the one before */
} disk_pool;

typedef struct disk_file {
  struct disk_file *next; /* in the same bucket */
  char *path;
  uint8_t **blocks; /* NULL: zeros */
  int64_t block_count;
  int64_t block_capacity; /* how many addresses there is room for */
  int is_borrowed;        /* the blocks are another disk's, until the file is changed */
  int64_t size;
  uint8_t *synced; /* while it is changed: what was synced, `synced_size` bytes */
  int64_t synced_size;
  int is_changed; /* since it was synced, on a disk that watches */
  int openings;
  int64_t rotten; /* the place of a byte whose page has a wrong checksum, counted from 1; 0: none */
  int is_deleted; /* gone by name, kept until the last connection closes it */
} disk_file;

int disk_pool_begin(disk_pool *pool);

/* Frees the blocks of all files at once. */
void disk_pool_end(disk_pool *pool);

/* Copies what the file has from `offset` on, and returns how many bytes that was. */
int64_t disk_file_read(const disk_file *file, void *buffer, int64_t count, int64_t offset);

/* 0 when there is no memory; then nothing was written. */
int disk_file_write(
    disk_file *file, disk_pool *pool, const void *buffer, int64_t count, int64_t offset);

/* Makes the file shorter; 0 when there is no memory for the blocks that it borrowed. */
int disk_file_cut(disk_file *file, disk_pool *pool, int64_t size);

/* Has an empty file read the blocks of one that is never changed again. */
void disk_file_borrow(disk_file *file, const disk_file *other);

/* Before a change on a disk that watches: keeps what was synced; 0 when there is no memory. */
int disk_file_remember(disk_file *file);

/* What is written is synced. */
void disk_file_settle(disk_file *file);

/* Of what is written and not synced, the dice decide for each sector; 0 when there is no memory. */
int disk_file_tear(disk_file *file, disk_pool *pool, uint64_t dice);

/* What is written is lost, if it is not synced; 0 when there is no memory. */
int disk_file_fall_back(disk_file *file, disk_pool *pool);

#endif
