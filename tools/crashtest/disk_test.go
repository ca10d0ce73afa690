package crashtest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"hopyard/web/store/sqlite"
)

// tool skips the test if a required command is missing.
func tool(t *testing.T, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("no %s here", name)
	}
}

// mounts skips the test if this process may not mount file systems.
func mounts(t *testing.T) {
	t.Helper()
	tool(t, "unshare")
	if out, err := exec.Command("unshare", "-m", "true").CombinedOutput(); err != nil {
		t.Skipf("no file systems of our own without root: %s", bytes.TrimSpace(out))
	}
}

// run runs a command, and ends the test if the command fails.
func run(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
}

// fill creates links until the server refuses one. It returns the links and the
// stated reason for the refusal.
func fill(s *server) (links []made, problem string) {
	s.t.Helper()
	for n := 1; n < 5000; n++ {
		m, _, err := s.post(example(n))
		if err != nil {
			return links, s.refuses(n)
		}
		links = append(links, m)
	}
	s.t.Error("the disk is never full")
	return links, ""
}

// full starts the server and makes links until the server has no space for another.
// The server must still serve pages and existing links. Then full calls the
// function room, which provides space. The server must make new links again without
// a restart.
func full(t *testing.T, data string, room func(pid string), before ...string) {
	s := launch(t, data, before...)
	links, problem := fill(s)
	s.serves(links...)
	if m, fresh, err := s.post(links[0].text); err != nil || fresh || m.id != links[0].id {
		t.Errorf("a link that is there: %v, new %v, %v", m.id, fresh, err)
	}
	room(strconv.Itoa(s.cmd.Process.Pid))
	m, fresh, err := s.post(example(6000))
	if err != nil || !fresh {
		t.Errorf("with room again: new %v, %v", fresh, err)
	}
	s.serves(append(links, m)...)
	s.stop()
	t.Logf("%d links until %q; all of them open and known; with room again the next is made without a restart", len(links), problem)
}

func TestFullDisk(t *testing.T) {
	mounts(t)
	data := t.TempDir()
	full(t, data, func(pid string) {
		run(t, "nsenter", "-t", pid, "-m", "mount", "-o", "remount,size=16m", data)
	}, "unshare", "-m", "sh", "-c", `mount -t tmpfs -o size=1m,mode=700 tmpfs "$0" && exec "$@"`, data)
}

func TestLimitedFile(t *testing.T) {
	tool(t, "prlimit")
	full(t, t.TempDir(), func(pid string) {
		run(t, "prlimit", "--pid", pid, "--fsize=unlimited:unlimited")
	}, "prlimit", "--fsize=524288:unlimited")
}

// stocked returns a new data folder that contains n links.
func stocked(t *testing.T, n int) (data string, links []made) {
	t.Helper()
	data = filepath.Join(t.TempDir(), "data")
	s := launch(t, data)
	for i := range n {
		m, _, err := s.post(example(i))
		if err != nil {
			t.Fatal(err)
		}
		links = append(links, m)
	}
	s.stop()
	return data, links
}

func TestReadOnlyFolder(t *testing.T) {
	mounts(t)
	data, links := stocked(t, 50)
	s := launch(t, data, "unshare", "-m", "sh", "-c", `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"`, data)
	s.serves(links...)
	t.Logf("a folder that may only be read: %d of %d links open; a new one: %q", count(s, links), len(links), s.refuses(1000))
	s.stop()
	s = launch(t, data)
	if _, fresh, err := s.post(example(1000)); err != nil || !fresh {
		t.Errorf("where it may write again: %v, %v", fresh, err)
	}
}

func count(s *server, links []made) (open int) {
	s.t.Helper()
	for _, m := range links {
		if s.opens(m) {
			open++
		}
	}
	return open
}

func TestSpoiledFile(t *testing.T) {
	for what, spoil := range map[string]func(b []byte) []byte{
		"cut to half":     func(b []byte) []byte { return b[:len(b)/2] },
		"cut to 5000":     func(b []byte) []byte { return b[:5000] },
		"empty":           func([]byte) []byte { return nil },
		"garbage":         func(b []byte) []byte { return bytes.Repeat([]byte("no store "), len(b)/9) },
		"a page of zeros": func(b []byte) []byte { clear(b[8192 : 3*8192]); return b },
		"another program": func(b []byte) []byte { clear(b[68:72]); return b }, // clears the field application_id, which identifies databases of this program
	} {
		t.Run(what, func(t *testing.T) {
			data, links := stocked(t, 100)
			path := filepath.Join(data, sqlite.Name)
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			b = spoil(b)
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
			s := launch(t, data)
			s.serves()
			problem := s.refuses(1000)
			open := count(s, links)
			s.serves()
			s.stop()
			t.Logf("%s: %d of %d links open; a new one: %q", what, open, len(links), problem)
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, b) {
				t.Errorf("the file was changed: %v", err)
			}
		})
	}
}

func TestCutWhileRunning(t *testing.T) {
	for _, left := range []int64{0, 5000, 100_000} {
		t.Run(fmt.Sprint(left), func(t *testing.T) {
			data, links := stocked(t, 100)
			s := launch(t, data)
			s.serves(links[0])
			if err := os.Truncate(filepath.Join(data, sqlite.Name), left); err != nil {
				t.Fatal(err)
			}
			problem := s.refuses(1000)
			open := count(s, links)
			s.serves()
			s.refuses(1001)
			s.stop()
			t.Logf("cut to %d bytes: %d of %d links open; a new one: %q", left, open, len(links), problem)
		})
	}
}
