package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/andybalholm/brotli"

	"hopyard/tools/build/slim"
)

// freeGzip is the maximum size in bytes of a compressed worker on Cloudflare's free
// plan.
const freeGzip = 3 << 20

// compile builds ./web/worker and reduces its size with tools/build/slim. If slim
// cannot process the program, compile returns the program as the linker wrote it,
// which is larger but correct.
func compile(root string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "hopyard-worker-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	goroot, err := outputOf(root, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	replaced, err := without(goroot, dir)
	if err != nil {
		return nil, err
	}
	out := filepath.Join(dir, "hopyard.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-tags=nethttpomithttp2", "-overlay="+replaced, "-o", out, "./web/worker")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if msg, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compiling ./web/worker: %w\n%s", err, msg)
	}
	linked, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	small, err := slim.Program(linked)
	if err != nil {
		fmt.Fprintln(os.Stderr, "web/worker/build: the program stays as it was linked:", err)
		return linked, nil
	}
	return small, nil
}

// report prints the sizes of the program. It returns an error if the program is too
// large for Cloudflare.
func report(program []byte) error {
	var zipped, brotlied bytes.Buffer
	z, err := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	if err != nil {
		return err
	}
	b := brotli.NewWriterLevel(&brotlied, 9)
	for _, w := range []interface {
		Write([]byte) (int, error)
		Close() error
	}{z, b} {
		if _, err := w.Write(program); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
	}
	fmt.Printf("worker: %d bytes, gzip %d, brotli %d\n", len(program), zipped.Len(), brotlied.Len())
	if zipped.Len() > freeGzip {
		return fmt.Errorf("the program is %d bytes compressed, and Cloudflare's free plan takes %d: look what it links", zipped.Len(), freeGzip)
	}
	return nil
}

// outputOf runs a command in dir and returns its output without the final newline.
func outputOf(dir, command string, args ...string) (string, error) {
	cmd := exec.Command(command, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", cmd, err)
	}
	return string(bytes.TrimSpace(out)), nil
}
