package slim

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// inParts runs a program in two parts, as the page does it. It gets the paths of
// the parts, and of the scripts; when the rest comes: "before" the program runs,
// when it is "needed", or "while" it runs. At the end it tells how often the rest
// was needed.
const inParts = `
import fs from 'node:fs'
import path from 'node:path'
import {parts} from './parts.mjs'
globalThis.fs = fs
globalThis.path = path
const [first, rest, when, glue] = process.argv.slice(2)
await import(glue)
const go = new Go()
go.argv = ['x']
go.env = {GOGC: process.env.GOGC}
go.exit = code => { process.exitCode = code }
const compiled = file => new WebAssembly.Module(fs.readFileSync(file))
let needed = 0
const program = await parts(compiled(first), go.importObject, () => { needed++; return compiled(rest) })
if (when === 'before') program.add(compiled(rest))
if (when === 'while') setTimeout(() => program.add(compiled(rest)), 3)
await go.run(program.instance)
fs.writeSync(2, String(needed))
process.exit() // a timer may be left
`

// TestSplit: a program in two parts does what it did, whatever is in which, and
// whenever the rest comes.
func TestSplit(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node: nothing was run")
	}
	program := linked(t)
	want := runWhole(t, node, program)
	names, err := Names(program)
	if err != nil {
		t.Fatal(err)
	}
	small, err := Program(program)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name string, content []byte) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, content, 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	script, err := os.ReadFile("../../../static/js/parts.js")
	if err != nil {
		t.Fatal(err)
	}
	write("parts.mjs", script)
	runner := write("run.mjs", []byte(inParts))
	for name, first := range map[string]func(k int) bool{
		"as little as can be first": func(int) bool { return false },
		"every other":               func(k int) bool { return k%2 == 0 },
		"runtime first":             func(k int) bool { return strings.HasPrefix(names[k], "runtime.") },
		"runtime last":              func(k int) bool { return !strings.HasPrefix(names[k], "runtime.") },
	} {
		before, after, err := Split(small, first)
		if err != nil {
			t.Fatal(err)
		}
		files := []string{write("first.wasm", before), write("rest.wasm", after)}
		for when, loads := range map[string]string{"before": "0", "needed": "1", "while": "1"} {
			cmd := exec.Command(node, "--stack-size=8192", runner, files[0], files[1], when, glue(t, "wasm_exec.js"))
			cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "GOGC=1"}
			var stderr strings.Builder
			cmd.Stderr = &stderr
			got, err := cmd.Output()
			if err != nil || string(got) != want {
				t.Errorf("%s, %s: it prints\n%s%s (%v) not\n%s", name, when, got, stderr.String(), err, want)
			}
			if stderr.String() != loads {
				t.Errorf("%s, %s: the rest was needed %s times, not %s", name, when, stderr.String(), loads)
			}
		}
	}
}

// TestSplitOther: what the Go linker did not write is refused.
func TestSplitOther(t *testing.T) {
	for _, b := range [][]byte{nil, []byte("\x00asm\x01\x00\x00\x00")} {
		if _, _, err := Split(b, func(int) bool { return true }); err == nil {
			t.Errorf("%x is split", b)
		}
		if _, err := Mark(b); err == nil {
			t.Errorf("%x is marked", b)
		}
	}
}
