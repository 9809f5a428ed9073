#include <sqlite3.h>

/* sqlite3_db_config takes variable arguments, which Swift cannot call. */
static inline void spotlog_sqlite_defend(sqlite3 *db) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

/* Whether the last connection leaves the log as it is, and does not bring it into the file. */
static inline void spotlog_sqlite_keep_log(sqlite3 *db, int keeps) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}

/* SQLite counts its memory behind a lock of its own unless it is told not to, before anything is
   opened. Nobody reads the count. sqlite3_config takes variable arguments, too. */
static inline void spotlog_sqlite_prepare(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
