package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hopyard/tools/build/assetnames"
	"hopyard/tools/build/lang"
	"hopyard/web/headers"
)

// group is files that Go code makes: data of the page that is compiled into the
// simulator, or put together from several sources.
type group struct {
	names  []string // all that make returns, by logical name
	inputs []string // folders of files that make reads
	make   func(root string) (contents, error)
	fresh  bool // made each time: it is quick, and made from more than inputs
}

// groups are all of them, those that take long first.
func groups() []group {
	const texts, words = "static/lang", "wasm/app/i18n"
	each := func(pattern string, codes ...string) (out []string) {
		for _, code := range append(codes, lang.Codes...) {
			out = append(out, strings.ReplaceAll(pattern, "*", code))
		}
		return out
	}
	return []group{
		{names: []string{"pictures.json"}, make: makePictures},
		{names: []string{headers.Still}, make: makeSitePicture},
		{names: []string{"curves.json"}, make: makeCurves},
		{names: []string{"lessons.json", "studies.json", assetnames.FirstLesson}, make: makeLessons},
		{names: []string{"forms.json"}, make: makeForms},
		{names: []string{"policy.json"}, make: makePolicy},
		{names: slices.Concat(each("lang/*.json"), each("lang/*-more.json")), inputs: []string{texts, words}, make: makeLanguages},
		{names: each("lecture/*.json", "en"), inputs: []string{texts}, make: makeLectures},
		{names: each("lab/*.json", "en"), inputs: []string{texts, words}, make: makeLab},
		{names: []string{"licenses.txt"}, make: makeLicenses, fresh: true},
	}
}

// files returns the files of a group, from the cache if its inputs and this program,
// whose hash is self, are the same as when they were made.
func (g group) files(s *step, root string, self []byte) (contents, error) {
	if g.fresh {
		return g.make(root)
	}
	inputs, err := hashFiles(os.DirFS(root), g.inputs, nil)
	if err != nil {
		return nil, err
	}
	return s.get(g.names[0], keyOf([]byte(g.names[0]), self, inputs), func() (contents, error) { return g.make(root) })
}

// makeInto writes files of groups into a folder under their logical names, for a
// server that serves the page as it is being worked on. None wanted are all files.
// A file that is already right is left alone.
func makeInto(folder, root string, wanted []string) error {
	all := groups()
	known := map[string]bool{}
	for _, g := range all {
		for _, name := range g.names {
			known[name] = true
		}
	}
	for _, name := range wanted {
		if !known[name] {
			return fmt.Errorf("%q is not made from Go code: the names are %s", name, strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		}
	}
	if len(wanted) > 0 {
		all = slices.DeleteFunc(all, func(g group) bool {
			return !slices.ContainsFunc(g.names, func(name string) bool { return slices.Contains(wanted, name) })
		})
	}
	self, err := hashSelf()
	if err != nil {
		return err
	}
	s := &step{cache: cacheOf(root)}
	return parallel(len(all), func(i int) error {
		files, err := all[i].files(s, root, self)
		if err != nil {
			return err
		}
		for name, raw := range files {
			if len(wanted) > 0 && !slices.Contains(wanted, name) {
				continue
			}
			p := filepath.Join(folder, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
				return err
			}
			if _, err := put(p, raw); err != nil {
				return err
			}
		}
		return nil
	})
}
