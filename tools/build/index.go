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

// comment matches an HTML comment and the line break after it.
var comment = regexp.MustCompile(`(?s)<!--.*?-->\n?`)

// index returns index.html with its references filled in. Its file name contains no
// hash: browsers always ask the server whether this file has changed.
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
	list, err := json.Marshal(all) // keys are sorted, and < is escaped, so the text is safe inside a script element
	if err != nil {
		return nil, err
	}
	raw = comment.ReplaceAll(raw, nil) // browsers do not need comments
	raw = bytes.ReplaceAll(raw, assetsMark, list)
	raw = bytes.ReplaceAll(raw, lessonMark, s.first)
	raw = bytes.ReplaceAll(raw, policyMark, []byte(headers.Policy))
	raw, err = assetnames.Expand(src, raw, s.asset)
	return &file{logical: "index.html", name: "index.html", raw: raw}, err
}
