package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

func TestWriteHoldsExactlyTheFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dist")
	names := func() []string {
		var names []string
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	if n, err := write(dir, []*file{{name: "a", raw: []byte("1"), br: []byte("2")}, {name: "b"}}); err != nil || n != 3 {
		t.Fatalf("%d files written, %v", n, err)
	}
	if got := names(); !slices.Equal(got, []string{"a", "a.br", "b"}) {
		t.Errorf("after the first build: %v", got)
	}
	if err := os.WriteFile(filepath.Join(dir, ".gitkeep"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if n, err := write(dir, []*file{{name: "c", raw: []byte("1"), gz: []byte("2")}}); err != nil || n != 2 {
		t.Fatalf("%d files written, %v", n, err)
	}
	if got := names(); !slices.Equal(got, []string{".gitkeep", "c", "c.gz"}) {
		t.Errorf("after the second build: %v", got)
	}
}

func TestCompress(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	long := []byte(strings.Repeat("a schedule of jobs; ", 200))
	for _, want := range []string{"packing: made long in", "packing: 1 kept"} {
		s := &step{title: "packing", cache: cache{dir}}
		f, small := &file{logical: "long", raw: long}, &file{raw: []byte("short")}
		if err := compress([]*file{f, small}, s); err != nil {
			t.Fatal(err)
		}
		if got := s.String(); !strings.HasPrefix(got, want) {
			t.Errorf("it says %q, want %q", got, want)
		}
		if small.br != nil || small.gz != nil {
			t.Error("a file of 5 bytes was compressed")
		}
		if got, err := io.ReadAll(brotli.NewReader(bytes.NewReader(f.br))); err != nil || !bytes.Equal(got, long) {
			t.Errorf("brotli: %v, %d bytes", err, len(got))
		}
		r, err := gzip.NewReader(bytes.NewReader(f.gz))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, long) {
			t.Errorf("gzip: %v, %d bytes", err, len(got))
		}
	}
}

func TestBudget(t *testing.T) {
	of := func(logical string, br int) *file {
		return &file{logical: logical, name: logical, raw: make([]byte, 2*br), br: make([]byte, br)}
	}
	fits := tabulate([]*file{of("hopyard.wasm", firstLimit), of("curves.js", visitLimit-firstLimit), of("echarts.js", 5), of("editor.js", 5)})
	if err := fits.check(); err != nil {
		t.Errorf("at the limits: %v", err)
	}
	if !strings.Contains(fits.String(), fmt.Sprintf("%d  before the first schedule", firstLimit)) {
		t.Errorf("table:\n%s", fits)
	}
	for says, files := range map[string][]*file{
		fmt.Sprintf("before the first schedule: %d bytes of brotli are 1 more", firstLimit+1): {of("hopyard.wasm", firstLimit+1)},
		fmt.Sprintf("of a first visit: %d bytes of brotli are 7 more", visitLimit+7):          {of("rest.wasm", visitLimit+7)},
	} {
		if err := tabulate(files).check(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v, want …%s…", err, says)
		}
	}
}
