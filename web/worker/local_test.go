//go:build !js

package main_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// local is a worker that runs under workerd on this machine, with an empty database
// at the start.
type local struct {
	base  string // address of the worker, ending in "/"
	home  string // folder of the worker's database
	cmd   *exec.Cmd
	input io.Closer
	mu    sync.Mutex
	log   strings.Builder
}

// start starts the built worker or, if an argument is given, another program. It
// waits until the worker accepts requests.
func start(program ...string) (*local, error) {
	home, err := os.MkdirTemp("", "hopyard-worker-")
	if err != nil {
		return nil, err
	}
	w := &local{home: home, cmd: exec.Command("node", append([]string{"local.mjs", home}, program...)...)}
	w.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	w.cmd.Env = append(os.Environ(), "CI=1", "WRANGLER_SEND_METRICS=false", "WRANGLER_LOG_PATH="+home)
	if w.input, err = w.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	w.cmd.Stderr = w.cmd.Stdout
	if err := w.cmd.Start(); err != nil {
		return nil, err
	}
	ready := make(chan string, 1)
	go w.listen(out, ready)
	select {
	case w.base = <-ready:
	case <-time.After(90 * time.Second):
	}
	if w.base == "" {
		return nil, errors.Join(fmt.Errorf("workerd did not start: %s", w.said()), w.stop())
	}
	return w, nil
}

// listen collects the worker's log. When the worker's address appears in the
// output, listen sends the address to the channel ready.
func (w *local) listen(out io.Reader, ready chan<- string) {
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if address, ok := strings.CutPrefix(lines.Text(), "ready "); ok {
			ready <- address
		}
		w.mu.Lock()
		fmt.Fprintln(&w.log, lines.Text())
		w.mu.Unlock()
	}
	close(ready)
}

// said returns the log that was collected so far.
func (w *local) said() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.log.String()
}

// stop ends the worker with all its processes, and removes the folder of its
// database.
func (w *local) stop() error {
	w.input.Close()
	late := time.AfterFunc(5*time.Second, func() { syscall.Kill(-w.cmd.Process.Pid, syscall.SIGKILL) })
	defer late.Stop()
	return errors.Join(w.cmd.Wait(), os.RemoveAll(w.home))
}

// shared is the worker that all tests use, because starting workerd takes seconds.
var shared struct {
	once sync.Once
	*local
	err error
}

// served returns the shared worker, and starts it on the first call. It skips the
// test unless HOPYARD_WORKER is 1.
func served(t *testing.T) *local {
	t.Helper()
	if os.Getenv("HOPYARD_WORKER") != "1" {
		t.Skip("runs the built worker under workerd: run make worker-test (HOPYARD_WORKER=1)")
	}
	shared.once.Do(func() { shared.local, shared.err = start() })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the worker said:\n%s", shared.said())
		}
	})
	return shared.local
}

func TestMain(m *testing.M) {
	code := m.Run()
	if shared.local != nil {
		if err := shared.stop(); err != nil {
			fmt.Fprintln(os.Stderr, "stopping workerd:", err)
			code = 1
		}
	}
	os.Exit(code)
}
