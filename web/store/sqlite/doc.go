// Package sqlite implements the database of the binary as one file, hopyard.db in
// the data folder. It uses modernc.org/sqlite, which is SQLite in pure Go.
//
// [Open] opens the file and returns a [SQLite], which implements store.DB. [Memory]
// returns a database without a file. [Backup] and [Check] work on a folder that a
// server may have open.
//
//	db, err := sqlite.Open(folder, 10e9)
//	links := store.Links{DB: db}
//
// One goroutine does all writing. It syncs the write-ahead log (hopyard.db-wal) in
// every transaction, so that the changes of [SQLite.Do] are on the disk when Do
// returns. Calls that arrive together share a transaction and its sync. Reads use
// other connections and never wait for writes. Other processes may use the file at
// the same time: a second server, serve --backup, or the sqlite3 command.
//
// A file that is damaged, empty, written by another program or by a newer version
// is rejected when it is opened, and remains unchanged. If damage shows later, the
// reader gets an error and nothing more is written. The package never repairs a
// file: the operator restores a backup.
package sqlite
