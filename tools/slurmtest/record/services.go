package main

import (
	"crypto/rand"
	"fmt"
	"maps"
	mathrand "math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// services are the daemons that all clusters of a recording share: munged and
// MariaDB. They listen on a socket and on the loopback interface only.
type services struct {
	dir    string
	port   int // of MariaDB
	starts chan start
	procs  []*exec.Cmd // in the order in which they were started
}

// start is a request to start a process. The result is sent to the channel err.
type start struct {
	cmd *exec.Cmd
	err chan error
}

// serve starts munged and MariaDB in a new temporary folder.
func serve() (*services, error) {
	dir, err := os.MkdirTemp("", "hopyard-record")
	if err != nil {
		return nil, err
	}
	s := &services{dir: dir, starts: make(chan start)}
	go s.starter()
	for _, sub := range []string{"", "munge", "sql"} {
		if err := mkdir(filepath.Join(dir, sub)); err != nil {
			return s, err
		}
	}
	key := make([]byte, 128)
	rand.Read(key)
	if err := os.WriteFile(filepath.Join(dir, "munge.key"), key, 0o600); err != nil {
		return s, err
	}
	if err := s.start(nil, "munged", "--foreground", "--key-file="+dir+"/munge.key", "--socket="+dir+"/munge/socket",
		"--pid-file="+dir+"/munge/pid", "--log-file="+dir+"/munge/log", "--seed-file="+dir+"/munge/seed"); err != nil {
		return s, err
	}
	if out, err := exec.Command("mariadb-install-db", "--no-defaults", "--datadir="+dir+"/sql", "--user=root", "--skip-test-db").CombinedOutput(); err != nil {
		return s, fmt.Errorf("mariadb-install-db: %w\n%s", err, out)
	}
	ports, err := freePorts(1)
	if err != nil {
		return s, err
	}
	s.port = ports[0]
	// The database holds nothing but the recording's own accounts, and ends with it.
	if err := s.start(nil, "mariadbd", "--no-defaults", "--user=root", "--datadir="+dir+"/sql", "--socket="+dir+"/sql.sock", "--pid-file="+dir+"/sql.pid",
		"--bind-address=127.0.0.1", fmt.Sprintf("--port=%d", s.port), "--skip-grant-tables", "--innodb-flush-log-at-trx-commit=0",
		"--innodb-lock-wait-timeout=900", "--log-error="+dir+"/sql.log"); err != nil {
		return s, err
	}
	return s, until("MariaDB and munged answer", time.Minute, func() bool {
		return answers("tcp", fmt.Sprintf("127.0.0.1:%d", s.port)) && answers("unix", dir+"/munge/socket")
	})
}

// mkdir makes a folder that every user may enter. munged requires these permissions.
func mkdir(path string) error {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return err
	}
	return os.Chmod(path, 0o755)
}

// starter starts processes from a single thread that exists until the recording
// ends. When this thread ends for any reason, the kernel ends the daemons
// (Pdeathsig).
func (s *services) starter() {
	runtime.LockOSThread()
	for r := range s.starts {
		r.err <- r.cmd.Start()
	}
}

// start starts a daemon.
func (s *services) start(env []string, name string, args ...string) error {
	cmd := exec.Command(found(name), args...)
	cmd.Env = append(environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	r := start{cmd, make(chan error)}
	s.starts <- r
	if err := <-r.err; err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s.procs = append(s.procs, cmd)
	return nil
}

// end ends the daemons in the reverse order of their starts and removes their
// folder.
func (s *services) end() {
	finish(s.procs)
	close(s.starts)
	if os.Getenv("HOPYARD_KEEP") == "" {
		os.RemoveAll(s.dir)
	}
}

// finish ends processes, the last one first. A process that still runs ten seconds
// after SIGTERM gets SIGKILL.
func finish(procs []*exec.Cmd) {
	for i := len(procs) - 1; i >= 0; i-- {
		procs[i].Process.Signal(syscall.SIGTERM)
		late := time.AfterFunc(10*time.Second, func() { procs[i].Process.Kill() })
		procs[i].Wait() // the exit status does not matter
		late.Stop()
	}
}

// environ returns the environment of daemons and commands. Times are UTC.
func environ() []string {
	return append(os.Environ(), "TZ=UTC", "LC_ALL=C", "PATH="+os.Getenv("PATH")+":/usr/sbin:/sbin")
}

// found returns the path of a program, or its name if there is none. /usr/sbin and
// /sbin contain daemons but are not in every user's PATH.
func found(name string) string {
	for _, dir := range append(filepath.SplitList(os.Getenv("PATH")), "/usr/sbin", "/sbin") {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode()&0o111 != 0 {
			return filepath.Join(dir, name)
		}
	}
	return name
}

// nextPort is the next port to try. The range is below that of outgoing connections,
// which would take a port between the search and the start of the daemon.
var nextPort = 12000 + mathrand.IntN(8000)

// freePorts returns ports of the loopback interface that are currently free. It
// returns each port only once.
func freePorts(n int) ([]int, error) {
	var ports []int
	for ; len(ports) < n; nextPort++ {
		if nextPort >= 32768 {
			return nil, fmt.Errorf("no %d free ports from 12000 to 32767", n)
		}
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", nextPort))
		if err != nil {
			continue
		}
		l.Close()
		ports = append(ports, nextPort)
	}
	return ports, nil
}

func answers(network, address string) bool {
	conn, err := net.Dial(network, address)
	if err == nil {
		conn.Close()
	}
	return err == nil
}

// until waits for a condition, and returns an error if it does not become true
// within the given time.
func until(what string, limit time.Duration, is func() bool) error {
	for begin := time.Now(); !is(); time.Sleep(100 * time.Millisecond) {
		if time.Since(begin) > limit {
			return fmt.Errorf("not within %v: %s", limit, what)
		}
	}
	return nil
}

// lines returns the lines of a text that are not empty.
func lines(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
}

// sortedKeys returns the keys of a map in order.
func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
