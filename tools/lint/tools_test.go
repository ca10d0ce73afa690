package lint

import (
	"go/format"
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestFormat(t *testing.T) {
	for _, f := range goFiles(t) {
		source := read(t, f.name)
		if want, err := format.Source([]byte(source)); err != nil {
			t.Errorf("%s: %v", f.name, err)
		} else if string(want) != source {
			t.Errorf("%s: not formatted: gofmt -w %[1]s", f.name)
		}
	}
}

// js asks the Go command about the browser's target. Natively ./... leaves
// packages that are for it alone out, in silence.
var js = []string{"GOOS=js", "GOARCH=wasm"}

func TestVet(t *testing.T) {
	run(t, nil, "go", "vet", "./...")
	run(t, js, "go", "vet", "./core/...", "./wasm/...", "./web/worker", "./web/worker/promises", "./web/store/d1")
}

func TestStaticcheck(t *testing.T) {
	// The path, not "go tool staticcheck": with GOOS=js that would build
	// staticcheck itself for the browser.
	path := strings.TrimSpace(run(t, nil, "go", "tool", "-n", "staticcheck"))
	run(t, nil, path, "./...")
	run(t, js, path, "./wasm/...", "./web/worker", "./web/worker/promises", "./web/store/d1")
}

func TestTidy(t *testing.T) { run(t, nil, "go", "mod", "tidy", "-diff") }

// A difference is an older way of writing: go fix ./... rewrites it.
func TestFix(t *testing.T) { run(t, nil, "go", "fix", "-diff", "./...") }

// run runs a command in the root and fails the test when it fails.
func run(t *testing.T, env []string, command string, args ...string) string {
	t.Helper()
	cmd := exec.Command(command, args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%s %s %s: %v\n%s%s", strings.Join(env, " "), command, strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}
