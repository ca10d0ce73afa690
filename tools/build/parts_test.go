package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"hopyard/tools/build/slim"
)

// TestOtherGo: a program that another version of Go made is sent as it was
// linked, and one line says why.
func TestOtherGo(t *testing.T) {
	program := []byte("\x00asm\x01\x00\x00\x00\x00\x38\x09producers\x01\x0cprocessed-by\x01\x0eGo cmd/compile\x08go1.26.x")
	program[9] = byte(len(program) - 10)
	s := newSite(t.TempDir())
	said := standardError(t, func() {
		if err := s.parts(program); err != nil {
			t.Error(err)
		}
	})
	if f := s.built["hopyard.wasm"]; f == nil || !bytes.Equal(f.raw, program) {
		t.Error("the program is not sent as it was linked")
	}
	if s.built["rest.wasm"] != nil {
		t.Error("a part is sent that nobody made")
	}
	if strings.Count(said, "\n") != 1 || !strings.Contains(said, slim.ErrVersion.Error()) || !strings.Contains(said, "go1.26.x") {
		t.Errorf("it says %q", said)
	}
}

// standardError is what f writes there.
func standardError(t *testing.T, f func()) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func(was *os.File) { os.Stderr = was }(os.Stderr)
	os.Stderr = w
	f()
	w.Close()
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
