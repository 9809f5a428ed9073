#include <stdlib.h>
#include <string.h>

#include "disk_state.h"

/* Power cuts. Names are durable at once: what a cut takes is bytes. */

int disk_file_remember(disk_file *file) {
  if (file->is_changed) return 1;
  file->synced = malloc((size_t)file->size + 1);
  if (!file->synced) return 0;
  file->synced_size = disk_file_read(file, file->synced, file->size, 0);
  file->is_changed = 1;
  return 1;
}

void disk_file_settle(disk_file *file) {
  free(file->synced);
  file->synced = NULL;
  file->synced_size = 0;
  file->is_changed = 0;
}

int disk_file_fall_back(disk_file *file, disk_pool *pool) {
  if (!file->is_changed) return 1;
  int is_whole = disk_file_cut(file, pool, 0) &&
                 disk_file_write(file, pool, file->synced, file->synced_size, 0);
  disk_file_settle(file);
  return is_whole;
}

void spotlog_disk_watch_syncs(spotlog_disk *disk) { disk->watches_syncs = 1; }

enum { sector_byte_count = 512 };

/*
 * What a power cut leaves of a sector of which the disk was told `written` and had `synced`. Bytes
 * that were not written are safe, as SQLITE_IOCAP_POWERSAFE_OVERWRITE says.
 */
static void tear_sector(uint8_t *written, const uint8_t *synced, int64_t count, uint64_t *dice) {
  while (count > 0 && *written == *synced) written++, synced++, count--;
  while (count > 0 && written[count - 1] == synced[count - 1]) count--;
  if (count == 0) return;
  uint64_t choice = disk_roll(dice) % 10;
  if (choice < 4) return;
  if (choice < 8) {
    memcpy(written, synced, (size_t)count);
  } else if (choice == 8) {
    int64_t kept = (int64_t)(disk_roll(dice) % (uint64_t)count);
    memcpy(written + kept, synced + kept, (size_t)(count - kept));
  } else {
    for (int64_t i = 0; i < count; i++) written[i] = (uint8_t)disk_roll(dice);
  }
}

int disk_file_tear(disk_file *file, disk_pool *pool, uint64_t dice) {
  if (!file->is_changed) return 1;
  int64_t longest = file->size > file->synced_size ? file->size : file->synced_size;
  uint8_t *written = calloc(2, (size_t)longest + 1);
  if (!written) return 0;
  uint8_t *synced = written + longest + 1;
  disk_file_read(file, written, file->size, 0);
  if (file->synced_size > 0) memcpy(synced, file->synced, (size_t)file->synced_size);
  /* What a cut took away is gone, or there as it was. */
  if (file->synced_size > file->size)
    memcpy(
        written + file->size, synced + file->size, (size_t)(file->synced_size - file->size));
  for (int64_t place = 0; place < file->size; place += sector_byte_count) {
    int64_t left = file->size - place;
    tear_sector(
        written + place, synced + place, left < sector_byte_count ? left : sector_byte_count,
        &dice);
  }
  int64_t size = disk_roll(&dice) % 2 ? file->size : file->synced_size;
  int is_whole =
      disk_file_cut(file, pool, 0) && disk_file_write(file, pool, written, size, 0);
  free(written);
  disk_file_settle(file);
  return is_whole;
}

/* Without dice, what was not synced is gone. */
static int cut_power(spotlog_disk *disk, const uint64_t *dice) {
  int is_whole = 1;
  pthread_mutex_lock(&disk->lock);
  for (size_t i = 0; i < disk->table.bucket_count; i++) {
    for (disk_file *file = disk->table.buckets[i]; file; file = file->next) {
      disk->byte_count -= file->size;
      /* What becomes of a file does not depend on which others there are. */
      int is_done = dice ? disk_file_tear(file, &disk->pool, *dice ^ disk_table_hash(file->path))
                         : disk_file_fall_back(file, &disk->pool);
      is_whole = is_done && is_whole;
      disk->byte_count += file->size;
    }
  }
  pthread_mutex_unlock(&disk->lock);
  return is_whole;
}

int spotlog_disk_tear_unsynced(spotlog_disk *disk, uint64_t dice) {
  return cut_power(disk, &dice);
}

int spotlog_disk_lose_unsynced(spotlog_disk *disk) {
  int is_whole = cut_power(disk, NULL);
  disk->watches_syncs = 0;
  return is_whole;
}
