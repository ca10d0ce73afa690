package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"hopyard/tools/build/assetnames"
	"hopyard/web/headers"
)

// site provides the files that browsers request by their logical names.
type site struct {
	root   string
	made   string // folder of the files that Go code makes
	bundle func(root, src string, minify bool) ([]byte, error)

	mu      sync.Mutex
	files   *files            // nil if static/ may have changed since it was read
	bundles map[string][]byte // contents of the scripts and style sheets that were requested
	asked   map[string]bool   // whether a file that Go code makes, or a program, was requested
}

// files is the list of files of the site.
type files struct {
	assets, pages map[string]string // paths by logical name
	made          []string          // names of the files that Go code makes
}

func newSite(root, made string, bundle func(root, src string, minify bool) ([]byte, error)) *site {
	return &site{root: root, made: made, bundle: bundle, bundles: map[string][]byte{}, asked: map[string]bool{}}
}

// list returns the files of the site. The caller holds s.mu.
func (s *site) list() (*files, error) {
	if s.files != nil {
		return s.files, nil
	}
	f := &files{assets: map[string]string{}, pages: map[string]string{}}
	enter := func(in map[string]string) func(logical, file string) error {
		return func(logical, file string) error {
			in[logical] = file
			return nil
		}
	}
	if err := assetnames.Static(filepath.Join(s.root, "static"), enter(f.assets), enter(f.pages)); err != nil {
		return nil, err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	f.assets["wasm_exec.js"] = filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js")
	f.made = append(assetnames.Made(s.languages()), headers.Still)
	s.files = f
	return f, nil
}

// languages returns the codes of all languages other than English.
func (s *site) languages() (codes []string) {
	entries, _ := os.ReadDir(filepath.Join(s.root, "static", "lang")) // if the folder does not exist, there are no other languages
	for _, e := range entries {
		if e.IsDir() && e.Name() != "en" {
			codes = append(codes, e.Name())
		}
	}
	return codes
}

// forget discards the list of files, so that it is read again when it is needed.
func (s *site) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files = nil
}

// isMade reports whether a file is one that Go code makes.
func (s *site) isMade(logical string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := s.list()
	return err == nil && slices.Contains(f.made, logical)
}

// madeFile returns the path of a file that Go code makes.
func (s *site) madeFile(logical string) string { return inRoot(s.made, logical) }

// served reports whether a program or a file that Go code makes was requested. If
// it was, open pages may contain it.
func (s *site) served(logical string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[logical]
}

// bundled returns a script or style sheet, from the cache if possible. The caller
// holds s.mu.
func (s *site) bundled(f *files, logical string) ([]byte, error) {
	if raw, ok := s.bundles[logical]; ok {
		return raw, nil
	}
	raw, err := s.bundleAnew(f, logical)
	if err == nil {
		s.bundles[logical] = raw
	}
	return raw, err
}

func (s *site) bundleAnew(f *files, logical string) ([]byte, error) {
	raw, err := s.bundle(s.root, f.assets[logical], false)
	if err != nil {
		return nil, err
	}
	return assetnames.Expand(logical, raw, f.name)
}

// refresh rebuilds those scripts or style sheets that were requested before, and
// reports whether any of them changed. The extension selects scripts or style
// sheets. Files of vendor/ use no other files of static/, so they are rebuilt only
// if the parameter vendor is set.
func (s *site) refresh(ext string, vendor bool) (changed bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := s.list()
	if err != nil {
		return false, err
	}
	fresh := maps.Clone(s.bundles)
	var errs []error
	for _, logical := range slices.Sorted(maps.Keys(s.bundles)) {
		src, ok := f.assets[logical]
		switch {
		case path.Ext(logical) != ext, !vendor && filepath.Base(filepath.Dir(src)) == "vendor":
		case !ok: // the source was deleted
			delete(fresh, logical)
			changed = true
		default:
			raw, err := s.bundleAnew(f, logical)
			errs = append(errs, err)
			changed = changed || !bytes.Equal(raw, fresh[logical])
			fresh[logical] = raw
		}
	}
	if err := errors.Join(errs...); err != nil {
		return false, err
	}
	s.bundles = fresh
	return changed, nil
}

// name returns the name under which an asset is served, which equals its logical
// name. It returns an error if there is no such asset.
func (f *files) name(logical string) (string, error) {
	if _, ok := f.assets[logical]; !ok && !slices.Contains(f.made, logical) && path.Ext(logical) != ".wasm" {
		return "", fmt.Errorf("asset %q: there is no such file in static/", logical)
	}
	return logical, nil
}

//go:embed dev.js dev.css leave.js
var own embed.FS

// serve answers a request with a file of the site. If the file is a page, it
// contains the numbers of the given state.
func (s *site) serve(w http.ResponseWriter, r *http.Request, name string, now state) {
	if page, ok := headers.Short["/"+name]; ok {
		name = strings.TrimPrefix(page, "/")
	}
	raw, err := s.content(&name, now)
	switch {
	case errors.Is(err, os.ErrNotExist):
		http.Error(w, "there is nothing at this address: the page is at /", http.StatusNotFound)
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	default:
		write(w, r, name, raw)
	}
}

// content returns a file of the site. It sets name to the name of the file that it
// returns, so that the caller sees the right file extension.
func (s *site) content(name *string, now state) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := s.list()
	if err != nil {
		return nil, err
	}
	switch *name {
	case "", "index.html", "embed.html":
		*name = "index.html"
		return s.index(f, now)
	case "favicon.ico":
		*name = "favicon.svg"
	case "dev/dev.js", "dev/dev.css":
		return own.ReadFile(path.Base(*name))
	case assetnames.ServiceWorker:
		return own.ReadFile("leave.js")
	}
	file, ok := f.assets[*name]
	page, isPage := f.pages[*name]
	switch {
	case isPage:
		return s.page(f, page, now, headers.Scripts, nil)
	case slices.Contains(f.made, *name):
		s.asked[*name] = true
		return os.ReadFile(s.madeFile(*name))
	case !ok:
		return nil, os.ErrNotExist
	case assetnames.Bundled(*name) && *name != "wasm_exec.js":
		return s.bundled(f, *name)
	}
	raw, err := os.ReadFile(file)
	if err == nil && path.Ext(*name) == ".webmanifest" {
		return assetnames.Expand(file, raw, f.name)
	}
	return raw, err
}

// index returns index.html with the assets and the first lesson filled in.
func (s *site) index(f *files, now state) ([]byte, error) {
	all := map[string]string{"hopyard.wasm": "hopyard.wasm", "own.wasm": "own.wasm", "logs.wasm": "logs.wasm", "lab.wasm": "lab.wasm"}
	for logical := range f.assets {
		all[logical] = logical
	}
	for _, logical := range f.made {
		all[logical] = logical
	}
	assets, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	s.asked[assetnames.FirstLesson] = true
	lesson, err := os.ReadFile(s.madeFile(assetnames.FirstLesson))
	if errors.Is(err, os.ErrNotExist) {
		lesson, err = firstLesson(s.root)
	}
	if err != nil {
		return nil, err
	}
	return s.page(f, filepath.Join(s.root, "index.html"), now, headers.Policy, map[string][]byte{"{{assets}}": assets, "{{lesson}}": lesson})
}

// page returns an HTML file with its placeholders filled in. It adds the script and
// the style sheet that show changes during development.
func (s *site) page(f *files, file string, now state, policy string, marks map[string][]byte) ([]byte, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for mark, content := range marks {
		raw = bytes.ReplaceAll(raw, []byte(mark), content)
	}
	raw = bytes.ReplaceAll(raw, []byte("{{policy}}"), []byte(policy))
	more := fmt.Sprintf("<link rel=\"stylesheet\" href=\"dev/dev.css\">\n<script src=\"dev/dev.js\" data-page=\"%d\" data-style=\"%d\" defer></script>\n</head>", now.Page, now.Style)
	raw = bytes.Replace(raw, []byte("</head>"), []byte(more), 1)
	return assetnames.Expand(file, raw, f.name)
}

// serveFile answers a request with a compiled program.
func (s *site) serveFile(w http.ResponseWriter, r *http.Request, logical, file string) {
	s.mu.Lock()
	s.asked[logical] = true
	s.mu.Unlock()
	raw, err := os.ReadFile(file)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	write(w, r, logical, raw)
}

// write writes the response to a request, with the content type for the name.
func write(w http.ResponseWriter, r *http.Request, name string, raw []byte) {
	kind := headers.Type(name)
	if kind == "" {
		kind = mime.TypeByExtension(path.Ext(name))
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", fmt.Sprint(len(raw)))
	if r.Method != http.MethodHead {
		w.Write(raw)
	}
}
