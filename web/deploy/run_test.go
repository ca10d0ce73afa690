package deploy

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"hopyard/scenarios"
)

// asked skips the test unless it was started by make test-deploy and the commands
// that it needs are installed.
func asked(t *testing.T, commands ...string) {
	t.Helper()
	if os.Getenv("HOPYARD_DEPLOY") == "" {
		t.Skip("only with HOPYARD_DEPLOY=1: it takes a minute and root")
	}
	if os.Geteuid() != 0 {
		t.Skip("only root can do this")
	}
	for _, name := range commands {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not here: apt-get install systemd-container bubblewrap buildah podman runc", name)
		}
	}
}

// server compiles the server in the same way as the Containerfile does.
func server(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "hopyard-serve")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-ldflags=-s -w", "-buildvcs=false", "-o", binary, "./web/serve")
	build.Dir = root
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

func freeAddress(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	return ln.Addr().String()
}

// visit returns the content at a URL. It retries for up to the given duration,
// because the server may still be starting.
func visit(t *testing.T, url string, tries time.Duration) string {
	t.Helper()
	for until := time.Now().Add(tries); ; time.Sleep(50 * time.Millisecond) {
		r, err := http.Get(url)
		if err == nil {
			body, err := io.ReadAll(r.Body)
			r.Body.Close()
			if err == nil && r.StatusCode == http.StatusOK {
				return string(body)
			}
			t.Fatalf("GET %s: %s: %s (%v)", url, r.Status, body, err)
		}
		if time.Now().After(until) {
			t.Fatal(err)
		}
	}
}

// works makes data on the server at an address, restarts the server with the
// function restart, and checks that the data is still there.
func works(t *testing.T, address string, restart func()) {
	t.Helper()
	base := "http://" + address
	if page := visit(t, base+"/", 30*time.Second); !strings.Contains(page, "Hopyard") {
		t.Errorf("this is not the page: %.100s", page)
	}
	r, err := http.Post(base+"/api/links", "application/json", strings.NewReader(string(scenarios.All()[0].Source)))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	var made struct{ ID string }
	if err := json.NewDecoder(r.Body).Decode(&made); err != nil || r.StatusCode != http.StatusCreated {
		t.Fatalf("%s: %v", r.Status, err)
	}
	kept := visit(t, base+"/api/links/"+made.ID, 0)
	restart()
	visit(t, base+"/healthz", 30*time.Second)
	if again := visit(t, base+"/api/links/"+made.ID, 0); again != kept || kept == "" {
		t.Errorf("the link gave %q, and after a restart %q", kept, again)
	}
}

// processOf returns the process id of the server that was started with the given
// address. It is the id outside of the container.
func processOf(t *testing.T, address string) int {
	t.Helper()
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range all {
		line, err := os.ReadFile(name)
		if err == nil && strings.Contains(string(line), "hopyard-serve\x00-") && strings.Contains(string(line), "\x00"+address+"\x00") {
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name)))
			if err != nil {
				t.Fatal(err)
			}
			return pid
		}
	}
	t.Fatalf("no process was given %s", address)
	return 0
}

// background starts a command, which ends with the test or when the returned
// function is called.
func background(t *testing.T, name string, args ...string) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	cmd := exec.CommandContext(ctx, name, args...)
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 20 * time.Second
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := false
	stop = func() {
		if !ended {
			ended = true
			cancel()
			cmd.Wait()
			if t.Failed() {
				t.Logf("%s wrote:\n%s", name, out.String())
			}
		}
	}
	t.Cleanup(stop)
	return stop
}

// TestUnitRuns runs the systemd unit in a container whose first process is systemd.
// The container sees the programs of this machine and no other files of it.
func TestUnitRuns(t *testing.T) {
	asked(t, "systemd-nspawn")
	dir, address := t.TempDir(), freeAddress(t)
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"-q", "--directory=" + dir, "--register=no", "--keep-unit", "--boot"}
	for _, name := range []string{"bin", "sbin", "lib", "lib64"} {
		if err := os.Symlink("usr/"+name, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		args = append(args, "--bind-ro=/usr/"+name)
	}
	write("etc/os-release", "ID=test\n")
	write("etc/passwd", "root:x:0:0:root:/:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n")
	write("etc/group", "root:x:0:\nnogroup:x:65534:\n")
	write("etc/machine-id", strings.Repeat("0f", 16)+"\n") // without this file systemd asks for a time zone first
	write("etc/default/hopyard", "HOPYARD_FLAGS=--addr "+address+"\n")
	write("etc/systemd/system/hopyard.service", read(t, "hopyard.service"))
	write("etc/systemd/system/hopyard.service.d/log.conf", "[Service]\nStandardOutput=append:/var/log/hopyard\nStandardError=append:/var/log/hopyard\n")
	write("etc/systemd/system/test.target", "[Unit]\nRequires=basic.target\nWants=hopyard.service\n")
	write("var/log/hopyard", "")
	write("usr/local/bin/hopyard-serve", read(t, server(t)))
	if err := os.Chmod(filepath.Join(dir, "usr/local/bin/hopyard-serve"), 0o755); err != nil {
		t.Fatal(err)
	}
	stop := background(t, "systemd-nspawn", append(args, "--", "--unit=test.target")...)
	works(t, address, func() {
		pid := processOf(t, address)
		confined(t, pid)
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil { // systemd restarts it
			t.Fatal(err)
		}
		time.Sleep(500 * time.Millisecond)
	})
	stop()
	t.Logf("it wrote:\n%s", read(t, filepath.Join(dir, "var/log/hopyard")))
	if _, err := os.Stat(filepath.Join(dir, "var/lib/private/hopyard")); err != nil {
		t.Error(err)
	}
}

// confined checks what the kernel reports about a process. The process must not be
// root, must have no capabilities and must not be able to gain any. Its system
// calls must be filtered, and it must not be able to write to its root folder.
func confined(t *testing.T, pid int) {
	t.Helper()
	status := read(t, fmt.Sprintf("/proc/%d/status", pid))
	for _, want := range []string{"CapEff:\t0000000000000000\n", "CapBnd:\t0000000000000000\n", "NoNewPrivs:\t1\n", "Seccomp:\t2\n"} {
		if !strings.Contains(status, want) {
			t.Errorf("%q is not in\n%s", want, status)
		}
	}
	if strings.Contains(status, "\nUid:\t0\t") {
		t.Error("it runs as root")
	}
	for line := range strings.Lines(read(t, fmt.Sprintf("/proc/%d/mountinfo", pid))) {
		if fields := strings.Fields(line); len(fields) > 5 && fields[4] == "/" && !strings.HasPrefix(fields[5], "ro,") && fields[5] != "ro" {
			t.Errorf("its root can be written to: %s", line)
		}
	}
}

// TestImageRuns builds the image from a compiled server, without network access,
// and runs it with the command in the comment of the Containerfile.
func TestImageRuns(t *testing.T) {
	asked(t, "buildah", "podman", "runc")
	dir, address := t.TempDir(), freeAddress(t)
	built := filepath.Join(dir, "built")
	if err := os.MkdirAll(filepath.Join(built, "data"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(server(t), filepath.Join(built, "hopyard-serve")); err != nil {
		t.Fatal(err)
	}
	storage := []string{"--root=" + filepath.Join(dir, "storage"), "--runroot=" + filepath.Join(dir, "run"), "--storage-driver=vfs"}
	command(t, "buildah", append(storage, "bud", "--isolation=chroot", "--format=docker", "--build-context=built="+built,
		"--file=Containerfile", "--tag=hopyard", root)...)
	podman := func(args ...string) string {
		t.Helper()
		return command(t, "podman", append(append(storage, "--cgroup-manager=cgroupfs", "--runtime=runc"), args...)...)
	}
	// The resource limits are those of the environment in which the test runs.
	// Health checks are off, because podman starts them with a systemd timer, and
	// systemd does not run here.
	podman("run", "--detach", "--name=test", "--ulimit=nofile=4096:4096", "--ulimit=nproc=1024:1024", "--no-healthcheck", "--network=host",
		"--read-only", "--cap-drop=all", "--security-opt=no-new-privileges", "--volume=links:/data",
		"localhost/hopyard", "--addr", address, "--data", "/data")
	defer podman("rm", "--force", "test")
	works(t, address, func() {
		confined(t, processOf(t, address))
		podman("exec", "test", "/hopyard-serve", "--check", "http://"+address+"/healthz")
		podman("stop", "--time=10", "test")
		if out := podman("inspect", "--format={{.State.ExitCode}}", "test"); strings.TrimSpace(out) != "0" {
			t.Errorf("it ended with %s, asked by STOPSIGNAL", out)
		}
		podman("start", "test")
	})
}
