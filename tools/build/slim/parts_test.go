package slim

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// inParts is a script that runs a program in parts as the page does. Its arguments
// are the path of Go's script wasm_exec.js; the mode of instantiation; the argument
// of the program, or an empty one; and the paths of the parts. The mode determines
// when the parts after the first are instantiated: "before" the program runs; when
// they are "needed"; "while" the program runs, beginning with the last part; or,
// with "the last", the last part before the program runs and the others when they
// are needed. At the end the script reports the numbers of the parts that were
// needed.
const inParts = `
import fs from 'node:fs'
import path from 'node:path'
import {parts} from './parts.mjs'
globalThis.fs = fs
globalThis.path = path
const [glue, when, argument, ...files] = process.argv.slice(2)
await import(glue)
const go = new Go()
go.argv = argument ? ['x', argument] : ['x']
go.env = {GOGC: process.env.GOGC}
go.exit = code => { process.exitCode = code }
const compiled = n => new WebAssembly.Module(fs.readFileSync(files[n]))
const needed = [], last = files.length - 1
const program = await parts(compiled(0), go.importObject, n => { needed.push(n); return compiled(n) })
for (let n = last; n > 0; n--) {
  if (when === 'before' || when === 'the last' && n === last) program.add(n, compiled(n))
  if (when === 'while') setTimeout(() => program.add(n, compiled(n)), 3 + last - n)
}
await go.run(program.instance)
fs.writeSync(2, needed.join(' '))
process.exit() // a timer may be left
`

// splitter splits the exercise program and runs its parts.
type splitter struct {
	t     *testing.T
	dir   string
	glue  string
	whole []byte // the program as linked
	names []string
	want  string // expected output of the program
}

func newSplitter(t *testing.T) *splitter {
	t.Helper()
	needNode(t)
	s := &splitter{t: t, dir: t.TempDir(), whole: must(t, linkOnce), want: must(t, runOnce)}
	var err error
	if s.names, err = Names(s.whole); err != nil {
		t.Fatal(err)
	}
	if s.glue, err = glue("wasm_exec.js"); err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("parts.js")
	if err != nil {
		t.Fatal(err)
	}
	s.write("parts.mjs", script)
	s.write("run.mjs", []byte(inParts))
	return s
}

func (s *splitter) write(name string, content []byte) (file string) {
	s.t.Helper()
	file = filepath.Join(s.dir, name)
	if err := os.WriteFile(file, content, 0o644); err != nil {
		s.t.Fatal(err)
	}
	return file
}

// cut splits the program and returns the paths of the files of its parts.
func (s *splitter) cut(part func(function int) int) (files []string) {
	s.t.Helper()
	parts, err := Split(s.whole, part)
	if err != nil {
		s.t.Fatal(err)
	}
	for n, content := range parts {
		files = append(files, s.write(fmt.Sprintf("%d.wasm", n), content))
	}
	return files
}

// run runs the program in parts and returns its output and the numbers of the parts
// that were needed. The first parameter is the mode of instantiation (inParts).
func (s *splitter) run(when, argument string, files []string) (printed, needed string) {
	s.t.Helper()
	args := slices.Concat(nodeFlags, []string{filepath.Join(s.dir, "run.mjs"), s.glue, when, argument}, files)
	cmd := exec.Command("node", args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "GOGC=1"}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		s.t.Errorf("%s: %v\n%s", when, err, stderr.String())
	}
	return string(out), stderr.String()
}

// TestSplit checks that a program in parts behaves as before, for various
// distributions of its functions and for all modes of instantiation. By default
// each distribution is run with only some of the modes, in rotation. With
// SLIM_LONG=1 in the environment it is run with all modes.
func TestSplit(t *testing.T) {
	s := newSplitter(t)
	runtime := func(k int) bool { return strings.HasPrefix(s.names[k], "runtime.") }
	type cut struct {
		name string
		part func(k int) int
	}
	cuts := []cut{
		{"as little as can be first", func(int) int { return 1 }},
		{"every other", func(k int) int { return k % 2 }},
		{"runtime first", func(k int) int { return number(!runtime(k)) }},
		{"runtime last", func(k int) int { return number(runtime(k)) }},
		{"every third", func(k int) int { return k % 3 }},
		{"runtime third", func(k int) int { return 1 + number(runtime(k)) }},
		{"runtime second", func(k int) int { return 2 - number(runtime(k)) }},
	}
	for seed := range uint64(3) {
		random := rand.New(rand.NewPCG(seed, 0))
		likely := []int{0, 1, 2, random.IntN(3), random.IntN(3), random.IntN(3)} // one of the six entries is drawn for each function
		cuts = append(cuts, cut{fmt.Sprint("random ", seed), func(int) int { return likely[random.IntN(len(likely))] }})
	}
	type way struct{ when, needed string }
	for i, c := range cuts {
		files := s.cut(c.part)
		ways := []way{{"before", ""}, {"needed", "1"}, {"while", "1"}}
		if len(files) == 3 {
			ways = []way{{"before", ""}, {"needed", "1 2"}, {"while", "1 2"}, {"the last", "1"}}
		}
		for j, w := range ways {
			if os.Getenv("SLIM_LONG") == "" && (i-j)%len(ways) != 0 {
				continue
			}
			printed, needed := s.run(w.when, "", files)
			if printed != s.want {
				t.Errorf("%s, %s: it prints\n%s not\n%s", c.name, w.when, printed, s.want)
			}
			if needed != w.needed {
				t.Errorf("%s, %s: needed was %q, not %q", c.name, w.when, needed, w.needed)
			}
		}
	}
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestSplitUnasked checks that a part is requested when one of its functions is
// called, and not otherwise. It also checks that no part is made if all functions
// are in the first part.
func TestSplitUnasked(t *testing.T) {
	s := newSplitter(t)
	files := s.cut(func(k int) int { return k%2 + number(s.names[k] == "main.unasked")*(2-k%2) })
	if len(files) != 3 {
		t.Fatalf("%d parts, want 3", len(files))
	}
	if printed, needed := s.run("needed", "", files); printed != s.want || needed != "1" {
		t.Errorf("needed was %q, not the second part; it prints\n%s", needed, printed)
	}
	printed, needed := s.run("needed", "x", files)
	if !strings.Contains(printed, "asked asked") || needed != "1 2" {
		t.Errorf("needed was %q, not both parts; it prints\n%s", needed, printed)
	}
	if files := s.cut(func(int) int { return 0 }); len(files) != 1 {
		t.Errorf("%d parts, though all is in the first", len(files))
	}
}

// TestSplitGoroutine checks that the garbage collector may run while a goroutine has
// not begun whose function is in a part that has not been instantiated.
func TestSplitGoroutine(t *testing.T) {
	s := newSplitter(t)
	files := s.cut(func(k int) int { return number(s.names[k] == "main.begin") })
	if printed, needed := s.run("needed", "", files); printed != s.want || needed != "1" {
		t.Errorf("needed was %q, not the second part; it prints\n%s", needed, printed)
	}
}

// TestSplitStrings checks that a string that only another part uses is in that part,
// and that a string is in the first part if it or a part of it is used there. A few
// bytes at its ends may be elsewhere.
func TestSplitStrings(t *testing.T) {
	s := newSplitter(t)
	for _, c := range []struct{ function, text, in string }{
		{"main.unasked", "nobody else says", "1"},
		{"main.inside", "that two functions use", "0"},
		{"main.main", "that two functions use", "0"},
	} {
		in := ""
		for n, file := range s.cut(func(k int) int { return number(s.names[k] == c.function) }) {
			if content, err := os.ReadFile(file); err != nil || bytes.Contains(content, []byte(c.text)) {
				in += fmt.Sprint(n)
			}
		}
		if in != c.in {
			t.Errorf("with %s in part 1, %q is in part %s, want %s", c.function, c.text, in, c.in)
		}
	}
}

// TestSplitOther checks that Split and Mark return an error for programs that the
// Go linker did not write.
func TestSplitOther(t *testing.T) {
	for _, b := range [][]byte{nil, []byte("\x00asm\x01\x00\x00\x00")} {
		if _, err := Split(b, func(int) int { return 0 }); err == nil {
			t.Errorf("%x is split", b)
		}
		if _, err := Mark(b); err == nil {
			t.Errorf("%x is marked", b)
		}
	}
}
