package crashtest

import (
	"math/rand/v2"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"hopyard/web/store"
	"hopyard/web/store/sqlite"
)

// TestKilled kills the server repeatedly while clients create links. It checks that
// no acknowledged link is lost and that the database stays consistent.
func TestKilled(t *testing.T) {
	const writers = 16
	data := filepath.Join(t.TempDir(), "data")
	r := rand.New(rand.NewPCG(5, 6))
	var all, last []made
	var next atomic.Int64
	told, open, checked := 0, 0, 0
	rounds := times(200, 6)
	for round := range rounds {
		s := launch(t, data)
		look := last
		if round%20 == 19 {
			look = all
		}
		for _, m := range look {
			checked++
			if !s.opens(m) {
				t.Fatalf("round %d: link %s is lost", round, m.id)
			}
		}
		if len(last) > 0 { // posting an existing link again must return the same id and not count as new
			n := r.IntN(len(last))
			if m, fresh, err := s.post(last[n].text); err != nil || fresh || m.id != last[n].id {
				t.Fatalf("round %d: link %s again: %s, new %v, %v", round, last[n].id, m.id, fresh, err)
			}
		}
		var mu sync.Mutex
		var wait sync.WaitGroup
		stored := make(chan struct{}, 3*writers)
		last = nil
		for range writers {
			wait.Go(func() {
				for {
					m, _, err := s.post(example(int(next.Add(1))))
					if err != nil {
						return // the server has been killed
					}
					mu.Lock()
					last = append(last, m)
					mu.Unlock()
					select {
					case stored <- struct{}{}:
					default: // the channel is full: it holds as many messages as any round needs
					}
				}
			})
		}
		ended := make(chan struct{})
		go func() { wait.Wait(); close(ended) }()
		for range 1 + r.IntN(3*writers) { // when these posts have been stored, the other writers are at arbitrary points of theirs
			select {
			case <-stored:
			case <-ended:
				t.Fatalf("round %d: all posts failed before the server was killed", round)
			}
		}
		s.kill()
		<-ended
		told += len(last)
		open += writers
		all = append(all, last...)
	}
	s := launch(t, data)
	for _, m := range all {
		if !s.opens(m) {
			t.Errorf("link %s is lost", m.id)
		}
	}
	s.stop()
	t.Logf("killed %d times with %d posts under way: %d links told, %d looked at after the kill and all %d at the end, none lost", rounds, open, told, checked, len(all))
	if told < rounds {
		t.Errorf("only %d links in %d rounds: kills came before all writes", told, rounds)
	}
	sound(t, data)
}

// sound checks the database with SQLite's full integrity check.
func sound(t *testing.T, data string) {
	t.Helper()
	db, err := sqlite.Open(data, 0) // Open runs the quick check
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() // nothing was changed, so an error would not matter
	if db.Trouble() != nil {
		t.Error(db.Trouble())
	}
	for _, check := range []string{"integrity_check", "foreign_key_check"} {
		results, err := db.Read(t.Context(), store.Statement{SQL: "SELECT * FROM pragma_" + check})
		if err != nil || check == "integrity_check" && (len(results[0].Rows) != 1 || results[0].Rows[0][0] != "ok") || check != "integrity_check" && len(results[0].Rows) > 0 {
			t.Errorf("%s: %v, %v", check, results, err)
		}
	}
}
