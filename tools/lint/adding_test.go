package lint

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// instruction is what core/ADDING.md has between a paragraph and the code that
// follows it.
var instruction = regexp.MustCompile("(?s)(New file|In) (?:`([^`]+)`|the same file)(?:, after `([^`]+)`)?:\n\n```\\w+\n(.*?)```|```sh\n(.*?)```")

// TestAdding follows core/ADDING.md in a copy of the repository: files and lines
// are put where it says, and its commands run.
func TestAdding(t *testing.T) {
	dir := t.TempDir()
	walk(t, func(name string) {
		to := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, []byte(read(t, name)), 0o666); err != nil {
			t.Fatal(err)
		}
	})
	if err := os.MkdirAll(filepath.Join(dir, "web/dist"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "web/dist/.gitkeep"), nil, 0o666); err != nil { // the page is not made
		t.Fatal(err)
	}
	files, lines, commands := 0, 0, 0
	last := ""
	for _, m := range instruction.FindAllStringSubmatch(read(t, "core/ADDING.md"), -1) {
		name, anchor, code, shell := m[2], m[3], m[4], m[5]
		if m[1] == "In" && name == "" {
			name = last
		}
		last = name
		to := filepath.Join(dir, name)
		switch {
		case shell != "":
			for command := range strings.Lines(shell) {
				commands++
				follow(t, dir, strings.Fields(command))
			}
		case anchor == "":
			files++
			if err := os.WriteFile(to, []byte(code), 0o666); err != nil {
				t.Fatal(err)
			}
		default:
			lines++
			text, err := os.ReadFile(to)
			if err != nil {
				t.Fatal(err)
			}
			at := strings.Index(string(text), anchor)
			if at < 0 || strings.Count(string(text), anchor) > 1 {
				t.Fatalf("core/ADDING.md: %s has %d places %q", name, strings.Count(string(text), anchor), anchor)
			}
			at += strings.IndexByte(string(text[at:]), '\n') + 1
			if err := os.WriteFile(to, []byte(string(text[:at])+code+string(text[at:])), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if files < 5 || lines < 7 || commands < 10 {
		t.Errorf("core/ADDING.md has %d files, %d lines and %d commands: not what it says", files, lines, commands)
	}
	if out, err := exec.Command("gofmt", "-l", filepath.Join(dir, "core"), filepath.Join(dir, "scenarios")).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("gofmt: %s %v", out, err)
	}
}

// follow runs a command in a copy of the repository.
func follow(t *testing.T, dir string, words []string) {
	t.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-trimpath")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", strings.Join(words, " "), err, out)
	}
}
