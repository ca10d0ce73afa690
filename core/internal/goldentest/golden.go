// Package goldentest runs tests that read like a story: text files of cases with
// prose between them. A case is a block of lines, a line of four hyphens, and the
// output that the test must produce for the block, up to an empty line:
//
//	# prose
//	jobs: …
//	run easy first-fit
//	----
//	0 job 1 starts …
//
// `go test ./… -args -rewrite` (or HOPYARD_REWRITE=1 under js/wasm) replaces the
// expected output in the file by the actual one.
package goldentest

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var rewrite = flag.Bool("rewrite", false, "write what the tests print into their golden files")

// Run runs every case of a file. answer returns the output for the lines of a case.
// Lines that begin with # and empty lines between cases are prose.
func Run(t *testing.T, path string, answer func(t *testing.T, input string) string) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	lines := strings.Split(strings.TrimRight(string(src), "\n"), "\n")
	for i := 0; i < len(lines); {
		if lines[i] == "" || strings.HasPrefix(lines[i], "#") {
			out.WriteString(lines[i] + "\n")
			i++
			continue
		}
		var input, want strings.Builder
		first := i + 1
		for ; i < len(lines) && lines[i] != "----"; i++ {
			input.WriteString(lines[i] + "\n")
		}
		for i++; i < len(lines) && lines[i] != ""; i++ {
			want.WriteString(lines[i] + "\n")
		}
		got := answer(t, input.String())
		out.WriteString(input.String() + "----\n" + got)
		if got != want.String() && !rewriting() {
			t.Errorf("%s:%d: the case\n%sprints\n%snot\n%s", path, first, input.String(), got, want.String())
		}
	}
	if rewriting() {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func rewriting() bool { return *rewrite || os.Getenv("HOPYARD_REWRITE") != "" }

// Edit returns a text with the changes of a case. Each line of the case is a change
// "old ⇒ new" of the first occurrence of old; ⏎ stands for the end of a line.
func Edit(t *testing.T, text, changes string) string {
	t.Helper()
	for line := range strings.Lines(changes) {
		old, changed, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ⇒")
		old, changed = strings.ReplaceAll(old, "⏎", "\n"), strings.ReplaceAll(strings.TrimPrefix(changed, " "), "⏎", "\n")
		if !ok || !strings.Contains(text, old) {
			t.Errorf("the change %q does not apply", line)
		}
		text = strings.Replace(text, old, changed, 1)
	}
	return text
}
