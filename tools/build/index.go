package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"hopyard/web/headers"
)

var (
	assetMark  = regexp.MustCompile(`\{\{asset \\?"([^"\\]*)\\?"\}\}`) // esbuild may have put it into double quotes
	assetsMark = []byte("{{assets}}")
	lessonMark = []byte("{{lesson}}")
	policyMark = []byte("{{policy}}")
	anyMark    = regexp.MustCompile(`\{\{\s*assets?\b`)
)

// index is index.html with its references filled in. It keeps its name: it is
// the one file that a browser asks for anew.
func (s *site) index() (*file, error) {
	src := filepath.Join(s.root, "index.html")
	raw, err := os.ReadFile(src)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for logical, f := range s.built {
		if !ofPhones(logical) {
			names[logical] = f.name
		}
	}
	names[swName] = swName
	list, err := json.Marshal(names) // sorted by key, and < is escaped: safe within script
	if err != nil {
		return nil, err
	}
	raw = bytes.ReplaceAll(raw, assetsMark, list)
	raw = bytes.ReplaceAll(raw, lessonMark, s.first)
	raw = bytes.ReplaceAll(raw, policyMark, []byte(headers.Policy))
	raw, err = s.expand(src, raw)
	return &file{logical: "index.html", name: "index.html", raw: raw}, err
}

// expand replaces {{asset "name"}} by names in web/dist. All errors of the text
// come at once, each with its line.
func (s *site) expand(src string, raw []byte) ([]byte, error) {
	var errs []error
	place := func(offset int) string {
		return fmt.Sprintf("%s:%d", filepath.Base(src), 1+bytes.Count(raw[:offset], []byte("\n")))
	}
	var out []byte
	last := 0
	for _, m := range assetMark.FindAllSubmatchIndex(raw, -1) {
		name, err := s.asset(string(raw[m[2]:m[3]]))
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", place(m[0]), err))
		}
		out = append(append(out, raw[last:m[0]]...), name...)
		last = m[1]
	}
	out = append(out, raw[last:]...)
	if m := anyMark.FindIndex(out); m != nil {
		errs = append(errs, fmt.Errorf(`%s: cannot read %q: write {{asset "name"}}, or in index.html {{assets}}`,
			filepath.Base(src), excerpt(out[m[0]:])))
	}
	return out, errors.Join(errs...)
}

// excerpt is the first line of a text, at most 40 bytes of it.
func excerpt(text []byte) []byte {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return line[:min(len(line), 40)]
}
