#include "CCheckedPages.h"

#include <sqlite3.h>
#include <string.h>

static sqlite3_vfs *under;

static int access_without_rollback(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  (void)vfs;
  static const char suffix[] = "-journal";
  size_t length = strlen(name), suffix_length = sizeof suffix - 1;
  if (length > suffix_length && strcmp(name + length - suffix_length, suffix) == 0) {
    *result = 0;
    return SQLITE_OK;
  }
  return under->xAccess(under, name, flags, result);
}

const char *spotlog_no_rollback_name(void) { return "spotlog-system"; }

int spotlog_no_rollback_register(void) {
  static sqlite3_vfs system;
  under = sqlite3_vfs_find(NULL);
  if (!under) return SQLITE_ERROR;
  system = *under;
  system.pNext = NULL;
  system.zName = spotlog_no_rollback_name();
  system.xAccess = access_without_rollback;
  return sqlite3_vfs_register(&system, 0);
}
