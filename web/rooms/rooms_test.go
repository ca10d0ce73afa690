package rooms_test

import (
	"net/http/httptest"
	"testing"

	"hopyard/web/headers"
	"hopyard/web/rooms"
	"hopyard/web/rooms/roomstest"
	"hopyard/web/store/sqlite"
)

// database returns an empty database in a temporary file.
func database(t *testing.T) *sqlite.SQLite {
	t.Helper()
	db, err := sqlite.Open(t.TempDir(), 0)
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

func TestContract(t *testing.T) {
	waiting := &rooms.API{DB: database(t), Waits: rooms.NewWaits()}
	for name, api := range map[string]*rooms.API{"waiting": waiting, "polled": {DB: database(t)}} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(api)
			defer server.Close()
			roomstest.Run(t, server.URL+"/", nil)
		})
	}
	if n := waiting.Waits.Waiting(); n != 0 {
		t.Errorf("%d kinds of news are waited for when nobody asks", n)
	}
}

func TestHostile(t *testing.T) {
	server := httptest.NewServer(headers.Secure(&rooms.API{DB: database(t), Waits: rooms.NewWaits()}))
	defer server.Close()
	roomstest.Hostile(t, server.URL+"/", nil)
}
