package main

import (
	_ "embed"
	"fmt"
	"os"
	"regexp"
	"strings"

	"hopyard/tools/build/slim"
)

// first.txt names the functions that run until the first schedule is on screen,
// and in the moments after it. They are sent first, and all others in rest.wasm
// while the reader looks at it. tools/first records the list. A function that is
// missing from it makes the page fetch the rest earlier, while everything waits;
// one too many makes the first part larger; nothing else can go wrong.
//
//go:embed first.txt
var firstList string

// known.txt has hashes of the names of all functions that there were when the
// list was recorded. A function that is new since then goes first.
//
//go:embed known.txt
var knownList string

// closure matches what the compiler adds to a function's name for those within
// it. They go with it, so that the list need not change with each of them.
var closure = regexp.MustCompile(`(\.func\d+|\.gowrap\d+|\.deferwrap\d+|-range\d+|-fm|\.\d+)+$`)

// outer is the function that a function is written in.
func outer(name string) string { return closure.ReplaceAllString(name, "") }

// parts enters the program: as it was linked for -dev, else made small and in
// two parts. What is not understood stays as it is: it is larger, not wrong, and
// the budget will say if it is too large.
func (s *site) parts(program []byte) error {
	if s.dev {
		s.made("hopyard.wasm", program)
		return nil
	}
	names, err := slim.Names(program)
	if err != nil {
		return s.whole(program, err)
	}
	small, err := slim.Program(program)
	if err != nil {
		return s.whole(program, err)
	}
	if s.marks {
		return s.marked(small, names)
	}
	wanted, known := fields(firstList), fields(knownList)
	first, rest, err := slim.Split(small, func(k int) bool {
		name := listed(names[k])
		return wanted[name] || !known[slim.Hash(name)]
	})
	if err != nil {
		return s.whole(small, err)
	}
	s.made("hopyard.wasm", first)
	s.made("rest.wasm", rest)
	return nil
}

func fields(text string) map[string]bool {
	all := map[string]bool{}
	for field := range strings.FieldsSeq(text) {
		all[field] = true
	}
	return all
}

func (s *site) whole(program []byte, why error) error {
	fmt.Fprintln(os.Stderr, "build: the program stays large and in one part:", why)
	s.made("hopyard.wasm", program)
	return nil
}

// listed is a function's name as it stands in the list, without spaces.
func listed(name string) string { return strings.ReplaceAll(outer(name), " ", "") }

// marked enters a program that notes what runs, and the names of its functions.
func (s *site) marked(small []byte, names []string) error {
	marked, err := slim.Mark(small)
	if err != nil {
		return err
	}
	for k, name := range names {
		names[k] = listed(name)
	}
	s.made("hopyard.wasm", marked)
	s.made("names.txt", []byte(strings.Join(names, "\n")))
	return nil
}
