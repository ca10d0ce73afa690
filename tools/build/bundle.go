package main

import (
	"bytes"
	"embed"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"hopyard/tools/build/assetnames"
	"hopyard/tools/build/bundle"
)

// bundling is how esbuild is called.
//
//go:embed bundle/*.go
var bundling embed.FS

// bundleAll joins each script and style sheet with what it imports and minifies it.
// Names of other files are still logical in the results: they do not depend on what
// these hold.
func (s *site) bundleAll(st *step) error {
	sources := map[string]string{}
	for logical, src := range s.sources {
		if assetnames.Bundled(logical) && src != "" {
			sources[logical] = src
		}
	}
	if src := filepath.Join(s.root, "static", assetnames.ServiceWorker); exists(src) {
		sources[assetnames.ServiceWorker] = src
	}
	keys, err := s.bundleKeys()
	if err != nil {
		return err
	}
	order := slices.Sorted(maps.Keys(sources))
	results := make([]contents, len(order))
	err = parallel(len(order), func(i int) error {
		src := sources[order[i]]
		own, err := os.ReadFile(src) // it need not be in static/
		if err != nil {
			return err
		}
		key := keyOf([]byte(src), own, keys[path.Ext(src)])
		results[i], err = st.get(order[i], key, func() (contents, error) {
			raw, err := bundle.Bundle(s.root, src, true)
			return contents{order[i]: raw}, err
		})
		return err
	})
	for _, result := range results {
		maps.Copy(s.bundles, result)
	}
	return err
}

// bundleKeys hash what scripts and what style sheets may be made from: files that
// they may import, npm packages, esbuild, and how it is called.
func (s *site) bundleKeys() (map[string][]byte, error) {
	how, err := hashFiles(bundling, []string{"."}, nil)
	if err != nil {
		return nil, err
	}
	packages, err := os.ReadFile(filepath.Join(s.root, "tools", "build", "package-lock.json"))
	if err != nil {
		return nil, err
	}
	keys := map[string][]byte{}
	for ext, endings := range map[string][]string{".js": {".js", ".json"}, ".css": {".css"}} {
		files, err := hashFiles(os.DirFS(s.root), []string{"static"}, endings)
		if err != nil {
			return nil, err
		}
		keys[ext] = []byte(keyOf(how, packages, files))
	}
	return keys, nil
}

// named is a bundle with the names that files have in web/dist: of {{asset}} in
// scripts, of url() in CSS.
func (s *site) named(logical string) ([]byte, error) {
	if path.Ext(logical) == ".css" {
		return s.expandURLs(logical, s.bundles[logical])
	}
	return assetnames.Expand(logical, s.bundles[logical], s.asset)
}

var urlMark = regexp.MustCompile(`url\((["']?)([^"')]*)["']?\)`)

// expandURLs replaces the paths in url(icons/play.svg) by names in web/dist.
func (s *site) expandURLs(logical string, raw []byte) ([]byte, error) {
	var out bytes.Buffer
	last := 0
	for _, m := range urlMark.FindAllSubmatchIndex(raw, -1) {
		at := string(raw[m[4]:m[5]])
		if strings.HasPrefix(at, "data:") || strings.HasPrefix(at, "#") {
			continue
		}
		name, err := s.asset(path.Clean(at))
		if err != nil {
			return nil, fmt.Errorf("%s: url(%s): %w", logical, at, err)
		}
		out.Write(raw[last:m[4]])
		out.WriteString(name)
		last = m[5]
	}
	out.Write(raw[last:])
	return out.Bytes(), nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
