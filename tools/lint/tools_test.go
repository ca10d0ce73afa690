package lint

import (
	"go/format"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hopyard/core/soaktest"
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

// js is the environment that makes the go command compile for the browser. In a
// native build, ./... silently skips packages that are only for the browser.
var js = []string{"GOOS=js", "GOARCH=wasm"}

// forJS lists the packages that are compiled for the browser or for Cloudflare
// Workers.
var forJS = []string{"./core/...", "./wasm/...", "./web/worker", "./web/worker/promises", "./web/store/d1"}

// TestVet runs the analyzers of go vet and staticcheck in one pass: first natively
// on all packages, then for the browser on packages that contain files only for the
// browser. The second run uses -trimpath, so that it can share compiled packages
// with tools/build.
func TestVet(t *testing.T) {
	tool, err := filepath.Abs(filepath.Join(root, ".cache", "vettool"))
	if err != nil {
		t.Fatal(err)
	}
	run(t, nil, "go", "build", "-o", tool, "./tools/lint/vettool")
	run(t, nil, "go", "vet", "-pgo=off", "-vettool="+tool, "./...", "hopyard/tools/build/slim/...")
	packages := map[string]bool{}
	for _, f := range goFiles(t) {
		if strings.HasPrefix(read(t, f.name), "//go:build js && wasm\n") {
			packages["./"+filepath.Dir(f.name)] = true
		}
	}
	args := []string{"vet", "-pgo=off", "-trimpath", "-vettool=" + tool}
	run(t, js, "go", slices.AppendSeq(args, maps.Keys(packages))...)
}

// TestStaticcheck runs staticcheck with all its checks. Some of them need
// information about other modules, for example which functions are deprecated. The
// test takes minutes and runs only in make soak.
func TestStaticcheck(t *testing.T) {
	if !soaktest.Whole() {
		t.Skip("make soak runs it: TestVet runs the same checks without what is known of other modules")
	}
	// The program is run directly: with GOOS=js, "go tool staticcheck" would build
	// staticcheck itself for the browser.
	path := strings.TrimSpace(run(t, nil, "go", "tool", "-n", "staticcheck"))
	run(t, nil, path, "./...", "hopyard/tools/build/slim/...")
	run(t, js, path, forJS...)
}

func TestTidy(t *testing.T) { run(t, nil, "go", "mod", "tidy", "-diff") }

// TestFix checks that go fix finds nothing to modernize.
func TestFix(t *testing.T) {
	if !soaktest.Whole() {
		t.Skip("make soak runs it: it takes longer than all other rules together, and finds no mistakes")
	}
	run(t, nil, "go", "fix", "-diff", "./...")
}

// run runs a command in the root folder and returns its output. If the command
// fails, the test fails.
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
