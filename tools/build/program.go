package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"hopyard/tools/build/slim"
)

// cold are packages that run when somebody clicks or a file is read, not per
// event or per frame: they are compiled without inlining, which makes the
// program smaller by a hundredth. All others keep it: theirs saves as much as it
// costs.
var cold = []string{"hopyard/core/scenario", "hopyard/core/workload", "hopyard/core/faults", "hopyard/core/elastic", "hopyard/core/metrics", "hopyard/core/topology/slurm", "hopyard/core/trace", "compress/flate", "fmt", "reflect", "hopyard/wasm/app/...", "hopyard/wasm/page", "honnef.co/..."}

// addProgram compiles ./wasm, ./wasm/own and ./wasm/lab and takes the glue script that belongs
// to this Go version: another version's wasm_exec.js would not load them.
func (s *site) addProgram() error {
	dir, err := os.MkdirTemp("", "hopyard-build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	goroot, err := goroot()
	if err != nil {
		return err
	}
	program, err := s.compile(dir, "./wasm")
	if err != nil {
		return err
	}
	if err := s.parts(program); err != nil {
		return err
	}
	if program, err = s.compile(dir, "./wasm/own"); err != nil {
		return err
	}
	s.made("own.wasm", s.small(program))
	if program, err = s.compile(dir, "./wasm/lab"); err != nil {
		return err
	}
	s.made("lab.wasm", s.small(program))
	return s.glue(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
}

// compile links a program for the browser.
func (s *site) compile(dir, pkg string) ([]byte, error) {
	out := filepath.Join(dir, "program.wasm")
	args := []string{"build", "-trimpath", "-ldflags=-s -w", "-o", out}
	for _, p := range cold {
		args = append(args, "-gcflags="+p+"=-l")
	}
	if msg, err := s.forBrowser(append(args, pkg)...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compiling %s: %w\n%s", pkg, err, msg)
	}
	return os.ReadFile(out)
}

// small is a program made small, in one part: the one for policies that people
// write is wanted whole, by few. What is not understood stays as it is.
func (s *site) small(program []byte) []byte {
	if s.dev {
		return program
	}
	small, err := slim.Program(program)
	if err != nil {
		fmt.Fprintln(os.Stderr, "build: a program stays large:", err)
		return program
	}
	return small
}

// glue enters the script that starts Go's programs.
func (s *site) glue(path string) error {
	if !s.marks {
		s.source("wasm_exec.js", path)
		return nil
	}
	script, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	s.made("wasm_exec.js", append(script, tellMarks...))
	return nil
}

// tellMarks is for what asks what has run: in the page it calls self.marks, and
// the workers answer it.
var tellMarks = fmt.Sprintf(`
{
	const run = Go.prototype.run, marks = new BroadcastChannel("marks")
	Go.prototype.run = function (program) {
		const tell = () => new Uint8Array(program.exports.mem.buffer, %[1]d, %[2]d).slice()
		if (self.document) self.marks = tell
		else marks.onmessage = e => { if (e.data === "tell") marks.postMessage(tell()) }
		return run.call(this, program)
	}
}
`, slim.MarksAt, slim.MarksBytes)

// forBrowser is a command of the Go tool for the browser's target.
func (s *site) forBrowser(args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = s.root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	return cmd
}

func goroot() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}
