package e2e

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"hopyard/tools/repo"
	"hopyard/web/rooms/roomstest"
)

// roomClient returns a client for the rooms of the site at the address base, which
// ends in "/".
func roomClient(base string) roomstest.Client {
	return roomstest.Client{Base: base, HTTP: http.DefaultClient}
}

// edge starts the built Cloudflare worker under workerd on this machine, and
// returns its address, which ends in "/". It skips the test if HOPYARD_WORKER is
// not set.
func edge(t *testing.T) string {
	t.Helper()
	if os.Getenv("HOPYARD_WORKER") != "1" {
		t.Skip("runs the built worker under workerd: run make worker-test (HOPYARD_WORKER=1)")
	}
	site(t) // skips the test if there is no built page
	root, err := repo.Root()
	must(t, err)
	home := t.TempDir()
	cmd := exec.Command("node", "local.mjs", home)
	cmd.Dir = filepath.Join(root, "web", "worker")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Env = append(os.Environ(), "CI=1", "WRANGLER_SEND_METRICS=false", "WRANGLER_LOG_PATH="+home)
	input, err := cmd.StdinPipe()
	must(t, err)
	out, err := cmd.StdoutPipe()
	must(t, err)
	cmd.Stderr = cmd.Stdout
	must(t, cmd.Start())
	ready, ended := make(chan string, 1), make(chan struct{})
	go func() {
		defer close(ended)
		defer close(ready)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if address, ok := strings.CutPrefix(lines.Text(), "ready "); ok {
				ready <- address
			}
		}
	}()
	t.Cleanup(func() {
		input.Close()
		late := time.AfterFunc(5*time.Second, func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
		defer late.Stop()
		<-ended
		if err := cmd.Wait(); err != nil {
			t.Errorf("stopping workerd: %v", err)
		}
	})
	select {
	case base := <-ready:
		if base != "" {
			return base
		}
		t.Fatal("workerd ended before it listened")
	case <-time.After(90 * time.Second):
		t.Fatal("workerd does not listen after 90 s")
	}
	return ""
}

// TestALectureDrivenAtTheEdge runs the same lecture as TestALectureDriven on
// Cloudflare's runtime. There the server answers at once instead of waiting for
// news, and every page polls.
func TestALectureDrivenAtTheEdge(t *testing.T) {
	base := edge(t)
	lecturesOn(t, strings.TrimSuffix(base, "/"), base)
}
