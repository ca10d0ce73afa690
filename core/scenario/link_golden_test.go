package scenario

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// golden lists the share links in testdata/links. A link has two files: the .link,
// and the .json with the scenario that the link must mean forever. The value is a
// hash of both files, which prevents accidental changes to them. Links may be
// added, but never changed or removed. To add one, write its .link file, run this
// test, inspect the .json file that the test creates, and add the line that it
// prints.
var golden = map[string]string{
	"partitions":            "bdc8f126783393a7",
	"preemption":            "b5d227bfcd8b5b9e",
	"blocks":                "2c7a80f321bf9c46",
	"exclusive":             "68875600c46742fb",
	"commands":              "8956ba62d6f72433",
	"conditions":            "276287d2a7bf0b8c",
	"few-switches":          "cc0c774f78a63f83",
	"several-topologies":    "1d5e1e7b727d461b",
	"all-fields":            "6b45eca97b940beb",
	"altered":               "1d0cce282e977f1b",
	"checksum":              "8f780ada1fc26ffb",
	"checksum-plain":        "0788905c01aa22cf",
	"cluster-queues":        "756626ba729f2816",
	"decisions":             "a31b44c0ab84de97",
	"disciplines":           "0cb7d9067d98cfb5",
	"divided":               "ed76bf4aa82fe0e5",
	"drawn":                 "dc53aa5131f30802",
	"everything":            "e0c8bc2312a10b9c",
	"fraction":              "8747b7f05ff7d4fb",
	"goals":                 "aaa6fcad9202042b",
	"het":                   "90d286927e6ecd70",
	"invalid-dependency":    "c02fa3bf70693e91",
	"jobs-50":               "c101be1d2a9c334c",
	"labels":                "73d5909eb1e366ed",
	"looks-plain":           "79c2da5517ac524f",
	"looks":                 "7beea1797a22d55c",
	"latency":               "222c38a46346e1b9",
	"levels":                "7e52b087b67f9a70",
	"machine-dragonfly":     "27dd571faed924bc",
	"machine-fat-tree-down": "f251b2c94f65b09e",
	"machine-fat-tree":      "60c1c346a178674b",
	"machine-flat":          "21fc48e43b4fd5f3",
	"machine-graph":         "468ceb863ab4f0a9",
	"machine-hypercube":     "754177230bbc8911",
	"machine-mesh":          "ff6971f6f7f1ed1c",
	"machine-slurm":         "32737813f7d2eb87",
	"machine-star":          "bf12e97493ca4a6e",
	"machine-torus":         "47398576633344c5",
	"model-downey":          "0d1336d70b7d57ef",
	"notes":                 "7e4839bc07980bfc",
	"own-resources":         "22f0c3916b91252d",
	"programs":              "bfcf7ed5bb2a8cb8",
	"pairs":                 "9fbff2ac38062463",
	"plain":                 "84964a75f9fefb2b",
	"power":                 "69b35fa241eef222",
	"queue-preemption":      "c2d1fa9b8e2d3c9d",
	"queues":                "e6c85b23ecfcf726",
	"reallotted":            "f81002379fdd6d3d",
	"reserve":               "1f64a025edf28bfb",
	"slurm-factors":         "8aeb454c74054ac4",
	"slurm-limits":          "2d4680b6cbcd5308",
	"slurm-reservations":    "f87a20683217d6c4",
	"running":               "0960a2dabd04d001",
	"small":                 "38fac2115cefcf76",
	"switches":              "d40a8d35e863c152",
	"trace":                 "6b024ccd93960f11",
	"vary":                  "45fefe657b896a24",
	"time-min":              "219c02a4efafec93",
	"windows":               "d77b432f9c146c30",
}

// TestGoldenLinks checks that published links stay valid and keep their meaning.
func TestGoldenLinks(t *testing.T) {
	links, _ := filepath.Glob("testdata/links/*.link")
	set := map[string]bool{}
	for _, file := range links {
		name := strings.TrimSuffix(filepath.Base(file), ".link")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		l, err := DecodeLink(string(text))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		meaning := strings.TrimSuffix(file, ".link") + ".json"
		want, err := os.ReadFile(meaning)
		if os.IsNotExist(err) && golden[name] == "" { // a new link, whose .json is created now
			want = l.Scenario.Canonical()
			err = os.WriteFile(meaning, want, 0o644)
		}
		if err != nil || !bytes.Equal(want, l.Scenario.Canonical()) {
			t.Errorf("%s: %v: means another scenario than it did:\n%s", file, err, l.Scenario.Canonical())
		}
		// Links of older versions have no checksum.
		if again, have := encode(t, l), strings.TrimSpace(string(text)); again != have && without(t, again) != have {
			t.Errorf("%s: is now written as\n%s", file, again)
		}
		sum := sha256.Sum256(append(append([]byte(nil), text...), want...))
		if is := hex.EncodeToString(sum[:8]); golden[name] != is {
			t.Errorf("%s: this pair of files is not what golden says:\n\t%q: %q,", file, name, is)
		}
		visit(reflect.ValueOf(*l.Scenario), "", set)
	}
	if len(links) < len(golden) {
		t.Errorf("%d golden links of %d are there", len(links), len(golden))
	}
	for path, given := range set {
		if !given && !notWritten[path] {
			t.Errorf("no golden link has %s", path)
		}
	}
}
