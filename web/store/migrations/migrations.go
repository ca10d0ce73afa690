// Package migrations holds the schema of the database, as steps by number: the
// binary takes them from here, wrangler from the files. A step that was ever
// deployed stays as it is; what changes later is a new one.
package migrations

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed *.sql
var files embed.FS

// Migration is one step: number n brings a database from version n-1 to n.
type Migration struct {
	Name string // of its file
	SQL  string // statements, one after the other
}

// All are the steps in their order: the first has number 1.
var All = read()

// read panics where files are not numbered 0001, 0002 and so on.
func read() (all []Migration) {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // they are part of the program
	}
	for i, e := range entries { // by name
		text, err := files.ReadFile(e.Name())
		if err != nil || !strings.HasPrefix(e.Name(), fmt.Sprintf("%04d_", i+1)) {
			panic(fmt.Sprintf("migration %d is %s, %v", i+1, e.Name(), err))
		}
		all = append(all, Migration{e.Name(), string(text)})
	}
	return all
}
