package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestRun checks that the command runs the shrunk program with its arguments,
// returns its exit code, and leaves no files behind. It also checks that the
// command does not run a program that cannot be shrunk.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	source, linked := filepath.Join(dir, "main.go"), filepath.Join(dir, "x.wasm")
	for file, text := range map[string]string{source: "package main\n\nfunc main() { println(1) }\n", filepath.Join(dir, "other.wasm"): "\x00asm\x01\x00\x00\x00"} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", linked, source)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if msg, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	// The runner is a script that copies the program to the path in its second
	// argument and exits with the code in its third argument.
	runner := filepath.Join(dir, "runner")
	if err := os.WriteFile(runner, []byte("#!/bin/sh\ncp \"$1\" \"$2\"\nexit $3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(dir, "kept.wasm")
	for _, code := range []string{"0", "3"} {
		got, err := run([]string{runner, linked, kept, code})
		if err != nil || got != int(code[0]-'0') {
			t.Errorf("exit code %d (%v), want %s", got, err, code)
		}
	}
	if a, b := size(t, linked), size(t, kept); b == 0 || b > a*9/10 {
		t.Errorf("%d bytes were linked and %d run", a, b)
	}
	for _, wrong := range [][]string{nil, {runner}, {runner, filepath.Join(dir, "none.wasm")}, {runner, filepath.Join(dir, "other.wasm")}, {filepath.Join(dir, "none"), linked}} {
		if code, err := run(wrong); code != notRun || err == nil {
			t.Errorf("%v: exit code %d (%v)", wrong, code, err)
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, "slim-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}

func size(t *testing.T, file string) int64 {
	t.Helper()
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
