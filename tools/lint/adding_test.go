package lint

import (
	"encoding/json"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// instruction matches a step in core/ADDING.md. A step is either a line that names
// a file, followed by a block of code, or a block of shell commands.
var instruction = regexp.MustCompile("(?s)(New file|In) (?:`([^`]+)`|the same file)(?:, after `([^`]+)`)?:\n\n```\\w+\n(.*?)```|```sh\n(.*?)```")

// TestAdding follows the instructions in core/ADDING.md: it adds the files and
// lines and runs the commands. The go command sees the changes through an overlay,
// so that the repository stays unchanged. Packages that the changes do not affect
// are compiled only once for this and all other tests.
func TestAdding(t *testing.T) {
	a := adding{t: t, dir: t.TempDir(), replaced: map[string]string{}}
	files, lines, last := 0, 0, ""
	var commands []string
	for _, m := range instruction.FindAllStringSubmatch(read(t, "core/ADDING.md"), -1) {
		name, anchor, code, shell := m[2], m[3], m[4], m[5]
		if m[1] == "In" && name == "" {
			name = last
		}
		last = name
		switch {
		case shell != "":
			commands = slices.AppendSeq(commands, strings.Lines(shell))
		case anchor == "":
			files++
			a.write(name, code)
		default:
			lines++
			text := a.read(name)
			at := strings.Index(text, anchor)
			if at < 0 || strings.Count(text, anchor) > 1 {
				t.Fatalf("core/ADDING.md: %s has %d places %q", name, strings.Count(text, anchor), anchor)
			}
			at += strings.IndexByte(text[at:], '\n') + 1
			text = text[:at] + code + text[at:]
			if formatted, err := format.Source([]byte(text)); err == nil && strings.HasSuffix(name, ".go") {
				text = string(formatted) // a neighbouring line that was added before may have to be aligned with this one
			}
			a.write(name, text)
		}
	}
	if files < 5 || lines < 7 || len(commands) < 10 {
		t.Errorf("core/ADDING.md has %d files, %d lines and %d commands: not what it says", files, lines, len(commands))
	}
	for _, command := range commands {
		a.follow(strings.Fields(command))
	}
}

// adding is the repository as changed by the instructions in core/ADDING.md.
type adding struct {
	t        *testing.T
	dir      string            // folder that holds the changed files
	replaced map[string]string // path of the changed file, by its path from the root of the repository
}

func (a *adding) read(name string) string {
	if path, ok := a.replaced[name]; ok {
		text, err := os.ReadFile(path)
		if err != nil {
			a.t.Fatal(err)
		}
		return string(text)
	}
	return read(a.t, name)
}

// write sets the content of a file in the changed repository, and checks that it is
// formatted.
func (a *adding) write(name, text string) {
	a.t.Helper()
	if strings.HasSuffix(name, ".go") {
		if formatted, err := format.Source([]byte(text)); err != nil || string(formatted) != text {
			a.t.Errorf("%s as core/ADDING.md changes it is not formatted: %v", name, err)
		}
	}
	path := filepath.Join(a.dir, strings.ReplaceAll(name, "/", "-"))
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		a.t.Fatal(err)
	}
	a.replaced[name] = path
}

// follow runs a go command in the changed repository. The parameter words holds the
// words of the command line.
func (a *adding) follow(words []string) {
	a.t.Helper()
	top, err := filepath.Abs(root)
	if err != nil {
		a.t.Fatal(err)
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for name, path := range a.replaced {
		overlay.Replace[filepath.Join(top, name)] = path
	}
	raw, err := json.Marshal(overlay)
	if err != nil {
		a.t.Fatal(err)
	}
	file := filepath.Join(a.dir, "overlay.json")
	if err := os.WriteFile(file, raw, 0o666); err != nil {
		a.t.Fatal(err)
	}
	if len(words) < 3 || words[0] != "go" {
		a.t.Fatalf("core/ADDING.md: %q is no command of the go tool", words)
	}
	args := append([]string{words[1], "-overlay=" + file, "-pgo=off"}, words[2:]...)
	if words[1] == "test" {
		args = slices.Insert(args, 1, "-vet=off") // TestVet runs the checks of vet
	}
	for i, arg := range args {
		if path, ok := a.replaced[arg]; ok { // programs that read files do not see the overlay
			args[i] = path
		}
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = top
	if out, err := cmd.CombinedOutput(); err != nil {
		a.t.Errorf("%s: %v\n%s", strings.Join(words, " "), err, out)
	}
}
