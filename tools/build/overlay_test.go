package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// replaced is what an overlay says: by the file of Go's, the one in its place.
type replaced struct{ Replace map[string]string }

// overlaid makes the overlay of this version of Go in a folder: Go's root, the
// overlay's file and what it says.
func overlaid(t *testing.T, dir string) (root, name string, list replaced) {
	t.Helper()
	root, err := goroot()
	if err != nil {
		t.Fatal(err)
	}
	if name, err = overlay(root, dir); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	return root, name, list
}

// TestOverlay: all that is to be cut is there in this version of Go, and cut.
func TestOverlay(t *testing.T) {
	root, _, list := overlaid(t, t.TempDir())
	for _, c := range cuts {
		text, err := os.ReadFile(list.Replace[filepath.Join(root, "src", filepath.FromSlash(c.file))])
		if err != nil || strings.Count(string(text), c.text()) != 1 {
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

// sorts is a program that fails unless sorting and inserting do what they did.
const sorts = `package main

import (
	"math/rand/v2"
	"slices"
	"sort"
)

type pair struct{ key, place int }

func main() {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		list, plain := make([]pair, n), make([]int, n)
		for i := range list {
			list[i], plain[i] = pair{rng.IntN(1 + n/3), i}, rng.IntN(1 + n/3)
		}
		want := slices.Clone(list)
		sort.Slice(want, func(i, j int) bool {
			return want[i].key < want[j].key || want[i].key == want[j].key && want[i].place < want[j].place
		})
		slices.SortStableFunc(list, func(a, b pair) int { return a.key - b.key })
		if !slices.Equal(list, want) {
			panic("SortStableFunc")
		}
		slices.SortFunc(list, func(a, b pair) int { return b.place - a.place })
		for i, p := range list {
			if p.place != n-1-i {
				panic("SortFunc")
			}
		}
		if slices.Sort(plain); !sort.IntsAreSorted(plain) {
			panic("Sort")
		}
		at := rng.IntN(n + 1)
		longer := slices.Insert(slices.Clone(plain), at, -1, -2)
		if !slices.Equal(longer, append(append(slices.Clone(plain[:at]), -1, -2), plain[at:]...)) {
			panic("Insert")
		}
	}
}
`

// TestOverlaySorts: what is cut of sorting still sorts, and stably where it must.
func TestOverlaySorts(t *testing.T) {
	dir := t.TempDir()
	_, name, list := overlaid(t, dir)
	for file := range list.Replace { // the rest is for the browser
		if filepath.Base(filepath.Dir(file)) != "slices" {
			delete(list.Replace, file)
		}
	}
	raw, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "sorts.go")
	for file, text := range map[string][]byte{name: raw, program: []byte(sorts)} {
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("go", "run", "-overlay="+name, program).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
