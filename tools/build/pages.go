package main

import (
	"bytes"
	"os"

	"hopyard/tools/build/assetnames"
	"hopyard/web/headers"
)

// Files of the pages for phones in a lecture room: the voters' page and the
// speaker's remote control. They are separate and small, and share only the icon
// with the main page, because 500 phones may load them at once from a laptop.
var (
	voting   = []string{"vote.html", "vote.js", "vote.css"}
	speaking = []string{"hand.html", "hand.js", "hand.css"}
)

// votingLimit is the number of bytes, compressed with brotli, that a voter's phone
// may load.
const votingLimit = 12_000

// ofPhones reports whether an asset or a page is for phones in a room. The main
// page never loads such files, and its service worker does not keep them.
func ofPhones(logical string) bool { return matches(voting, logical) || matches(speaking, logical) }

// page returns an HTML file of static/ with its references filled in, and with the
// content security policy for pages without a WebAssembly program. Like index.html
// it has no hash in its name.
func (s *site) page(name string) (*file, error) {
	src := s.pages[name]
	raw, err := os.ReadFile(src)
	if err != nil {
		return nil, err
	}
	raw, err = assetnames.Expand(src, bytes.ReplaceAll(raw, policyMark, []byte(headers.Scripts)), s.asset)
	return &file{logical: name, name: name, raw: raw}, err
}
