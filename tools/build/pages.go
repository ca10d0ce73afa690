package main

import (
	"bytes"
	"os"

	"hopyard/tools/build/assetnames"
	"hopyard/web/headers"
)

// Files of the pages for phones in a lecture room: the voters' page and the
// speaker's remote control. These pages are separate from the main page and small,
// because 500 phones may load them at once from a laptop. The only file that they
// share with the main page is the icon.
var (
	voting   = []string{"vote.html", "vote.js", "vote.css"}
	speaking = []string{"hand.html", "hand.js", "hand.css"}
)

// ofPhones reports whether a file belongs to the pages for phones in a lecture
// room. The main page never loads such files, and its service worker does not keep
// them.
func ofPhones(logical string) bool { return matches(voting, logical) || matches(speaking, logical) }

// page returns a *.html file of static/ with its references filled in, and with the
// content security policy for pages without a WebAssembly program. Like index.html,
// the file has no hash in its name.
func (s *site) page(name string) (*file, error) {
	src := s.pages[name]
	raw, err := os.ReadFile(src)
	if err != nil {
		return nil, err
	}
	raw, err = assetnames.Expand(src, bytes.ReplaceAll(raw, policyMark, []byte(headers.Scripts)), s.asset)
	return &file{logical: name, name: name, raw: raw}, err
}
