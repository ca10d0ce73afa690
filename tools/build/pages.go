package main

import (
	"bytes"
	"os"

	"hopyard/tools/build/assetnames"
	"hopyard/web/headers"
)

// Phones in a room load pages of their own, which are small and share only the icon
// with the page: 500 phones may load theirs at once, from a laptop.
var (
	voting   = []string{"vote.html", "vote.js", "vote.css"}
	speaking = []string{"hand.html", "hand.js", "hand.css"}
)

// votingLimit is how many bytes of brotli a voter's phone may load.
const votingLimit = 12_000

// ofPhones reports whether an asset or a page is for phones in a room. The page itself
// never loads it, and does not keep it.
func ofPhones(logical string) bool { return matches(voting, logical) || matches(speaking, logical) }

// page is an HTML file of static/ with its references filled in, and a policy for pages
// without a program. It keeps its name, as index.html does.
func (s *site) page(name string) (*file, error) {
	src := s.pages[name]
	raw, err := os.ReadFile(src)
	if err != nil {
		return nil, err
	}
	raw, err = assetnames.Expand(src, bytes.ReplaceAll(raw, policyMark, []byte(headers.Scripts)), s.asset)
	return &file{logical: name, name: name, raw: raw}, err
}
