package store_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"hopyard/web/store"
	"hopyard/web/store/storetest"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, &store.Memory{})
}

// TestMost checks that a store stays within its size limit and reports its size.
func TestMost(t *testing.T) {
	m := &store.Memory{Most: 10_000}
	for i := range 10 {
		text := bytes.Repeat([]byte{'a' + byte(i)}, 2000)
		id, added, err := store.Keep(t.Context(), m, text)
		full, ok := errors.AsType[*store.StoreError](err)
		if i < 4 && (err != nil || !added) || i >= 4 && (!ok || !full.Full || added) {
			t.Errorf("text %d: %s %v %v", i, id, added, err)
		}
	}
	if n := m.Size(); n < 8000 || n > m.Most {
		t.Errorf("4 texts of 2,000 bytes take %d", n)
	}
	if id, added, err := store.Keep(t.Context(), m, bytes.Repeat([]byte("b"), 2000)); err != nil || added {
		t.Errorf("a text that is there: %s %v %v", id, added, err)
	}
	for most, says := range map[int64]string{10e9: "(10 GB)", 256e6: "(256 MB)", 1500e6: "(1500 MB)", 100: "(100 bytes)"} {
		if e := store.NoRoom(most); !e.Full || e.Fix == "" || !strings.Contains(e.Problem, says) {
			t.Errorf("%d: %v", most, e)
		}
	}
}
