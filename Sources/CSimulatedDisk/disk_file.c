#include "disk_file.h"

#include <stdlib.h>
#include <string.h>

enum { slab_block_count = 2048 };

int disk_pool_begin(disk_pool *pool) {
  pool->free_blocks = NULL;
  pool->slabs = NULL;
  return pthread_mutex_init(&pool->lock, NULL) == 0;
}

void disk_pool_end(disk_pool *pool) {
  for (void *slab = pool->slabs, *next; slab; slab = next) {
    memcpy(&next, slab, sizeof next);
    free(slab);
  }
  pthread_mutex_destroy(&pool->lock);
}

/* With the lock held. */
static int add_slab(disk_pool *pool) {
  uint8_t *slab = malloc((slab_block_count + 1) * (size_t)disk_block_byte_count);
  if (!slab) return 0;
  memcpy(slab, &pool->slabs, sizeof pool->slabs);
  pool->slabs = slab;
  for (int i = slab_block_count; i > 0; i--) {
    disk_block *block = (disk_block *)(slab + (size_t)i * disk_block_byte_count);
    block->next = pool->free_blocks;
    pool->free_blocks = block;
  }
  return 1;
}

static uint8_t *take_block(disk_pool *pool) {
  pthread_mutex_lock(&pool->lock);
  disk_block *block = pool->free_blocks || add_slab(pool) ? pool->free_blocks : NULL;
  if (block) pool->free_blocks = block->next;
  pthread_mutex_unlock(&pool->lock);
  return (uint8_t *)block;
}

static void give_back(disk_pool *pool, uint8_t **blocks, int64_t count) {
  pthread_mutex_lock(&pool->lock);
  for (int64_t i = count - 1; i >= 0; i--) {
    disk_block *block = (disk_block *)blocks[i];
    if (!block) continue;
    block->next = pool->free_blocks;
    pool->free_blocks = block;
  }
  pthread_mutex_unlock(&pool->lock);
}

static int64_t blocks_of(int64_t size) {
  return (size + disk_block_byte_count - 1) / disk_block_byte_count;
}

void disk_file_borrow(disk_file *file, const disk_file *other) {
  file->blocks = other->blocks;
  file->block_count = other->block_count;
  file->size = other->size;
  file->is_borrowed = 1;
}

/* Room for `needed` addresses; 0 when there is no memory. */
static int make_room(disk_file *file, int64_t needed) {
  if (needed <= file->block_capacity) return 1;
  int64_t capacity = file->block_capacity * 2 > needed ? file->block_capacity * 2 : needed + 4;
  uint8_t **blocks = realloc(file->blocks, (size_t)capacity * sizeof *blocks);
  if (!blocks) return 0;
  file->blocks = blocks;
  file->block_capacity = capacity;
  return 1;
}

/* Copies the first borrowed blocks, and lets go of the others. */
static int own(disk_file *file, disk_pool *pool, int64_t kept) {
  if (!file->is_borrowed) return 1;
  disk_file owned = {.blocks = NULL};
  if (!make_room(&owned, kept)) return 0;
  for (; owned.block_count < kept; owned.block_count++) {
    const uint8_t *borrowed = file->blocks[owned.block_count];
    uint8_t *block = borrowed ? take_block(pool) : NULL;
    if (borrowed && !block) {
      give_back(pool, owned.blocks, owned.block_count);
      free(owned.blocks);
      return 0;
    }
    if (borrowed) memcpy(block, borrowed, disk_block_byte_count);
    owned.blocks[owned.block_count] = block;
  }
  file->blocks = owned.blocks;
  file->block_count = owned.block_count;
  file->block_capacity = owned.block_capacity;
  file->is_borrowed = 0;
  return 1;
}

/* A piece of a file that lies in one block. */
typedef struct {
  int64_t block;
  int64_t in_block;
  int64_t count;
} block_part;

static block_part part_at(int64_t offset, int64_t count) {
  block_part part = {
      .block = offset / disk_block_byte_count, .in_block = offset % disk_block_byte_count};
  int64_t rest = disk_block_byte_count - part.in_block;
  part.count = count < rest ? count : rest;
  return part;
}

static int is_zero(const uint8_t *bytes, int64_t count) {
  return count == 0 || (*bytes == 0 && memcmp(bytes, bytes + 1, (size_t)(count - 1)) == 0);
}

/* Room for the bytes at `offset`; what is new is zero. */
static int reserve(
    disk_file *file, disk_pool *pool, const uint8_t *bytes, int64_t count, int64_t offset) {
  int64_t needed = blocks_of(offset + count);
  if (!own(file, pool, file->block_count) || !make_room(file, needed)) return 0;
  while (file->block_count < needed) file->blocks[file->block_count++] = NULL;
  for (int64_t done = 0; done < count;) {
    block_part part = part_at(offset + done, count - done);
    uint8_t **block = &file->blocks[part.block];
    if (!*block && !is_zero(bytes + done, part.count)) {
      *block = take_block(pool);
      if (!*block) return 0;
      memset(*block, 0, disk_block_byte_count);
    }
    done += part.count;
  }
  return 1;
}

int64_t disk_file_read(const disk_file *file, void *buffer, int64_t count, int64_t offset) {
  int64_t there = file->size - offset;
  if (there < 0) there = 0;
  if (there > count) there = count;
  for (int64_t done = 0; done < there;) {
    block_part part = part_at(offset + done, there - done);
    const uint8_t *block = file->blocks[part.block];
    uint8_t *place = (uint8_t *)buffer + done;
    if (block)
      memcpy(place, block + part.in_block, (size_t)part.count);
    else
      memset(place, 0, (size_t)part.count);
    done += part.count;
  }
  return there;
}

int disk_file_write(
    disk_file *file, disk_pool *pool, const void *buffer, int64_t count, int64_t offset) {
  const uint8_t *bytes = buffer;
  if (!reserve(file, pool, bytes, count, offset)) return 0;
  for (int64_t done = 0; done < count;) {
    block_part part = part_at(offset + done, count - done);
    uint8_t *block = file->blocks[part.block];
    /* Without a block, what is written is zeros, as what is there. */
    if (block) memcpy(block + part.in_block, bytes + done, (size_t)part.count);
    done += part.count;
  }
  if (offset + count > file->size) file->size = offset + count;
  return 1;
}

int disk_file_cut(disk_file *file, disk_pool *pool, int64_t size) {
  int64_t kept = blocks_of(size);
  if (!own(file, pool, kept)) return 0;
  if (kept < file->block_count) {
    give_back(pool, file->blocks + kept, file->block_count - kept);
    file->block_count = kept;
  }
  /* A later write beyond the end finds zeros between, as on any disk. */
  int64_t in_block = size % disk_block_byte_count;
  if (in_block > 0 && file->blocks[kept - 1])
    memset(file->blocks[kept - 1] + in_block, 0, (size_t)(disk_block_byte_count - in_block));
  file->size = size;
  return 1;
}
