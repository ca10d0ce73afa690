// Command build makes the folder .cache/worker with everything that is deployed to
// Cloudflare:
//
//	worker.mjs, wasm_exec.mjs  start the program for a request
//	limit.mjs, states.mjs      limit the requests of clients; answer frequent requests from memory
//	hopyard.wasm               the program, made as small as possible
//	headers.mjs                the headers of responses that worker.mjs makes itself
//	site/                      the files of web/dist (make build), without their compressed forms
//
// wrangler.jsonc refers to these files. "make worker" runs this command.
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
