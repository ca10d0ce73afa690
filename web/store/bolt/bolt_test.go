package bolt

import (
	"testing"

	"hopyard/web/store/storetest"
)

func open(t testing.TB, folder string) *Store {
	t.Helper()
	s, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestPromises(t *testing.T) {
	storetest.Run(t, open(t, t.TempDir()))
}
