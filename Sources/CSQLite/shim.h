#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

/* What SQL may do. */
enum {
  /* Anything: for SQLite's own statements, as those of VACUUM, which attaches a database. */
  spotlog_sqlite_unguarded,
  /* No other file, and no function that loads code. */
  spotlog_sqlite_guarded,
  /* Make a table or an index, and nothing else: for a text that comes from a file. */
  spotlog_sqlite_making,
};

static inline int spotlog_sqlite_authorize(
    void *making, int action, const char *first, const char *second, const char *database,
    const char *source) {
  (void)database, (void)source;
  switch (action) {
    case SQLITE_ATTACH:
    case SQLITE_DETACH:
      return SQLITE_DENY;
    case SQLITE_FUNCTION:
      return second && (strcmp(second, "load_extension") == 0 ||
                        strcmp(second, "fts3_tokenizer") == 0)
                 ? SQLITE_DENY
                 : SQLITE_OK;
    /* How SQLite notes a table in the schema. */
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
      return making && strncmp(first, "sqlite_", 7) != 0 ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_CREATE_TABLE:
    case SQLITE_CREATE_INDEX:
    case SQLITE_READ:
    case SQLITE_REINDEX:
      return SQLITE_OK;
    default:
      return making ? SQLITE_DENY : SQLITE_OK;
  }
}

static inline void spotlog_sqlite_guard(sqlite3 *db, int how) {
  sqlite3_set_authorizer(
      db, how == spotlog_sqlite_unguarded ? NULL : spotlog_sqlite_authorize,
      how == spotlog_sqlite_making ? db : NULL);
  sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, how == spotlog_sqlite_unguarded ? 1 : 0);
}

/* sqlite3_db_config takes variable arguments, which Swift cannot call. Nothing that a file's schema
   says may run: it may come from anyone. */
static inline void spotlog_sqlite_defend(sqlite3 *db, int value_byte_count_max) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, (int *)0);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, (int *)0);
  sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
  sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, value_byte_count_max);
  spotlog_sqlite_guard(db, spotlog_sqlite_guarded);
}

/* For a file whose triggers are its program's own. */
static inline void spotlog_sqlite_allow_triggers(sqlite3 *db) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1, (int *)0);
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
