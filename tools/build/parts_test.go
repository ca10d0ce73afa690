package main

import (
	"bytes"
	"strings"
	"testing"

	"hopyard/tools/build/slim"
)

// TestOtherGo checks that a program compiled by an unsupported version of Go is
// left unchanged, and that the build prints a line with the reason.
func TestOtherGo(t *testing.T) {
	program := []byte("\x00asm\x01\x00\x00\x00\x00\x38\x09producers\x01\x0cprocessed-by\x01\x0eGo cmd/compile\x08go1.26.x")
	program[9] = byte(len(program) - 10)
	for name, shrink := range map[string]func([]byte) (contents, error){"hopyard.wasm": parts, "own.wasm": whole("own.wasm")} {
		s := &step{cache: cache{t.TempDir()}}
		for range 2 { // the message must appear both times, since the result is not cached
			var said bytes.Buffer
			files, err := shrinkCached(s, name, "key", &said, func() (contents, error) { return shrink(program) })
			if err != nil {
				t.Fatal(err)
			}
			if len(files) != 1 || !bytes.Equal(files[name], program) {
				t.Errorf("%s is not sent as it was linked: %d files", name, len(files))
			}
			if said := said.String(); strings.Count(said, "\n") != 1 || !strings.Contains(said, slim.ErrVersion.Error()) || !strings.Contains(said, "go1.26.x") {
				t.Errorf("%s: it says %q", name, said)
			}
		}
	}
}

// TestPartOfFunctions checks the part of the program to which functions are
// assigned. Functions in first.txt, and functions added since it was recorded, go
// into the first part. Functions of the packages in later.txt go into the last
// part, unless they run before main.
func TestPartOfFunctions(t *testing.T) {
	l := lists{late: []string{"hopyard/core/quiz"},
		first: fields("runtime.mallocgc hopyard/core/quiz.Count hopyard/core/quiz.(*Deck).Size type:.eq.hopyard/core/quiz.Mark")}
	known := "runtime.mallocgc fmt.Sprint hopyard/core/quiz.init hopyard/core/quiz.Ask hopyard/core/quiz.Count hopyard/core/quizzes.Ask"
	l.known = map[string]bool{}
	for name := range strings.FieldsSeq(known) {
		l.known[slim.Hash(name)] = true
	}
	for part, names := range [][]string{
		firstPart: {"runtime.mallocgc", "runtime.mallocgc.func1", "fmt.New", "hopyard/core/quiz.Count", "hopyard/core/quiz.Count.func2", "hopyard/core/quiz.(*Deck).Size",
			"type:.eq.hopyard/core/quiz.Mark", "hopyard/core/quiz.map.init.3", "hopyard/core/quiz/cards.init", "hopyard/core/quiz/cards.init.0", "hopyard/core/quiz/cards.init.0.func1"},
		restPart: {"fmt.Sprint", "fmt.Sprint.func1", "hopyard/core/quiz.init", "hopyard/core/quiz.init.0", "hopyard/core/quizzes.Ask"},
		laterPart: {"hopyard/core/quiz.Ask", "hopyard/core/quiz.New", "hopyard/core/quiz.New.func1.2", "hopyard/core/quiz.(*Deck).Shuffle", "hopyard/core/quiz.(*Deck).Shuffle-fm",
			"hopyard/core/quiz.Deck.init", "hopyard/core/quiz.(*Deck).init", "hopyard/core/quiz/cards.Draw", "hopyard/core/quiz/cards.init.func3", "type:.eq.hopyard/core/quiz.Card", "type:.eq.[4]hopyard/core/quiz.Card",
			"slices.Index[go.shape.[]hopyard/core/quiz.Card]", "type:.eq.go.shape.struct { Line int; Rule hopyard/core/quiz.Card }"},
	} {
		for _, name := range names {
			if got := l.part(name); got != part {
				t.Errorf("%s is in %s, want %s", name, partNames[got], partNames[part])
			}
		}
	}
}

// TestLaterIsWanted checks which sums of the budget omit the parts of the program
// that are loaded later: both sums omit later.wasm, and the sum for the first
// schedule also omits rest.wasm.
func TestLaterIsWanted(t *testing.T) {
	for part, want := range [][2]bool{firstPart: {false, false}, restPart: {true, false}, laterPart: {true, true}} {
		if got := [2]bool{isLazy(partNames[part]), matches(wanted, partNames[part])}; got != want {
			t.Errorf("%s: lazy and wanted are %v, want %v", partNames[part], got, want)
		}
	}
}
