package slim

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// TestVersion checks that the version of Go is found in a program, and that Program
// and Names return ErrVersion for an unknown version.
func TestVersion(t *testing.T) {
	program := must(t, linkOnce)
	m, err := split(program)
	if err != nil {
		t.Fatal(err)
	}
	made := m.compiler()
	if !strings.HasPrefix(made, "go1.") {
		t.Fatalf("the program was made by %q", made)
	}
	if _, err := shrinkOnce(); err != nil {
		t.Errorf("%v: README.md says how this version gets onto the list", err)
	}
	for _, other := range []string{strings.Repeat("?", len(made)), made[:len(made)-1] + "x"} {
		strange := bytes.ReplaceAll(program, sized([]byte(made)), sized([]byte(other)))
		if _, err := Program(strange); !errors.Is(err, ErrVersion) || !strings.Contains(err.Error(), other) || strings.Contains(err.Error(), "\n") {
			t.Errorf("a program made by %s: %v", other, err)
		}
		if _, err := Names(strange); !errors.Is(err, ErrVersion) {
			t.Errorf("the names of a program made by %s: %v", other, err)
		}
	}
	for _, b := range []string{"\x00\x05\x09produ", "\x00\x0a\x09producers", "\x00\x0b\x09producers\x01", "\x00\x1a\x09producers\x01\x0cprocessed-by\x01\x05"} {
		if m, err := split([]byte("\x00asm\x01\x00\x00\x00" + b)); err == nil && m.compiler() != "" {
			t.Errorf("%q was made by %q", b, m.compiler())
		}
	}
}
