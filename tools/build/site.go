package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"hopyard/tools/build/assetnames"
	"hopyard/web/headers"
)

// file is one file of web/dist with its compressed forms, nil where there is
// none or none that is smaller.
type file struct {
	logical string // the name that sources use
	name    string // the name in web/dist
	raw     []byte
	br, gz  []byte
}

// site resolves logical names to built files, each on first use, so that a file
// is built after those it names.
type site struct {
	root    string
	cache   cache
	out     io.Writer         // for a line a step
	sources map[string]string // logical name to the path of its source
	pages   map[string]string // name of a page beside index.html to the path of its source
	bundles contents          // scripts and style sheets with what they import, before names are filled in
	built   map[string]*file  // nil while it is being built
	first   []byte            // the first lesson
	still   []byte            // the site's picture for chats
	marks   bool              // make a program that notes which functions run
}

func newSite(root string) *site {
	return &site{root: root, cache: cacheOf(root), out: os.Stdout, sources: map[string]string{}, pages: map[string]string{}, bundles: contents{}, built: map[string]*file{}}
}

// say prints what a step did.
func (s *site) say(st *step) { fmt.Fprintln(s.out, st) }

func (s *site) step(title string) *step { return &step{title: title, cache: s.cache} }

// makeAll enters the files of static/ and everything that does not depend on the
// names of others: programs, and what Go code makes.
func (s *site) makeAll() error {
	if err := errors.Join(s.addGlue(), s.addStatic()); err != nil {
		return err
	}
	self, err := hashSelf()
	if err != nil {
		return err
	}
	compiled, data := s.step("programs"), s.step("data")
	groups := groups()
	all := make([]contents, 1+len(groups))
	err = parallel(len(all), func(i int) (err error) {
		if i == 0 {
			all[i], err = s.makePrograms(compiled)
		} else {
			all[i], err = groups[i-1].files(data, s.root, self)
		}
		return err
	})
	if err != nil {
		return err
	}
	s.say(compiled)
	s.say(data)
	for _, files := range all {
		if err := s.enter(files); err != nil {
			return err
		}
	}
	return nil
}

// source enters a file by its source, "" if it has none.
func (s *site) source(logical, file string) error {
	if other, ok := s.sources[logical]; ok {
		return fmt.Errorf("%s: its name %q is taken by %s: rename it", cmp.Or(file, "what is made"), logical, cmp.Or(other, "what is made"))
	}
	s.sources[logical] = file
	return nil
}

// made enters a file that has no source.
func (s *site) made(logical string, raw []byte) error {
	s.built[logical] = &file{logical: logical, name: hashedName(logical, raw), raw: raw}
	return s.source(logical, "")
}

// enter enters what Go code made.
func (s *site) enter(files contents) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		switch raw := files[name]; name {
		case assetnames.FirstLesson:
			s.first = raw
		case headers.Still:
			s.still = raw
		default:
			if err := s.made(name, raw); err != nil {
				return err
			}
		}
	}
	return nil
}

// addStatic enters the files of static/ under their logical names.
func (s *site) addStatic() error {
	return assetnames.Static(filepath.Join(s.root, "static"), s.source, func(logical, file string) error {
		s.pages[logical] = file
		return nil
	})
}

// embedName is the page under a second name, since static hosts tell apart names
// but not queries: this one may be framed by pages of others.
const embedName = "embed.html"

// files bundles scripts and style sheets, fills in names, and returns all
// files in order of name, the page first.
func (s *site) files() ([]*file, error) {
	bundling := s.step("scripts and styles")
	if err := s.bundleAll(bundling); err != nil {
		return nil, err
	}
	s.say(bundling)
	var all []*file
	for _, logical := range slices.Sorted(maps.Keys(s.sources)) {
		if _, err := s.asset(logical); err != nil {
			return nil, err
		}
		all = append(all, s.built[logical])
	}
	index, err := s.index()
	if err != nil {
		return nil, err
	}
	sw, err := s.serviceWorker(index, all)
	if err != nil {
		return nil, err
	}
	embed := &file{logical: embedName, name: embedName, raw: index.raw}
	first := []*file{index, embed, sw, {logical: headers.Still, name: headers.Still, raw: s.still}}
	for _, name := range slices.Sorted(maps.Keys(s.pages)) {
		f, err := s.page(name)
		if err != nil {
			return nil, err
		}
		first = append(first, f)
	}
	return append(first, all...), nil
}

// asset builds the file with this logical name and returns its name in web/dist.
func (s *site) asset(logical string) (string, error) {
	if f, ok := s.built[logical]; ok {
		if f == nil {
			return "", fmt.Errorf("asset %q: it refers to itself through others: look it up in the map of index.html instead", logical)
		}
		return f.name, nil
	}
	src, ok := s.sources[logical]
	if !ok {
		return "", fmt.Errorf("asset %q: there is no such file in static/; there are: %s",
			logical, strings.Join(slices.Sorted(maps.Keys(s.sources)), ", "))
	}
	s.built[logical] = nil
	raw, err := s.build(logical, src)
	if err != nil {
		return "", err
	}
	f := &file{logical: logical, name: hashedName(logical, raw), raw: raw}
	s.built[logical] = f
	return f.name, nil
}

// build returns the content of an asset as the browser gets it.
func (s *site) build(logical, src string) ([]byte, error) {
	if assetnames.Bundled(logical) {
		return s.named(logical)
	}
	raw, err := os.ReadFile(src)
	if err != nil {
		return nil, err
	}
	if path.Ext(logical) == ".webmanifest" {
		return assetnames.Expand(src, raw, s.asset)
	}
	return raw, nil
}

// hashedName turns icons/play.svg into icons-play.3f2a91c0.svg. 32 bits of hash
// tell the versions of one file apart, not all files from each other.
func hashedName(logical string, raw []byte) string {
	sum := sha256.Sum256(raw)
	flat := strings.ReplaceAll(logical, "/", "-")
	ext := path.Ext(flat)
	return strings.TrimSuffix(flat, ext) + "." + hex.EncodeToString(sum[:4]) + ext
}
