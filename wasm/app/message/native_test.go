package message

import (
	"go/scanner"
	"go/token"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestProtocol holds Protocol to the source of the messages. A hash of all tokens of
// the package, without comments, changes whenever a message may have changed.
func TestProtocol(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	sum := fnv.New32a()
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || name == "native.go" {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var s scanner.Scanner
		s.Init(token.NewFileSet().AddFile(name, -1, len(src)), src, nil, 0)
		for {
			_, kind, text := s.Scan()
			if kind == token.EOF {
				break
			}
			sum.Write([]byte(kind.String() + text + "\n"))
		}
	}
	if got := sum.Sum32(); got != Protocol {
		t.Errorf("messages have changed: write Protocol = %#x", got)
	}
}
