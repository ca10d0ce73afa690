// Package sqlite implements the database of the binary as one file, hopyard.db in
// the data folder. It uses modernc.org/sqlite, which is SQLite in pure Go, through
// database/sql: a pool of connections for reads, and one connection for all writes.
//
// [Open] opens the file and returns a [SQLite], which implements store.DB. [Memory]
// returns a database without a file. [Backup] and [Check] work on a data folder,
// even while a server has its file open.
//
//	db, err := sqlite.Open(folder, 10e9)
//	links := store.Links{DB: db}
//
// One goroutine does all writing. It syncs the write-ahead log (hopyard.db-wal) in
// every transaction, so the changes of [SQLite.Do] are on the disk when Do returns.
// Calls that arrive at about the same time share a transaction and its sync. Reads
// never wait for writes. Other processes may use the file at the same time: a
// second server, serve --backup, or the sqlite3 command.
//
// When a file is opened that is damaged, empty, or written by another program or by
// a newer version, Open rejects it and leaves it unchanged. If damage is found
// later, the reader gets an error, and nothing more is written. The package never
// repairs a file: the operator must restore a backup.
package sqlite
