// Package migrations holds the database schema as a list of numbered SQL files, the
// migrations. The binary runs them from [All], and wrangler from the files. Never
// change a migration that has been deployed: put later changes into a new one.
package migrations

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed *.sql
var files embed.FS

// Migration is one step in the history of the schema. Migration number n brings a
// database from version n-1 to version n.
type Migration struct {
	Name string // name of the file
	SQL  string // statements, which are run one after the other
}

// All lists the migrations in order. The first one has the number 1.
var All = read()

// read returns the embedded migrations. It panics if the files are not numbered
// 0001, 0002 and so on.
func read() (all []Migration) {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // never happens, because the files are part of the program
	}
	for i, e := range entries { // sorted by name
		text, err := files.ReadFile(e.Name())
		if err != nil || !strings.HasPrefix(e.Name(), fmt.Sprintf("%04d_", i+1)) {
			panic(fmt.Sprintf("migration %d is %s, %v", i+1, e.Name(), err))
		}
		all = append(all, Migration{e.Name(), string(text)})
	}
	return all
}
