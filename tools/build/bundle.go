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

// bundling holds the source of package bundle, which calls esbuild. The hash of
// this source is part of the cache keys of bundles.
//
//go:embed bundle/*.go
var bundling embed.FS

// bundleAll bundles and minifies each script and style sheet together with the
// files it imports. References to other files remain logical names in the results,
// so that a bundle does not depend on the content of the files it refers to.
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
		own, err := os.ReadFile(src) // src may lie outside static/, whose files the key already covers, so its content is added to the key
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

// bundleKeys returns a hash for scripts (".js") and a hash for style sheets
// (".css"). Each hash covers everything that can affect a bundle of that kind: the
// files that it may import, the versions of the npm packages including esbuild, and
// the code that calls esbuild.
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
		files, err := hashFiles(os.DirFS(s.root), []string{"static", "tools/build/slim"}, endings)
		if err != nil {
			return nil, err
		}
		keys[ext] = []byte(keyOf(how, packages, files))
	}
	return keys, nil
}

// resolveBundle returns the bundle of a file. Each reference in it, {{asset}} in
// scripts and url() in CSS, is replaced by a file name in web/dist.
func (s *site) resolveBundle(logical string) ([]byte, error) {
	if path.Ext(logical) == ".css" {
		return s.expandURLs(logical, s.bundles[logical])
	}
	return assetnames.Expand(logical, s.bundles[logical], s.asset)
}

var urlMark = regexp.MustCompile(`url\((["']?)([^"')]*)["']?\)`)

// expandURLs replaces each path in CSS, such as icons/play.svg in
// url(icons/play.svg), by the name of that file in web/dist.
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
