package crashtest

import (
	"bufio"
	"encoding/hex"
	"fmt"
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

	"hopyard/web/store"
	"hopyard/web/store/sqlite"
)

// This file models power failures.
//
// The model covers the server's writes, truncations and syncs of two files: the
// database and its log. strace recorded their order. For each file, consider the
// last sync that completed before the power fails. Everything written before the
// beginning of that sync is on the disk. Of the later writes, any sectors may be on
// the disk, in any order, each sector either whole or not at all. The index of the
// log (-shm) is lost.
//
// The model does not cover disks that write part of a sector or that report a sync
// before it is done. It also does not cover the loss of the log's directory entry;
// SQLite syncs the folder when it creates the log.

// sector is the number of bytes that a disk writes as a whole.
const sector = 512

// serverCall is a recorded system call of the server: an operation on the database
// or its log, or the acknowledgement of a link.
type serverCall struct {
	kind  byte   // 'w' write, 't' truncation, 's' beginning of a sync, 'd' end of a sync, 'a' acknowledgement sent to a client
	file  string // "" for the database, "-wal" for its log; unused for an acknowledgement
	bytes []byte
	at    int64
}

var (
	wrote    = regexp.MustCompile(`^(\d+) .*pwrite64\(\d+<[^>]*` + hexed("/hopyard.db") + `(` + hexed("-wal") + `)?>, "([^"]*)", \d+, (\d+)`)
	cut      = regexp.MustCompile(`^(\d+) .*ftruncate\(\d+<[^>]*` + hexed("/hopyard.db") + `(` + hexed("-wal") + `)?>, (\d+)`)
	syncs    = regexp.MustCompile(`^(\d+) .*f(?:data)?sync\(\d+<[^>]*` + hexed("/hopyard.db") + `(` + hexed("-wal") + `)?>`)
	synced   = regexp.MustCompile(`^(\d+) .*f(?:data)?sync.*\) += 0$`)
	answered = regexp.MustCompile(`"id":"([0-9a-z]+)"`)
	said     = regexp.MustCompile(` write\(\d+<[^>]*>, "([^"]*)"`)
)

// hexed returns a regular expression that matches a text in the notation of strace
// -xx.
func hexed(text string) string {
	return strings.ReplaceAll(fmt.Sprintf("% x", " "+text)[2:], " ", `\\x`)
}

// fileOf returns the value of serverCall.file for a suffix in strace's output: ""
// for the database, "-wal" for its log.
func fileOf(hex string) string {
	if hex == "" {
		return ""
	}
	return "-wal"
}

// deeds parses the output of strace. A sync may take two lines, for its beginning
// and its end, if another thread makes a call meanwhile. Each line begins with the
// number of its thread.
func deeds(t *testing.T, path string) (all []serverCall) {
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
	number := func(s string) int64 {
		n, _ := strconv.ParseInt(s, 10, 64) // cannot fail, because the text consists of digits
		return n
	}
	syncing := map[string]string{} // for each thread, the file that it is syncing
	for scan.Scan() {
		line := scan.Text()
		if m := wrote.FindStringSubmatch(line); m != nil {
			all = append(all, serverCall{'w', fileOf(m[2]), text(m[3]), number(m[4])})
		} else if m := cut.FindStringSubmatch(line); m != nil {
			all = append(all, serverCall{kind: 't', file: fileOf(m[2]), at: number(m[3])})
		} else if m := said.FindStringSubmatch(line); m != nil {
			if id := answered.FindSubmatch(text(m[1])); id != nil {
				all = append(all, serverCall{kind: 'a', bytes: id[1]})
			}
		}
		if m := syncs.FindStringSubmatch(line); m != nil {
			all = append(all, serverCall{kind: 's', file: fileOf(m[2])})
			syncing[m[1]] = fileOf(m[2])
		}
		if m := synced.FindStringSubmatch(line); m != nil {
			if file, ours := syncing[m[1]]; ours {
				all = append(all, serverCall{kind: 'd', file: file})
				delete(syncing, m[1])
			}
		}
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// lose returns the contents of a file after a power failure that follows the given
// calls. Everything that was written before the beginning of the last completed
// sync of the file is kept. Of later writes, random sectors are kept.
func lose(r *rand.Rand, image []byte, all []serverCall, name string) []byte {
	file := append([]byte(nil), image...)
	sure, begun := 0, 0
	for i, d := range all {
		switch {
		case d.file != name:
		case d.kind == 's':
			begun = i
		case d.kind == 'd':
			sure = begun
		}
	}
	put := func(at int64, b []byte) {
		if grow := at + int64(len(b)) - int64(len(file)); grow > 0 {
			file = append(file, make([]byte, grow)...)
		}
		copy(file[at:], b)
	}
	for i, d := range all {
		switch {
		case d.file != name:
		case d.kind == 't':
			if i < sure || r.IntN(2) == 0 {
				put(d.at, nil)
				file = file[:d.at]
			}
		case d.kind == 'w':
			most := r.IntN(5) // number of sectors to keep out of every four; sometimes all or no sectors of a write are kept
			for from := int64(0); from < int64(len(d.bytes)); {
				end := min(int64(len(d.bytes)), (d.at+from)/sector*sector+sector-d.at)
				if i < sure || r.IntN(4) < most {
					put(d.at+from, d.bytes[from:end])
				}
				from = end
			}
		}
	}
	return file
}

// TestPowerLost simulates power failures at many moments while links are made, with
// random unsynced sectors on the disk. It checks that acknowledged links are kept
// and that the database is consistent.
func TestPowerLost(t *testing.T) {
	tool(t, "strace")
	data, links := stocked(t, 20)
	image, err := os.ReadFile(filepath.Join(data, sqlite.Name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(data, sqlite.Name+"-wal")); err == nil {
		t.Fatal("a server that has ended leaves its log")
	}
	log := filepath.Join(t.TempDir(), "log")
	s := launch(t, data, "strace", "-D", "-f", "-y", "-xx", "-s", "1000000", "-e", "trace=pwrite64,fdatasync,fsync,ftruncate,write", "-o", log)
	texts := map[string][]byte{}
	var mu sync.Mutex
	var wait sync.WaitGroup
	for w := range 8 {
		wait.Go(func() {
			for i := range times(20, 3) {
				m, _, err := s.post(exampleOf(1000+100*w+i, times(800, 40)))
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
	time.Sleep(300 * time.Millisecond) // strace ends a little later than the server
	all := deeds(t, log)
	told := map[string][]byte{}
	for _, m := range links {
		told[m.id] = m.text
	}
	r := rand.New(rand.NewPCG(7, 8))
	losses, checkpoints, every := 0, 0, times(12, 20)
	acknowledged := map[string]bool{} // strace may note an answer twice, when a write is interrupted
	for i, d := range all {
		if d.kind == 'd' && d.file == "" {
			checkpoints++
		}
		if d.kind == 'a' {
			acknowledged[string(d.bytes)] = true
			told[string(d.bytes)] = texts[string(d.bytes)]
		}
		if d.kind == 'a' || i%every == 0 {
			losses++
			holds(t, lose(r, image, all[:i+1], ""), lose(r, nil, all[:i+1], "-wal"), told)
		}
	}
	t.Logf("power lost at %d moments of %d writes and syncs, %d of the database itself: each of %d links told by then is there, and the database is whole", losses, len(all), checkpoints, len(told))
	if len(acknowledged) != len(texts) || len(acknowledged) == 0 {
		t.Errorf("answers of %d links were noted, %d links made", len(acknowledged), len(texts))
	}
	if long && checkpoints == 0 {
		t.Error("the log was not put into the database while links were made: make more of them")
	}
	maps.DeleteFunc(texts, func(id string, _ []byte) bool { _, ok := told[id]; return ok })
	if len(texts) > 0 {
		t.Errorf("%d links were made that no answer tells", len(texts))
	}
}

// holds checks that a database with the given file and log is consistent and
// contains the given links.
func holds(t *testing.T, file, log []byte, links map[string][]byte) {
	t.Helper()
	folder := t.TempDir()
	for name, content := range map[string][]byte{sqlite.Name: file, sqlite.Name + "-wal": log} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	db, err := sqlite.Open(folder, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() // nothing was changed, so an error would not matter
	if db.Trouble() != nil {
		t.Error(db.Trouble())
	}
	for id, text := range links {
		if got, err := (store.Links{DB: db}).Get(t.Context(), id); err != nil || string(got) != string(text) {
			t.Fatalf("link %s is lost: %v", id, err)
		}
	}
}
