//go:build !js

package sqlite

import (
	"testing"

	"hopyard/web/store"
	"hopyard/web/store/storetest"
)

func open(t testing.TB, folder string) *SQLite {
	t.Helper()
	db, err := Open(folder, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func memory(t testing.TB) *SQLite {
	t.Helper()
	db, err := Memory(0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func TestPromises(t *testing.T) {
	for name, db := range map[string]store.DB{"file": open(t, t.TempDir()), "memory": memory(t)} {
		t.Run(name, func(t *testing.T) {
			storetest.RunDB(t, db)
			storetest.Run(t, store.Links{DB: db})
		})
	}
}
