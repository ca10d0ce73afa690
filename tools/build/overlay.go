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
}

var cuts = []cut{
	// There is no GODEBUG in a browser.
	{"internal/godebug/godebug.go", "func init() {", ""},
	{"internal/godebug/godebug.go", "func (s *Setting) Value() string {", `""`},
	{"internal/godebug/godebug.go", "func (s *Setting) IncNonDefault() {", ""},
	{"runtime/mcheckmark.go", "func checkFinalizersAndCleanups() {", ""},
	{"runtime/mgcmark_greenteagc.go", "func dumpScanStats() {", ""},
	{"runtime/proc.go", "func schedtrace(detailed bool) {", ""},
	// Nobody imports runtime/trace.
	{"runtime/traceruntime.go", "func traceEnabled() bool {", "false"},
	{"runtime/traceruntime.go", "func traceAllocFreeEnabled() bool {", "false"},
	{"runtime/traceruntime.go", "func traceShuttingDown() bool {", "false"},
	{"runtime/traceruntime.go", "func (tl traceLocker) ok() bool {", "false"},
	// There is one module, so no types that are there twice.
	{"runtime/type.go", "func typelinksinit() {", ""},
	// Stack traces have no names, and so say nothing of arguments.
	{"runtime/traceback.go", "func printArgs(f funcInfo, argp unsafe.Pointer, pc uintptr) {", ""},
	{"runtime/mgcmark.go", "func gcDumpObject(label string, obj, off uintptr) {", ""},
	// Sorting is linked once for each type. Without what makes it quick where a
	// list is nearly sorted it sorts all the same: heapsort is there for the worst.
	{"slices/zsortanyfunc.go", "func partialInsertionSortCmpFunc[E any](data []E, a, b int, cmp func(a, b E) int) bool {", "false"},
	{"slices/zsortanyfunc.go", "func breakPatternsCmpFunc[E any](data []E, a, b int, cmp func(a, b E) int) {", ""},
	{"slices/zsortanyfunc.go", "func reverseRangeCmpFunc[E any](data []E, a, b int, cmp func(a, b E) int) {", ""},
	{"slices/zsortanyfunc.go", "func choosePivotCmpFunc[E any](data []E, a, b int, cmp func(a, b E) int) (pivot int, hint sortedHint) {", "a + (b-a)/2, unknownHint"},
	{"slices/zsortordered.go", "func partialInsertionSortOrdered[E cmp.Ordered](data []E, a, b int) bool {", "false"},
	{"slices/zsortordered.go", "func breakPatternsOrdered[E cmp.Ordered](data []E, a, b int) {", ""},
	{"slices/zsortordered.go", "func reverseRangeOrdered[E cmp.Ordered](data []E, a, b int) {", ""},
	{"slices/zsortordered.go", "func choosePivotOrdered[E cmp.Ordered](data []E, a, b int) (pivot int, hint sortedHint) {", "a + (b-a)/2, unknownHint"},
}

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
		short := strings.Replace(string(text), header, "\n"+c.header+" return "+c.result+"\n", 1)
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
