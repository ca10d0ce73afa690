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

// addProgram compiles ./wasm and takes the glue script that belongs to this
// Go version: another version's wasm_exec.js would not load it.
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
	out := filepath.Join(dir, "hopyard.wasm")
	args := []string{"build", "-trimpath", "-ldflags=-s -w", "-o", out}
	for _, p := range cold {
		args = append(args, "-gcflags="+p+"=-l")
	}
	if !s.dev {
		list, err := overlay(goroot, dir)
		if err != nil {
			return fmt.Errorf("cutting Go's library: %w", err)
		}
		args = append(args, "-overlay="+list)
	}
	msg, err := s.forBrowser(append(args, "./wasm")...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("compiling ./wasm: %w\n%s", err, msg)
	}
	if !s.dev {
		if err := shrinkFile(out); err != nil {
			return err
		}
	}
	s.source("hopyard.wasm", out)
	if _, err := s.asset("hopyard.wasm"); err != nil { // read it before it goes
		return err
	}
	s.source("wasm_exec.js", filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	return nil
}

// shrinkFile shrinks a program in place. What is not understood stays as it is:
// it is larger, not wrong, and the budget will say if it is too large.
func shrinkFile(path string) error {
	program, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	small, err := slim.Program(program)
	if err != nil {
		fmt.Fprintln(os.Stderr, "build: the program is sent as it was linked:", err)
		return nil
	}
	return os.WriteFile(path, small, 0o644)
}

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
