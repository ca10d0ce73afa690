// Command build makes .cache/worker, all that Cloudflare is given:
//
//	worker.mjs, wasm_exec.mjs  what starts the program for a request
//	limit.mjs, states.mjs      how often a client may ask; what many ask for at once
//	hopyard.wasm               the program, as small as it gets
//	headers.mjs                the headers of answers that worker.mjs makes
//	site/                      the files of web/dist (make build), as they are
//
// wrangler.jsonc names them. make worker runs it.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"hopyard/tools/repo"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "web/worker/build:", err)
		os.Exit(1)
	}
}

func run() error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	out := filepath.Join(root, ".cache", "worker")
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	program, err := compile(root)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "hopyard.wasm"), program, 0o644); err != nil {
		return err
	}
	if err := scripts(root, out); err != nil {
		return err
	}
	if err := site(filepath.Join(root, "web", "dist"), filepath.Join(out, "site")); err != nil {
		return err
	}
	return report(program)
}
