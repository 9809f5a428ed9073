#include "disk_file.h"

#include <stdlib.h>
#include <string.h>

enum { slab_block_count = 512 };

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
    uint8_t *block = take_block(pool);
    if (!block) {
      give_back(pool, owned.blocks, owned.block_count);
      free(owned.blocks);
      return 0;
    }
    memcpy(block, file->blocks[owned.block_count], disk_block_byte_count);
    owned.blocks[owned.block_count] = block;
  }
  file->blocks = owned.blocks;
  file->block_count = owned.block_count;
  file->block_capacity = owned.block_capacity;
  file->is_borrowed = 0;
  return 1;
}

/* Room for `size` bytes; what is new is zero. */
static int reserve(disk_file *file, disk_pool *pool, int64_t size) {
  int64_t needed = blocks_of(size);
  if (!own(file, pool, file->block_count) || !make_room(file, needed)) return 0;
  while (file->block_count < needed) {
    uint8_t *block = take_block(pool);
    if (!block) return 0;
    memset(block, 0, disk_block_byte_count);
    file->blocks[file->block_count++] = block;
  }
  return 1;
}

int64_t disk_file_read(const disk_file *file, void *buffer, int64_t count, int64_t offset) {
  int64_t there = file->size - offset;
  if (there < 0) there = 0;
  if (there > count) there = count;
  for (int64_t done = 0; done < there;) {
    int64_t in_block = (offset + done) % disk_block_byte_count;
    int64_t part = disk_block_byte_count - in_block;
    if (part > there - done) part = there - done;
    const uint8_t *block = file->blocks[(offset + done) / disk_block_byte_count];
    memcpy((uint8_t *)buffer + done, block + in_block, (size_t)part);
    done += part;
  }
  return there;
}

int disk_file_write(
    disk_file *file, disk_pool *pool, const void *buffer, int64_t count, int64_t offset) {
  int64_t end = offset + count;
  if (!reserve(file, pool, end)) return 0;
  for (int64_t done = 0; done < count;) {
    int64_t in_block = (offset + done) % disk_block_byte_count;
    int64_t part = disk_block_byte_count - in_block;
    if (part > count - done) part = count - done;
    uint8_t *block = file->blocks[(offset + done) / disk_block_byte_count];
    memcpy(block + in_block, (const uint8_t *)buffer + done, (size_t)part);
    done += part;
  }
  if (end > file->size) file->size = end;
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
  if (in_block > 0)
    memset(file->blocks[kept - 1] + in_block, 0, (size_t)(disk_block_byte_count - in_block));
  file->size = size;
  return 1;
}
