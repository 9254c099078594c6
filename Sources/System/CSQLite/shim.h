#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift cannot import: SQLite copies what is bound.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0) : sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// Variadic in SQLite, so not importable. Defensive: no SQL can damage the file.
static inline int csqlite_be_defensive(sqlite3 *database) { return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0); }
