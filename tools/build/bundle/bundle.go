// Package bundle bundles a script or style sheet with the files it imports. It
// calls the esbuild that npm installs in tools/build. Its only function is
// [Bundle]. The build calls it with minification.
package bundle

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// assets lists the extensions of files that url() in CSS may name. esbuild leaves
// these references unchanged, because the build inserts the names in web/dist
// later.
var assets = []string{"svg", "png", "webp", "woff2"}

// Bundle returns the content of src, a file in the repository at root, bundled with
// the files it imports. These may include npm packages of tools/build. A script
// becomes a classic script, which a worker can load with importScripts. Bundle
// keeps references to other files of the site, {{asset "…"}} in scripts and url(…)
// in CSS, although the quotes may change. The error contains the messages of
// esbuild with file and line.
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
