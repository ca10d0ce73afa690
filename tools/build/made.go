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

// group is a set of files that a Go function of this command makes together. They
// hold data that is compiled into the simulator or assembled from several sources.
type group struct {
	names  []string // logical names of all files that make returns
	inputs []string // folders of the files that make reads
	make   func(root string) (contents, error)
	fresh  bool // whether the files are made in each build, without the cache: making them is quick, and the field inputs does not list everything that they depend on
}

// groups returns all groups, the slowest first.
func groups() []group {
	const texts = "static/lang"
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
		{names: slices.Concat(each("lang/*.json"), each("lang/*-more.json")), inputs: []string{texts}, make: makeLanguages},
		{names: each("lecture/*.json", "en"), inputs: []string{texts}, make: makeLectures},
		{names: each("lab/*.json", "en"), inputs: []string{texts}, make: makeLab},
		{names: []string{"licenses.txt"}, make: makeLicenses, fresh: true},
	}
}

// files returns the files of a group. They come from the cache unless the inputs or
// this executable have changed since they were made. The parameter self is the hash
// of the executable.
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

// makeInto writes files that Go code makes into a folder under their logical names,
// for the development server. It writes the wanted files, or all files if wanted is
// empty. It does not touch files that are already up to date.
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
