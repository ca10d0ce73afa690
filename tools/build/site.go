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

// file is a file of web/dist with its compressed forms. A compressed form is nil if
// it is missing or not smaller than the file.
type file struct {
	logical string // logical name, by which the sources refer to the file
	name    string // name in web/dist
	raw     []byte
	br, gz  []byte
}

// site maps logical names to built files. It builds each file on first use. If a
// file refers to other files, those are therefore built first.
type site struct {
	root    string
	cache   cache
	out     io.Writer         // destination of the reports, one line for each step
	sources map[string]string // path of the source by logical name
	pages   map[string]string // pages beside index.html: path of the source by file name
	bundles contents          // scripts and style sheets after bundling, with references still as logical names
	built   map[string]*file  // by logical name; nil while the file is being built
	first   []byte            // first lesson in JSON
	still   []byte            // preview picture of the site for chat programs
	marks   bool              // whether to make a program that records which functions run
}

func newSite(root string) *site {
	return &site{root: root, cache: cacheOf(root), out: os.Stdout, sources: map[string]string{}, pages: map[string]string{}, bundles: contents{}, built: map[string]*file{}}
}

// say prints the report of a step.
func (s *site) say(st *step) { fmt.Fprintln(s.out, st) }

func (s *site) step(title string) *step { return &step{title: title, cache: s.cache} }

// makeAll adds the files of static/ to the site, and the files that are made
// without references to other files: the programs, and the files that Go code
// makes.
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

// source adds an asset with the path of its source, or "" if it has none. It
// returns an error if the logical name is taken.
func (s *site) source(logical, file string) error {
	if other, ok := s.sources[logical]; ok {
		return fmt.Errorf("%s: its name %q is taken by %s: rename it", cmp.Or(file, "what is made"), logical, cmp.Or(other, "what is made"))
	}
	s.sources[logical] = file
	return nil
}

// made adds an asset that has no source file and the given content.
func (s *site) made(logical string, raw []byte) error {
	s.built[logical] = &file{logical: logical, name: hashedName(logical, raw), raw: raw}
	return s.source(logical, "")
}

// enter adds files that Go code or the compiler made.
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

// addStatic adds the files of static/ under their logical names.
func (s *site) addStatic() error {
	return assetnames.Static(filepath.Join(s.root, "static"), s.source, func(logical, file string) error {
		s.pages[logical] = file
		return nil
	})
}

// embedName is the second name of the main page. It exists because static hosts set
// headers by file name and not by query: pages of other sites may frame only the
// page of this name.
const embedName = "embed.html"

// files bundles scripts and style sheets, and fills in references. It returns
// index.html, then the other files without a hash in their names, then the assets
// in the order of their logical names.
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

// asset builds the asset with the given logical name, unless it is already built,
// and returns its name in web/dist.
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

// build returns the content of an asset as it is sent to the browser.
func (s *site) build(logical, src string) ([]byte, error) {
	if assetnames.Bundled(logical) {
		return s.resolveBundle(logical)
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

// hashedName returns the name of a file in web/dist: icons/play.svg becomes
// icons-play.3f2a91c0.svg. The 32 bits of hash only have to distinguish the
// versions of the same file.
func hashedName(logical string, raw []byte) string {
	sum := sha256.Sum256(raw)
	flat := strings.ReplaceAll(logical, "/", "-")
	ext := path.Ext(flat)
	return strings.TrimSuffix(flat, ext) + "." + hex.EncodeToString(sum[:4]) + ext
}
