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

// Migration is one step of the schema: number n brings a database from version n-1
// to version n.
type Migration struct {
	Name string // of its file
	SQL  string // statements that run one after the other
}

// All lists the migrations in their order: the first has number 1.
var All = read()

// read returns the embedded migrations. It panics if the files are not numbered
// 0001, 0002 and so on.
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
