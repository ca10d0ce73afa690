package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hopyard/web/headers"
)

// rewrites returns the content of the file _redirects. It makes the host serve the
// page at / and other pages at their short addresses. Workers static assets are
// configured (html_handling) to serve each file only under its own name: otherwise
// they would redirect from embed.html, which would change the address of a frame.
func rewrites() string {
	var lines strings.Builder
	lines.WriteString("/ /index.html 200\n")
	for _, short := range slices.Sorted(maps.Keys(headers.Short)) {
		fmt.Fprintf(&lines, "%s %s 200\n", short, headers.Short[short])
	}
	return lines.String()
}

// site copies the built page from dist to out. It omits the compressed forms of
// files, because Cloudflare compresses files itself.
func site(dist, out string) error {
	if _, err := os.Stat(filepath.Join(dist, "index.html")); err != nil {
		return fmt.Errorf("the page is not built: make build (%w)", err)
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	var names []string
	err := filepath.WalkDir(dist, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() == ".gitkeep" || strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") {
			return err
		}
		rel, err := filepath.Rel(dist, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(out, rel), 0o755)
		}
		names = append(names, filepath.ToSlash(rel))
		return copyFile(name, filepath.Join(out, rel))
	})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "_headers"), headers.File(names), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "_redirects"), []byte(rewrites()), 0o644)
}

// scripts writes the files that start the program. It uses the wasm_exec.mjs of the
// library github.com/syumai/workers, because Go's own version does not tell a
// program for which request it was started.
func scripts(root, out string) error {
	library, err := outputOf(root, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/syumai/workers")
	if err != nil {
		return err
	}
	if err := copyFile(filepath.Join(library, "cmd", "workers-assets-gen", "assets", "wasm_exec_go.js"), filepath.Join(out, "wasm_exec.mjs")); err != nil {
		return err
	}
	for _, name := range []string{"worker.mjs", "limit.mjs", "states.mjs"} {
		if err := copyFile(filepath.Join(root, "web", "worker", name), filepath.Join(out, name)); err != nil {
			return err
		}
	}
	page, err := json.Marshal(secured("/nothing"))
	if err != nil {
		return err
	}
	api, err := json.Marshal(secured("/api/links"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "headers.mjs"), fmt.Appendf(nil, "export const ofPage = %s;\nexport const ofLinks = %s;\n", page, api), 0o644)
}

// secured returns the headers that every response at an address has.
func secured(address string) map[string]string {
	w := httptest.NewRecorder()
	headers.Secure(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
	found := map[string]string{}
	for name := range w.Header() {
		found[name] = w.Header().Get(name)
	}
	return found
}

func copyFile(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o644)
}
