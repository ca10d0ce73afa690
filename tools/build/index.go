package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"

	"hopyard/tools/build/assetnames"
	"hopyard/web/headers"
)

var (
	assetsMark = []byte("{{assets}}")
	lessonMark = []byte("{{lesson}}")
	policyMark = []byte("{{policy}}")
)

// comment matches a comment of HTML and the end of its line.
var comment = regexp.MustCompile(`(?s)<!--.*?-->\n?`)

// index is index.html with its references filled in. It keeps its name: it is
// the one file that a browser asks for anew.
func (s *site) index() (*file, error) {
	src := filepath.Join(s.root, "index.html")
	raw, err := os.ReadFile(src)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for logical, f := range s.built {
		if !ofPhones(logical) {
			all[logical] = f.name
		}
	}
	all[assetnames.ServiceWorker] = assetnames.ServiceWorker
	list, err := json.Marshal(all) // sorted by key, and < is escaped: safe within script
	if err != nil {
		return nil, err
	}
	raw = comment.ReplaceAll(raw, nil) // of no use to a browser
	raw = bytes.ReplaceAll(raw, assetsMark, list)
	raw = bytes.ReplaceAll(raw, lessonMark, s.first)
	raw = bytes.ReplaceAll(raw, policyMark, []byte(headers.Policy))
	raw, err = assetnames.Expand(src, raw, s.asset)
	return &file{logical: "index.html", name: "index.html", raw: raw}, err
}
