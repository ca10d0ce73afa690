package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	readyTime = 20 * time.Second // to start in, on a busy machine
	stopTime  = 10 * time.Second // to end in, before it is killed
	tick      = 10 * time.Millisecond
)

// server is one that is measured: a running process.
type server struct {
	name    string
	version string
	address string // host:port
	output  string // the file of what it wrote
	cmd     *exec.Cmd
	ended   chan struct{}
}

// freeAddress is a loopback address at which nothing listens now.
func freeAddress() (string, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return ln.Addr().String(), ln.Close()
}

// launch starts a server and waits until it serves its page. It is asked to end
// when ctx does.
func launch(ctx context.Context, s *server, dir, command string, args ...string) error {
	s.output = filepath.Join(dir, s.name+".out")
	out, err := os.Create(s.output)
	if err != nil {
		return err
	}
	defer out.Close()
	s.cmd = exec.CommandContext(ctx, command, args...)
	s.cmd.Dir = dir
	s.cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir) // nothing is left elsewhere
	s.cmd.Stdout, s.cmd.Stderr = out, out
	s.cmd.Cancel = func() error { return s.cmd.Process.Signal(syscall.SIGTERM) }
	s.cmd.WaitDelay = stopTime
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	s.ended = make(chan struct{})
	go func() {
		s.cmd.Wait() // how it ended does not matter once it is stopped
		close(s.ended)
	}()
	if err := s.ready(ctx); err != nil {
		s.stop()
		said, _ := os.ReadFile(s.output)
		return fmt.Errorf("%s: %w\n%s", s.name, err, bytes.TrimSpace(said))
	}
	return nil
}

// ready waits for the first good answer.
func (s *server) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	for {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.address+"/", nil)
		if err != nil {
			return err
		}
		if answer, err := http.DefaultClient.Do(r); err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("it does not serve its page within %v", readyTime)
		case <-s.ended:
			return fmt.Errorf("it ended at once: %v", s.cmd.ProcessState)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// stop ends the server, by force if it does not want to.
func (s *server) stop() {
	if s.cmd == nil || s.cmd.Process == nil || s.ended == nil {
		return
	}
	s.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.ended:
	case <-time.After(stopTime):
		s.cmd.Process.Kill()
		<-s.ended
	}
}

// alive reports whether the process runs.
func (s *server) alive() bool {
	select {
	case <-s.ended:
		return false
	default:
		return true
	}
}

// processor is the time that the server and its children have used so far.
func (s *server) processor() (time.Duration, error) {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0, err
	}
	own := strconv.Itoa(s.cmd.Process.Pid)
	ticks := 0
	for _, name := range stats {
		stat, err := os.ReadFile(name)
		if err != nil {
			continue // it ended meanwhile
		}
		// The name, in brackets, may hold anything; after it state, parent, …
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		pid := filepath.Base(filepath.Dir(name))
		if len(fields) < 13 || pid != own && fields[1] != own {
			continue
		}
		user, _ := strconv.Atoi(fields[11])
		system, _ := strconv.Atoi(fields[12])
		ticks += user + system
	}
	if ticks == 0 && !s.alive() {
		return 0, fmt.Errorf("%s has ended", s.name)
	}
	return time.Duration(ticks) * tick, nil
}

// loadAverage is that of the last minute, or "?".
func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "?"
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

// syncs measures how often a second 4 kB are durable in a folder.
func syncs(dir string) (float64, error) {
	f, err := os.CreateTemp(dir, "sync-")
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	block := make([]byte, 4096)
	began, n := time.Now(), 0
	for time.Since(began) < 500*time.Millisecond {
		if _, err := f.Write(block); err != nil {
			return 0, err
		}
		if err := f.Sync(); err != nil {
			return 0, err
		}
		n++
	}
	return float64(n) / time.Since(began).Seconds(), nil
}
