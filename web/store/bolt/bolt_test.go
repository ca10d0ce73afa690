package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"hopyard/web/store"
	"hopyard/web/store/storetest"
)

func open(t testing.TB, folder string) *Store {
	t.Helper()
	s, err := Open(folder, 0)
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

// A file takes no more than it may, what is in it still opens and is still known,
// and with more room it goes on.
func TestMost(t *testing.T) {
	const most = 2_000_000
	folder, texts := t.TempDir(), map[string][]byte{}
	for _, most := range []int64{most, 2 * most} {
		s, err := Open(folder, most)
		if err != nil {
			t.Fatal(err)
		}
		full, before := (*store.Error)(nil), len(texts)
		for i := 0; full == nil && i < 1000; i++ {
			text := fmt.Appendf(nil, "%d %d %s", most, i, bytes.Repeat([]byte("x"), i*3700%60000))
			id, _, err := store.Keep(t.Context(), s, text)
			if err == nil {
				texts[id] = text
				continue
			}
			full, _ = errors.AsType[*store.Error](err)
			if full == nil || !full.Full || !strings.Contains(full.Problem, "MB") {
				t.Fatalf("without room: %v", err)
			}
		}
		if used := s.Size(); full == nil || len(texts) < before+40 || used > most*11/10 || used < most*9/10 {
			t.Errorf("%d texts take %d bytes of %d, then %v", len(texts), used, most, full)
		}
		for _, text := range texts {
			if _, added, err := store.Keep(t.Context(), s, text); err != nil || added {
				t.Fatalf("without room, a text that is there: %v, %v", added, err)
			}
		}
		if left := holds(t, s, texts); left != len(texts) || s.Trouble() != nil {
			t.Errorf("without room %d of %d texts open, trouble %v", left, len(texts), s.Trouble())
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
