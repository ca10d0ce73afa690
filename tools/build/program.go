package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// addProgram compiles ./wasm and takes the glue script that belongs to this
// Go version: another version's wasm_exec.js would not load it.
func (s *site) addProgram() error {
	dir, err := os.MkdirTemp("", "hopyard-build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "hopyard.wasm")
	msg, err := s.forBrowser("build", "-trimpath", "-ldflags=-s -w", "-o", out, "./wasm").CombinedOutput()
	if err != nil {
		return fmt.Errorf("compiling ./wasm: %w\n%s", err, msg)
	}
	s.source("hopyard.wasm", out)
	if _, err := s.asset("hopyard.wasm"); err != nil { // read it before it goes
		return err
	}
	goroot, err := goroot()
	if err != nil {
		return err
	}
	s.source("wasm_exec.js", filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	return nil
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
