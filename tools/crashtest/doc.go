// Package crashtest holds the server's program to what it does when things go wrong:
// it is killed while it writes, its disk is full or can only be read, its file is
// cut or garbage, its clients are slow. Its tests build the program and run it on
// a free port of this machine. They print a line for each fault; make test-faults
// runs all of them at length, make test a short form.
package crashtest
