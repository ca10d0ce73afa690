package deploy

import (
	"fmt"
	goversion "go/version"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is the root of the repository, relative to this package.
const root = "../.."

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// command runs a command and returns its output.
func command(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestVersions checks that the base images have the versions that the repository
// requires.
func TestVersions(t *testing.T) {
	file := read(t, "Containerfile")
	version := func(pattern, text string) string {
		m := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("nothing matches %s", pattern)
		}
		return m[1]
	}
	language := "go" + version(`(?m)^go (\S+)$`, read(t, filepath.Join(root, "go.mod")))
	if image := "go" + version(`FROM golang:([0-9.]+)`, file); goversion.Lang(image) != goversion.Lang(language) || goversion.Compare(image, language) < 0 {
		t.Errorf("the image has %s, go.mod asks for %s", image, language)
	}
	node := version(`FROM node:(\d+\.\d+\.\d+)-`, file)
	if asked, err := os.ReadFile(filepath.Join(root, ".nvmrc")); err == nil {
		if want := strings.TrimPrefix(strings.TrimSpace(string(asked)), "v"); node != want && !strings.HasPrefix(node, want+".") {
			t.Errorf("the image has Node %s, .nvmrc asks for %s", node, want)
		}
	}
	for line := range strings.Lines(file) {
		if strings.HasPrefix(line, "FROM ") && !regexp.MustCompile(`^FROM (scratch|\S+:\d+\.\d+\.\d+-\S+ AS \S+)\n$`).MatchString(line) {
			t.Errorf("not an exact version: %s", line)
		}
	}
}

// TestCopiedFilesExist checks that every file that the Containerfile copies exists
// and is part of the build context.
func TestCopiedFilesExist(t *testing.T) {
	ignored := strings.Fields(read(t, filepath.Join(root, ".dockerignore")))
	copied := 0
	for line := range strings.Lines(read(t, "Containerfile")) {
		words := strings.Fields(line)
		if len(words) < 3 || words[0] != "COPY" || strings.HasPrefix(words[1], "--") {
			continue
		}
		for _, name := range words[1 : len(words)-1] {
			copied++
			if _, err := os.Stat(filepath.Join(root, name)); err != nil {
				t.Error(err)
			}
			if slices.Contains(ignored, name) {
				t.Errorf("%s is copied, and left out by .dockerignore", name)
			}
		}
	}
	if copied < 5 {
		t.Errorf("only %d files are copied", copied)
	}
	compose := read(t, "compose.yaml")
	if !strings.Contains(compose, "context: ../..\n") || !strings.Contains(compose, "dockerfile: web/deploy/Containerfile\n") {
		t.Error("compose.yaml does not name this Containerfile")
	}
}

// TestUnit checks that systemd accepts the unit file and rates the service as well
// confined.
func TestUnit(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("systemd-analyze is not here")
	}
	var version int
	if _, err := fmt.Sscanf(command(t, "systemd-analyze", "--version"), "systemd %d", &version); err != nil || version < 250 {
		t.Skipf("systemd-analyze %d cannot judge a unit that is not installed: 250 can (%v)", version, err)
	}
	binary, err := os.Executable() // the name of any existing program, because verify checks that the program of the unit exists
	if err != nil {
		t.Fatal(err)
	}
	unit := filepath.Join(t.TempDir(), "hopyard.service")
	text := strings.Replace(read(t, "hopyard.service"), "/usr/local/bin/hopyard-serve", binary, 1)
	if err := os.WriteFile(unit, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out := command(t, "systemd-analyze", "verify", "--man=no", unit); strings.Contains(out, "hopyard") {
		t.Errorf("systemd-analyze verify: %s", out)
	}
	// systemd rates the exposure of a service from 0 to 10. The threshold is given
	// as ten times that number.
	command(t, "systemd-analyze", "security", "--offline=true", "--threshold=15", unit)
}
