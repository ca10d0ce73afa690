package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"hopyard/tools/build/assetnames"
)

// serviceWorker returns static/sw.js, preceded by three lists of the files to keep
// for use without a network: the files of a first visit, the files to fetch at the
// next visit, and the files to keep once the page has fetched them. If the site has
// no static/sw.js, the result consists of the lists alone.
func (s *site) serviceWorker(index *file, all []*file) (*file, error) {
	script, err := s.resolveBundle(assetnames.ServiceWorker)
	if err != nil {
		return nil, err
	}
	build := struct {
		Version string   `json:"version"`
		First   []string `json:"first"`
		Later   []string `json:"later"`
		Rare    []string `json:"rare"`
	}{Version: strings.Split(hashedName("index.html", index.raw), ".")[1]}
	for _, a := range all {
		if slices.Contains(unsent, a.logical) || ofPhones(a.logical) {
			continue
		}
		switch {
		case matches(rare, a.logical):
			build.Rare = append(build.Rare, a.name)
		case matches(wanted, a.logical):
			build.Later = append(build.Later, a.name)
		default:
			build.First = append(build.First, a.name)
		}
	}
	list, err := json.Marshal(build)
	if err != nil {
		return nil, err
	}
	raw := append(fmt.Appendf(nil, "self.build=%s;\n", list), script...)
	return &file{logical: assetnames.ServiceWorker, name: assetnames.ServiceWorker, raw: raw}, nil
}
