// Command exec shrinks a WebAssembly program with package slim and runs the result.
// It is meant for the flag -exec of the go command.
//
//	exec RUNNER PROGRAM [ARGUMENT...]
//
// RUNNER is Go's lib/wasm/go_js_wasm_exec or another command that runs a program
// with its arguments. The input, the output and the exit code are those of the
// program. If the program cannot be shrunk, the command does not run it and exits
// with code 125.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"hopyard/tools/build/slim"
)

func main() {
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "slim/exec:", err)
	}
	os.Exit(code)
}

const notRun = 125

func run(args []string) (code int, err error) {
	if len(args) < 2 {
		return notRun, errors.New("usage: exec RUNNER PROGRAM [ARGUMENT...]")
	}
	linked, err := os.ReadFile(args[1])
	if err != nil {
		return notRun, err
	}
	small, err := slim.Program(linked)
	if err != nil {
		return notRun, fmt.Errorf("%s: %w", args[1], err)
	}
	dir, err := os.MkdirTemp("", "slim-")
	if err != nil {
		return notRun, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, filepath.Base(args[1]))
	if err := os.WriteFile(file, small, 0o644); err != nil {
		return notRun, err
	}
	cmd := exec.Command(args[0], append([]string{file}, args[2:]...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() >= 0 {
		return exit.ExitCode(), nil
	}
	if err != nil {
		return notRun, err
	}
	return 0, nil
}
