package main

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"

	"hopyard/tools/build/slim"
)

// first.txt names the functions that run until the first schedule is on screen,
// and in the moments after it. They are sent first, and most others in rest.wasm
// while the reader looks at it. tools/startupprofile records the list. A function that is
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

// asked are packages, with those below them, that run only when somebody asks for
// what they do. Their functions are sent in later.wasm, when one of them is first
// called: none of a first visit's budget goes into them. Package initialization,
// which always runs, and what first.txt names stay where they would be otherwise.
// So when a new function of theirs runs as the page starts, it makes the page fetch
// later.wasm then, until tools/startupprofile has recorded it.
var asked = []string{"archive/zip", "hopyard/core/workload/sacct", "hopyard/wasm/app/message.(*Convert)", "hopyard/wasm/app/message.(*Converted)", "hopyard/wasm/app/simworker.(*conversion)", "hopyard/core/queue/hybrid.(*reservationTable)", "hopyard/core/queue/hybrid.pass", "hopyard/core/queue/hybrid.(*state)", "hopyard/core/queue/hybrid.(*keepers)", "hopyard/core/queue/hybrid.(*ledger)", "hopyard/core/queue/hybrid.(*occupancy)", "hopyard/core/queue/hybrid.(*owner)", "hopyard/core/queue/deadline.pass", "hopyard/core/topology/slurm", "hopyard/core/quiz", "hopyard/core/variant", "hopyard/core/worksheet", "hopyard/wasm/app/simworker.(*papers)", "hopyard/wasm/page/worksheetview", "hopyard/wasm/app/practice", "hopyard/wasm/app/message.(*Survey)", "hopyard/wasm/app/message.(*Surveyed)", "hopyard/wasm/app/simworker.(*survey)", "hopyard/wasm/app/message.(*Similar)", "hopyard/wasm/app/message.(*Alike)", "hopyard/wasm/app/simworker.(*likeness)", "hopyard/wasm/app/simworker.(*Replay).similar", "hopyard/wasm/app/simworker.(*Dispatcher).survey", "hopyard/wasm/draw.(*Layout).Boxes", "hopyard/wasm/draw.(*Layout).Tiles", "hopyard/wasm/app/export.(*moving)", "hopyard/wasm/app/export.Panel.Moving", "hopyard/wasm/app/worksheetpanel", "hopyard/wasm/page/practiceview", "hopyard/wasm/app/lecture", "hopyard/wasm/app/ballot", "hopyard/wasm/page/lectureview", "hash/crc32", "hash/fnv", "hopyard/wasm/app/policyeditor", "hopyard/wasm/page/editorview", "hopyard/wasm/app/manualpanel", "hopyard/wasm/page/manualview", "hopyard/wasm/app/simworker.(*hands)", "hopyard/core/scoreboard", "hopyard/core/lowerbound", "hopyard/core/queue/manual", "hopyard/core/queue.(*promising)", "hopyard/core/puzzle", "hopyard/wasm/app/puzzlepanel", "hopyard/wasm/page/puzzleview", "hopyard/wasm/app/longrunpanel", "hopyard/wasm/page/longrunview", "hopyard/core/longrun", "hopyard/wasm/app/simworker.(*clerk)", "hopyard/wasm/app/message.(*Told)", "hopyard/wasm/app/message.(*Inquire)", "hopyard/core/alloc.(*combining)", "hopyard/core/alloc.(*levelSearch)", "hopyard/wasm/app/whypanel.(*searched)", "hopyard/wasm/app/machinepanel.(*routed)", "hopyard/wasm/app/simworker.(*router)", "hopyard/wasm/app/simworker.(*searching)", "hopyard/wasm/app/message.(*Route)", "hopyard/wasm/app/message.(*Routed)"}

// The parts of the program. The page fetches them in this order where nothing says
// which has what it needs (static/js/parts.js).
const (
	firstPart = iota
	restPart
	laterPart
)

var partNames = [...]string{firstPart: "hopyard.wasm", restPart: "rest.wasm", laterPart: "later.wasm"}

// closure matches what the compiler adds to a function's name for those within
// it. They go with it, so that the list need not change with each of them.
var closure = regexp.MustCompile(`(\.func\d+|\.gowrap\d+|\.deferwrap\d+|-range\d+|-fm|\.\d+)+$`)

// outer is the function that a function is written in.
func outer(name string) string { return closure.ReplaceAllString(name, "") }

// parts makes the page's program small, and parts it.
func parts(program []byte) (contents, error) {
	names, err := slim.Names(program)
	if err != nil {
		return nil, &largeError{err, contents{partNames[firstPart]: program}}
	}
	small, err := slim.Program(program)
	if err != nil {
		return nil, &largeError{err, contents{partNames[firstPart]: program}}
	}
	l := lists{fields(firstList), fields(knownList), asked}
	parts, err := slim.Split(small, func(k int) int { return l.part(names[k]) })
	if err != nil {
		return nil, &largeError{err, contents{partNames[firstPart]: small}}
	}
	files := contents{}
	for n, part := range parts {
		files[partNames[n]] = part
	}
	return files, nil
}

// lists say which part a function belongs in.
type lists struct {
	first, known map[string]bool // as first.txt and known.txt have them
	asked        []string
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
	return firstPart // it is new
}

// later reports whether a function is of a package that is asked for: written in
// it, or made for its types, as type:.eq.hopyard/core/quiz.Card is, and
// slices.Index[go.shape.[]hopyard/core/quiz.Card].
func (l lists) later(function string) bool {
	return !initial.MatchString(function) && slices.ContainsFunc(l.asked, func(path string) bool {
		return strings.Contains(function, path+".") || strings.Contains(function, path+"/")
	})
}

// initial matches what runs before main: what a package makes of its variables,
// its init functions, and what is written in these.
var initial = regexp.MustCompile(`^(.*/)?[^./]+\.(map\.)?init(\.\d.*)?$`)

func fields(text string) map[string]bool {
	all := map[string]bool{}
	for field := range strings.FieldsSeq(text) {
		all[field] = true
	}
	return all
}

// listed is a function's name as it stands in the list, without spaces.
func listed(name string) string { return strings.ReplaceAll(outer(name), " ", "") }

// marked makes the page's program note what runs, and lists the names of its functions.
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
