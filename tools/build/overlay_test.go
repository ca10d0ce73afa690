package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOverlay: all that is to be cut is there in this version of Go, and cut.
func TestOverlay(t *testing.T) {
	root, err := goroot()
	if err != nil {
		t.Fatal(err)
	}
	name, err := overlay(root, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Replace map[string]string }
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	for _, c := range cuts {
		text, err := os.ReadFile(list.Replace[filepath.Join(root, "src", filepath.FromSlash(c.file))])
		if err != nil || strings.Count(string(text), "\n"+c.header+" return "+c.result+"\n") != 1 {
			t.Errorf("%s: %q is not cut (%v): look how this version of Go does it", c.file, c.header, err)
		}
	}
}

// TestOverlayElsewhere: where Go's library is otherwise, it stays.
func TestOverlayElsewhere(t *testing.T) {
	name, err := overlay(t.TempDir(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if raw, err := os.ReadFile(name); err != nil || string(raw) != `{"Replace":{}}` {
		t.Errorf("the overlay of nothing is %s (%v)", raw, err)
	}
}
