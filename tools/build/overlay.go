package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// cut makes a function of Go's library return at once, for good: what only it
// needs is then not linked. None of these does anything in a browser's program,
// but the linker cannot know that.
type cut struct {
	file   string // in GOROOT/src
	header string // the line that begins the function
	result string // what it returns
	first  string // what it does before, on one line; ends with a semicolon
}

// text is the function's first line as it becomes.
func (c *cut) text() string { return "\n" + c.header + " " + c.first + "return " + c.result + "\n" }

var cuts = []cut{
	// There is no GODEBUG in a browser.
	{"internal/godebug/godebug.go", "func init() {", "", ""},
	{"internal/godebug/godebug.go", "func (s *Setting) Value() string {", `""`, ""},
	{"internal/godebug/godebug.go", "func (s *Setting) IncNonDefault() {", "", ""},
	{"runtime/mcheckmark.go", "func checkFinalizersAndCleanups() {", "", ""},
	{"runtime/mgcmark_greenteagc.go", "func dumpScanStats() {", "", ""},
	{"runtime/proc.go", "func schedtrace(detailed bool) {", "", ""},
	// Nobody imports runtime/trace.
	{"runtime/traceruntime.go", "func traceEnabled() bool {", "false", ""},
	{"runtime/traceruntime.go", "func traceAllocFreeEnabled() bool {", "false", ""},
	{"runtime/traceruntime.go", "func traceShuttingDown() bool {", "false", ""},
	{"runtime/traceruntime.go", "func (tl traceLocker) ok() bool {", "false", ""},
	// There is one module, so no types that are there twice.
	{"runtime/type.go", "func typelinksinit() {", "", ""},
	// Stack traces have no names, and so say nothing of arguments.
	{"runtime/traceback.go", "func printArgs(f funcInfo, argp unsafe.Pointer, pc uintptr) {", "", ""},
	{"runtime/mgcmark.go", "func gcDumpObject(label string, obj, off uintptr) {", "", ""},
	// Checks of what the compiler and the linker have made, and profiles that
	// nobody takes.
	{"runtime/symtab.go", "func moduledataverify1(datap *moduledata) {", "", ""},
	{"runtime/runtime1.go", "func check() {", "", ""},
	{"runtime/runtime1.go", "func parsegodebug(godebug string, seen map[string]bool) {", "", ""},
	{"runtime/mgcsweep.go", "func (s *mspan) reportZombies() {", "", `throw("found pointer to free object"); `},
	{"runtime/mprof.go", "func mProf_Malloc(mp *m, p unsafe.Pointer, size uintptr) {", "", ""},
	{"runtime/mprof.go", "func mProf_Free(b *bucket, size uintptr) {", "", ""},
	{"runtime/mprof.go", "func saveblockevent(cycles, rate int64, skip int, which bucketType) {", "", ""},
	// Links are packed as tightly as it goes.
	{"compress/flate/deflate.go", "func (d *compressor) encSpeed() {", "", ""},
	{"compress/flate/deflate.go", "func (d *compressor) storeHuff() {", "", ""},
	// Sorting is linked once for each type. Without what makes it quick where a
	// list is nearly sorted it sorts all the same: heapsort is there for the worst.
	{"slices/zsortanyfunc.go", "func partialInsertionSortCmpFunc[E any](data []E, a, b int, cmp func(a, b E) int) bool {", "false", ""},
	{"slices/zsortanyfunc.go", "func breakPatternsCmpFunc[E any](data []E, a, b int, cmp func(a, b E) int) {", "", ""},
	{"slices/zsortanyfunc.go", "func reverseRangeCmpFunc[E any](data []E, a, b int, cmp func(a, b E) int) {", "", ""},
	{"slices/zsortanyfunc.go", "func choosePivotCmpFunc[E any](data []E, a, b int, cmp func(a, b E) int) (pivot int, hint sortedHint) {", "a + (b-a)/2, unknownHint", ""},
	{"slices/zsortordered.go", "func partialInsertionSortOrdered[E cmp.Ordered](data []E, a, b int) bool {", "false", ""},
	{"slices/zsortordered.go", "func breakPatternsOrdered[E cmp.Ordered](data []E, a, b int) {", "", ""},
	{"slices/zsortordered.go", "func reverseRangeOrdered[E cmp.Ordered](data []E, a, b int) {", "", ""},
	{"slices/zsortordered.go", "func choosePivotOrdered[E cmp.Ordered](data []E, a, b int) (pivot int, hint sortedHint) {", "a + (b-a)/2, unknownHint", ""},
	// A stable sort by merging needs room for as much again, and a tenth of the
	// instructions.
	{"slices/zsortanyfunc.go", "func stableCmpFunc[E any](data []E, n int, cmp func(a, b E) int) {", "", merges},
	// Insert for arguments that do not lie within what they are inserted into.
	{"slices/slices.go", "func Insert[S ~[]E, E any](s S, i int, v ...E) S {", "s", `{ n := len(s); s = append(s, v...); copy(s[i+len(v):], s[i:n]); copy(s[i:], v) }; `},
}

// merges sorts data, stably.
const merges = `{ from, to := data[:n], make([]E, n); ` +
	`for w := 1; w < n; w *= 2 { for a := 0; a < n; a += 2 * w { ` +
	`i, m := a, min(a+w, n); j, end := m, min(a+2*w, n); ` +
	`for k := a; k < end; k++ { if j == end || i < m && cmp(from[j], from[i]) >= 0 { to[k] = from[i]; i++ } else { to[k] = from[j]; j++ } } ` +
	`}; from, to = to, from }; copy(data, from) }; `

// overlay writes the files that are cut into dir, and what -overlay of the go
// command reads. A function that is not there (another version of Go) stays as
// it is: the program is larger, not wrong.
func overlay(goroot, dir string) (string, error) {
	replaced := map[string]string{}
	for _, c := range cuts {
		source := filepath.Join(goroot, "src", filepath.FromSlash(c.file))
		from := source
		if copied, ok := replaced[source]; ok {
			from = copied
		}
		header := "\n" + c.header + "\n"
		text, err := os.ReadFile(from)
		if err != nil || strings.Count(string(text), header) != 1 {
			fmt.Fprintf(os.Stderr, "build: %s: %q is not there once, and stays\n", c.file, c.header)
			continue
		}
		to := filepath.Join(dir, strings.ReplaceAll(c.file, "/", "-"))
		// In the same line, so that all others keep their numbers.
		short := strings.Replace(string(text), header, c.text(), 1)
		if err := os.WriteFile(to, []byte(short), 0o644); err != nil {
			return "", err
		}
		replaced[source] = to
	}
	list, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, list, 0o644)
}
