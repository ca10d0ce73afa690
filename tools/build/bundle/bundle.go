// Package bundle joins a script or style sheet with what it imports, by the esbuild that
// npm installs in tools/build.
package bundle

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// assets are endings of files that url() in CSS may name: what they are called
// in web/dist is not known here.
var assets = []string{"svg", "png", "webp", "woff2"}

// Bundle joins src, a file in the repository at root, with what it imports, npm
// packages of tools/build among it. A script comes out as a classic script, which a worker
// can importScripts. References to other files of the site, {{asset "…"}} in scripts
// and url(…) in CSS, stay as they are, maybe in other quotes.
// Error: what esbuild says, with file and line.
func Bundle(root, src string, minify bool) ([]byte, error) {
	modules := filepath.Join(root, "tools", "build", "node_modules")
	args := []string{
		src, "--bundle", "--format=iife", "--platform=browser", "--target=es2022",
		"--legal-comments=eof", "--charset=utf8", "--log-level=error", "--color=false",
	}
	if minify {
		args = append(args, "--minify")
	}
	for _, ending := range assets {
		args = append(args, "--external:*."+ending)
	}
	cmd := exec.Command(filepath.Join(modules, ".bin", "esbuild"), args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "NODE_PATH="+modules)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			return nil, fmt.Errorf("bundling %s:\n%s", src, said.Bytes())
		}
		return nil, fmt.Errorf("running esbuild, which npm ci in tools/build installs: %w", err)
	}
	return out.Bytes(), nil
}
