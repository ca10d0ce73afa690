// Package crashtest tests the server's program under faults: the server is killed
// during a write, the disk is full or read-only, the database file is truncated or
// corrupt, the power fails, or clients are slow.
//
// The tests build the program once and start it on a free port of this machine with
// launch. The resulting server has methods to make links (post), to check them
// (opens, serves), and to end the process gently (stop) or at once (kill). A
// typical test fills a data folder with links, causes a fault, restarts the server,
// and checks that no acknowledged link is lost.
//
// The tests print a line for each fault. make test-faults runs all of them at full
// length; make test runs shorter versions.
package crashtest
