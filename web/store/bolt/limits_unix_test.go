//go:build unix

package bolt

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"hopyard/web/store"
)

// A full disk, as a limit on the size of files: adding says so, what is there
// still opens and is still known, and with more room adding goes on.
func TestNoRoom(t *testing.T) {
	folder, texts := filled(t, 50)
	s := open(t, folder)
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	for round := range 3 {
		limit := old
		limit.Cur = uint64(s.size.Load())
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			t.Fatal(err)
		}
		full := error(nil)
		for i := 0; full == nil && i < 1000; i++ {
			text := fmt.Appendf(nil, "%d %d %s", round, i, strings.Repeat("y", 10000))
			id, _, err := store.Keep(t.Context(), s, text)
			if full = err; err == nil {
				texts[id] = text
			}
		}
		if e, ok := errors.AsType[*store.Error](full); !ok || !strings.Contains(e.Problem, "may not grow") {
			t.Errorf("without room: %v", full)
		}
		for _, text := range texts {
			if _, added, err := store.Keep(t.Context(), s, text); err != nil || added {
				t.Fatalf("without room, a text that is there: %v, %v", added, err)
			}
		}
		if left := holds(t, s, texts); left != len(texts) || s.Trouble() != nil {
			t.Errorf("without room %d of %d texts open, trouble %v", left, len(texts), s.Trouble())
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
			t.Fatal(err)
		}
		text := fmt.Appendf(nil, "%d %s", round, strings.Repeat("z", 60000))
		id, added, err := store.Keep(t.Context(), s, text)
		if err != nil || !added {
			t.Errorf("with room again: %v, %v", added, err)
		}
		texts[id] = text
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s := open(t, folder); holds(t, s, texts) != len(texts) || s.Trouble() != nil {
		t.Errorf("opened anew: trouble %v", s.Trouble())
	}
}
