package faults

import (
	"bufio"
	"encoding/hex"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"hopyard/web/store/bolt"
)

// deed is what the server told the system, as far as links are concerned.
type deed struct {
	kind  byte // 'w'rite, 't'runcate, 's'ync begun, sync 'd'one, 'a'nswer
	bytes []byte
	at    int64
}

var (
	wrote    = regexp.MustCompile(`pwrite64\(\d+, "([^"]*)", \d+, (\d+)`)
	cut      = regexp.MustCompile(`ftruncate\(\d+, (\d+)`)
	answered = regexp.MustCompile(`"id":"([0-9a-z]+)"`)
	said     = regexp.MustCompile(` write\(\d+, "([^"]*)"`)
)

// deeds reads what strace has noted.
func deeds(t *testing.T, path string) (all []deed) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, 64<<20)
	text := func(s string) []byte {
		b, err := hex.DecodeString(strings.ReplaceAll(s, `\x`, ""))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for scan.Scan() {
		line := scan.Text()
		if m := wrote.FindStringSubmatch(line); m != nil {
			at, _ := strconv.ParseInt(m[2], 10, 64) // digits
			all = append(all, deed{'w', text(m[1]), at})
		} else if m := cut.FindStringSubmatch(line); m != nil {
			at, _ := strconv.ParseInt(m[1], 10, 64)
			all = append(all, deed{kind: 't', at: at})
		} else if m := said.FindStringSubmatch(line); m != nil {
			if id := answered.FindSubmatch(text(m[1])); id != nil {
				all = append(all, deed{kind: 'a', bytes: id[1]})
			}
		} else if strings.Contains(line, "sync") {
			if !strings.Contains(line, "resumed") {
				all = append(all, deed{kind: 's'})
			}
			if strings.HasSuffix(line, "= 0") {
				all = append(all, deed{kind: 'd'})
			}
		}
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// lose is the file after the power fails behind the deeds: what was written before
// the last sync that was done began is there, and of the rest any pages.
func lose(r *rand.Rand, image []byte, all []deed) []byte {
	file := append([]byte(nil), image...)
	synced, begun := 0, 0
	for i, d := range all {
		switch d.kind {
		case 's':
			begun = i
		case 'd':
			synced = begun
		}
	}
	put := func(at int64, b []byte) {
		if grow := at + int64(len(b)) - int64(len(file)); grow > 0 {
			file = append(file, make([]byte, grow)...)
		}
		copy(file[at:], b)
	}
	for i, d := range all {
		switch d.kind {
		case 't':
			if i < synced || r.IntN(2) == 0 {
				put(max(d.at, int64(len(file))), nil)
			}
		case 'w':
			for from := 0; from < len(d.bytes); from += 4096 {
				if i < synced || r.IntN(2) == 0 {
					put(d.at+int64(from), d.bytes[from:min(from+4096, len(d.bytes))])
				}
			}
		}
	}
	return file
}

// The power fails at any moment, and the disk has any of the pages that were not
// synced: links of which a client was told are there, and the file is whole. What
// the server writes and syncs is taken down by strace and played back.
func TestPowerLost(t *testing.T) {
	tool(t, "strace")
	data, links := stocked(t, 20)
	image, err := os.ReadFile(filepath.Join(data, bolt.Name))
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "log")
	s := launch(t, data, "strace", "-D", "-f", "-xx", "-s", "1000000", "-e", "trace=pwrite64,fdatasync,fsync,ftruncate,write", "-o", log)
	texts := map[string][]byte{}
	var mu sync.Mutex
	var wait sync.WaitGroup
	for w := range 8 {
		wait.Go(func() {
			for i := range times(15, 3) {
				m, _, err := s.post(example(1000 + 100*w + i))
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				texts[m.id] = m.text
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	s.kill()
	time.Sleep(300 * time.Millisecond) // strace ends a little later
	all := deeds(t, log)
	told := map[string][]byte{}
	for _, m := range links {
		told[m.id] = m.text
	}
	r := rand.New(rand.NewPCG(7, 8))
	losses, answers, every := 0, 0, times(2, 20)
	for i, d := range all {
		if d.kind == 'a' {
			answers++
			told[string(d.bytes)] = texts[string(d.bytes)]
		}
		if d.kind == 'a' || i%every == 0 {
			losses++
			holds(t, lose(r, image, all[:i+1]), told)
		}
	}
	t.Logf("power lost at %d moments of %d writes and syncs: each of %d links told by then is there, and the file is whole", losses, len(all), answers)
	if answers != len(texts) || answers == 0 {
		t.Errorf("%d answers were noted, %d links made", answers, len(texts))
	}
	maps.DeleteFunc(texts, func(id string, _ []byte) bool { _, ok := told[id]; return ok })
	if len(texts) > 0 {
		t.Errorf("%d links were made that no answer tells", len(texts))
	}
}

// holds wants a whole file with these links.
func holds(t *testing.T, file []byte, links map[string][]byte) {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, bolt.Name), file, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := bolt.Open(folder, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() // nothing was added
	if s.Trouble() != nil {
		t.Error(s.Trouble())
	}
	for id, text := range links {
		if got, err := s.Get(t.Context(), id); err != nil || string(got) != string(text) {
			t.Fatalf("link %s is lost: %v", id, err)
		}
	}
}
