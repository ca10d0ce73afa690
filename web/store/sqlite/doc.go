// Package sqlite is the database of the binary: one file, hopyard.db in the data
// folder, by modernc.org/sqlite, which is SQLite in pure Go.
//
// What [SQLite.Do] has returned is on the disk: the log (hopyard.db-wal) is synced in
// every transaction, and calls that come together share one. Reading waits for no
// writing. Other processes may work on the file, too: a second server, serve
// --backup, or the sqlite3 command.
//
// A file that is damaged, empty, another program's or of a newer version is refused
// when it is opened, and stays as it is. Damage that shows later is an error of
// whoever reads it, and nothing is written any more. Nothing is repaired: a backup
// is put back.
package sqlite
