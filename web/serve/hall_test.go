package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"hopyard/web/rooms/roomstest"
	"hopyard/web/store/sqlite"
)

// oneAddress is the header with which a proxy states the address of a client. The
// phones send it with all requests, as if they were all behind one address on a
// campus.
var oneAddress = http.Header{"X-Forwarded-For": {"198.51.100.1"}}

// TestHallsVote lets the phones in three rooms vote twice, over HTTP and with a
// database on the disk. It checks that every vote is counted exactly once. make
// bench-rooms measures many more rooms, with times.
func TestHallsVote(t *testing.T) {
	v := testServer(t, brokenStore{}, "--proxies", "127.0.0.1")
	db, err := sqlite.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	v.keepRooms(t.Context(), db)
	server := httptest.NewServer(v.handler())
	defer func() {
		server.Close()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	hall := roomstest.Hall{Base: server.URL + "/", Header: oneAddress, Voters: []int{100, 20, 20}, Joins: 300 * time.Millisecond, Votes: 300 * time.Millisecond}
	f, err := hall.Run(t.Context())
	if err != nil || f.Counted != 280 {
		t.Errorf("%d votes are counted, want 280: %v", f.Counted, err)
	}
}

// TestHallMeasured measures the server with 500 phones in 20 rooms of equal size.
// Then it measures the server with 500 phones in one room and further phones in 19
// other rooms. All phones are behind one address. The server is a separate process
// on the same machine as the phones. With 2,400 phones on two cores the phones slow
// each other down, so their times are reported but not checked.
func TestHallMeasured(t *testing.T) {
	if os.Getenv("HOPYARD_HALL") == "" {
		t.Skip("measures for three minutes: make bench-rooms (HOPYARD_HALL=1)")
	}
	for _, c := range []struct {
		first, others int
		judged        bool
	}{{25, 25, true}, {500, 25, true}, {500, 100, false}} {
		t.Run(fmt.Sprintf("%d and 19 times %d", c.first, c.others), func(t *testing.T) {
			voters := []int{c.first}
			for range 19 {
				voters = append(voters, c.others)
			}
			measureHall(t, voters, c.judged)
		})
	}
}

func measureHall(t *testing.T, voters []int, judged bool) {
	base, cmd := measured(t)
	began, before := time.Now(), processor(t, cmd.Process.Pid)
	f, err := roomstest.Hall{Base: base + "/", Header: oneAddress, Voters: voters, Joins: 30 * time.Second, Votes: 10 * time.Second}.Run(t.Context())
	took := time.Since(began)
	used := processor(t, cmd.Process.Pid) - before
	if err != nil || len(f.Votes) == 0 || len(f.Reveals) == 0 {
		t.Fatal(err)
	}
	p99, last := f.Votes[len(f.Votes)*99/100], f.Reveals[len(f.Reveals)-1]
	t.Logf("%d voters of one address in %d rooms, 2 rounds, %.0f s: %d votes sent, %d counted", len(f.Reveals), len(voters), took.Seconds(), len(f.Votes), f.Counted)
	t.Logf("a vote: median %v, 99 of 100 within %v, longest %v", f.Votes[len(f.Votes)/2], p99, f.Votes[len(f.Votes)-1])
	t.Logf("the reveal, in all rooms at about the same time: median %v, longest %v", f.Reveals[len(f.Reveals)/2], last)
	t.Logf("the server: %v of processor time for %d requests of phones, memory %s", used.Round(10*time.Millisecond), f.Asked, memory(t, cmd.Process.Pid))
	if judged && (p99 > 100*time.Millisecond || last > 2*time.Second) {
		t.Error("99 of 100 votes are to take 100 ms, the reveal 2 s")
	}
	began = time.Now()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || time.Since(began) > 5*time.Second {
		t.Errorf("it stops after %v: %v", time.Since(began), err)
	}
}

// measured starts the program, with its default limits, as a separate process.
func measured(t *testing.T) (base string, cmd *exec.Cmd) {
	t.Helper()
	data := t.TempDir()
	cmd = exec.Command(os.Args[0], "--addr", "127.0.0.1:0", "--data", data, "--proxies", "127.0.0.1", "--log", "warn")
	cmd.Env = append(os.Environ(), "HOPYARD_SERVE=1", "GOMAXPROCS=2")
	log, err := os.Create(filepath.Join(data, "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { log.Close() })
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	for end := time.Now().Add(20 * time.Second); base == ""; time.Sleep(20 * time.Millisecond) {
		said, err := os.ReadFile(log.Name())
		if err != nil || time.Now().After(end) {
			t.Fatalf("it does not start: %v %s", err, said)
		}
		base = regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(string(said))
	}
	return base, cmd
}

// processor returns the processor time that a process has used.
func processor(t *testing.T, pid int) time.Duration {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest)
	var user, system int64
	if _, err := fmt.Sscan(fields[11], &user); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscan(fields[12], &system); err != nil {
		t.Fatal(err)
	}
	return time.Duration(user+system) * 10 * time.Millisecond
}

// memory returns the peak memory use of a process.
func memory(t *testing.T, pid int) string {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, most, _ := strings.Cut(string(status), "VmHWM:")
	most, _, _ = strings.Cut(most, "\n")
	return strings.TrimSpace(most)
}
