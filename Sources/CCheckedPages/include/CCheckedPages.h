#ifndef SPOTLOG_CHECKED_PAGES_H
#define SPOTLOG_CHECKED_PAGES_H

/* The name of a VFS of SQLite that adds a checksum to each page of a database.

   A page has eight bytes at its end for it, which a new database reserves when it is told to before
   its first page is written (SQLITE_FCNTL_RESERVE_BYTES). They are written when the page goes into
   the database's own file, and looked at when it is read from there: a page that is another than
   was written is SQLITE_IOERR_DATA, and so is a first page that reserves no eight bytes. Of a
   write-ahead log SQLite looks at checksums when it opens it; from then on what is read from it is
   compared with what was read then, or written since. */
const char *spotlog_checked_pages_name(void);

/* Registers it over the next one. Called once, before a database is opened by the name. Returns a
   result code of SQLite. */
int spotlog_checked_pages_register(void);

/* The name of a VFS that is the system's own, and finds no rollback journal beside a database. No
   database of this program has one: SQLite would bring back pages from whatever lies there under
   its name. It is not the default one, which the program around this library may use. */
const char *spotlog_no_rollback_name(void);

/* Registers it. Called once, before a database is opened by the name. Returns a result code of
   SQLite. */
int spotlog_no_rollback_register(void);

#endif
