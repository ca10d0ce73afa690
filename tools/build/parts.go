package main

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"hopyard/tools/build/slim"
)

// firstList names the functions that run until shortly after the first schedule is
// on screen. They go into hopyard.wasm. Most other functions go into rest.wasm,
// which the page fetches while the reader looks at the schedule. The command
// tools/startupprofile records the list. The list need not be exact: if a function
// is missing, the page fetches rest.wasm earlier and waits for it; a superfluous
// function makes hopyard.wasm larger.
//
//go:embed first.txt
var firstList string

// knownList holds the hashes of the names of all functions that existed when
// first.txt was recorded. Functions added later go into hopyard.wasm, unless
// later.txt lists them.
//
//go:embed known.txt
var knownList string

// laterList lists packages, types and functions that the page needs only for
// features that few readers use, or never, like the runtime's tracing. An entry
// includes everything below it: a package includes its functions, types and
// subpackages, and a generic function includes its instances. These functions go
// into later.wasm, which the page fetches when one of them is first called, so that
// they cost nothing in the budget of a first visit. Exceptions are package
// initialization, which always runs, and the functions in first.txt. If a change
// makes the page call a listed function during its start, the page fetches
// later.wasm at that time. To avoid this, run tools/startupprofile again, which
// records the function in first.txt.
//
//go:embed later.txt
var laterList string

// The parts of the program. A call of a missing function does not always tell the
// page which part to fetch; in that case it fetches the parts in this order
// (slim/parts.js).
const (
	firstPart = iota
	restPart
	laterPart
)

var partNames = [...]string{firstPart: "hopyard.wasm", restPart: "rest.wasm", laterPart: "later.wasm"}

// closure matches the suffix that the compiler appends to the name of a function to
// name the closures and wrappers inside it. Closures and wrappers go into the same
// part as the function, so that adding a closure does not change the lists.
var closure = regexp.MustCompile(`(\.func\d+|\.gowrap\d+|\.deferwrap\d+|-range\d+|-fm|\.\d+)+$`)

// outer returns the name of the function that contains a closure or wrapper.
func outer(name string) string { return closure.ReplaceAllString(name, "") }

// parts shrinks the page's program and splits it into the three parts.
func parts(program []byte) (contents, error) {
	names, err := slim.Names(program)
	if err != nil {
		return nil, &largeError{err, contents{partNames[firstPart]: program}}
	}
	l := lists{fields(firstList), fields(knownList), strings.Fields(laterList)}
	if err := l.check(names); err != nil {
		return nil, err
	}
	parts, err := slim.Split(program, func(k int) int { return l.part(names[k]) })
	if err != nil {
		files, failed := whole(partNames[firstPart])(program)
		if failed != nil {
			return nil, failed
		}
		return nil, &largeError{err, files}
	}
	files := contents{}
	for n, part := range parts {
		files[partNames[n]] = part
	}
	return files, nil
}

// lists decides which part of the program a function belongs to.
type lists struct {
	first, known map[string]bool // contents of first.txt and known.txt
	late         []string        // entries of later.txt
}

// check returns an error if an entry of later.txt matches none of the functions,
// for example after a rename.
func (l lists) check(functions []string) error {
	for _, path := range l.late {
		one := lists{late: []string{path}}
		if !slices.ContainsFunc(functions, one.later) {
			return fmt.Errorf("tools/build/later.txt: no function of the program belongs to %s: write its new name, or remove the line", path)
		}
	}
	return nil
}

func (l lists) part(function string) int {
	name := listed(function)
	switch {
	case l.first[name]:
		return firstPart
	case l.later(function):
		return laterPart
	case l.known[slim.Hash(name)]:
		return restPart
	}
	return firstPart // the function is new since the lists were recorded
}

// later reports whether a function matches an entry of later.txt and is not part of
// package initialization. A function matches a package if it is declared there or
// generated for a type of the package. Examples of generated functions:
// type:.eq.hopyard/core/quiz.Card and
// slices.Index[go.shape.[]hopyard/core/quiz.Card].
func (l lists) later(function string) bool {
	return !initial.MatchString(function) && slices.ContainsFunc(l.late, func(path string) bool {
		return function == path || strings.Contains(function, path+".") || strings.Contains(function, path+"/") || strings.HasPrefix(function, path+"[")
	})
}

// initial matches the names of functions that run before main: initializers of
// package variables, init functions, and the closures within these.
var initial = regexp.MustCompile(`^(.*/)?[^./]+\.(map\.)?init(\.\d.*)?$`)

func fields(text string) map[string]bool {
	all := map[string]bool{}
	for field := range strings.FieldsSeq(text) {
		all[field] = true
	}
	return all
}

// listed returns the name under which first.txt lists a function: the name of the
// outermost enclosing function, without spaces.
func listed(name string) string { return strings.ReplaceAll(outer(name), " ", "") }

// marked makes the page's program record which functions run. It also returns
// names.txt with the names of all functions.
func marked(program []byte) (contents, error) {
	names, err := slim.Names(program)
	if err != nil {
		return nil, err
	}
	small, err := slim.Program(program)
	if err != nil {
		return nil, err
	}
	marked, err := slim.Mark(small)
	if err != nil {
		return nil, err
	}
	for k, name := range names {
		names[k] = listed(name)
	}
	return contents{"hopyard.wasm": marked, "names.txt": []byte(strings.Join(names, "\n"))}, nil
}
