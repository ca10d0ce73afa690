package scenarios

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestClaims checks the table of claims in claims.md. The tests and lessons named
// in the table must exist. Every test that checks a claim of a source must have a
// row, and every source must have a section.
func TestClaims(t *testing.T) {
	table := string(read(t, "claims.md"))
	for _, source := range []string{"S0", "S1", "S2", "S3", "S4"} {
		if !strings.Contains(table, "\n## "+source) {
			t.Errorf("no claim of %s", source)
		}
	}
	tests, claims := testsOf(t, "..")
	quoted := regexp.MustCompile("`([^`]+)`")
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) < 6 || strings.HasPrefix(cells[1], " claim") || strings.HasPrefix(cells[1], "---") {
			continue
		}
		for _, m := range quoted.FindAllStringSubmatch(cells[3], -1) {
			if _, ok := Find(m[1]); !ok && !strings.HasPrefix(m[1], "hopyard ") {
				t.Errorf("%s: no lesson %q", strings.TrimSpace(cells[1]), m[1])
			}
		}
		named := quoted.FindAllStringSubmatch(cells[4], -1)
		if len(named) == 0 {
			t.Errorf("%s: no test", strings.TrimSpace(cells[1]))
		}
		for _, m := range named {
			if !tests[m[1]] {
				t.Errorf("%s: no test %q", strings.TrimSpace(cells[1]), m[1])
			}
			delete(claims, m[1])
		}
	}
	for name := range claims {
		t.Errorf("the test of a claim %s is not in the table", name)
	}
}

// testsOf returns two sets of test names: all tests below a folder, and the tests
// that check a claim of a source.
func testsOf(t *testing.T, root string) (all, claims map[string]bool) {
	all, claims = map[string]bool{}, map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+|Fuzz\w+|Benchmark\w+)\(`)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git"):
			return fs.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		src, err := os.ReadFile(path)
		for _, m := range declared.FindAllStringSubmatch(string(src), -1) {
			all[m[1]] = true
			if strings.HasSuffix(path, "_paper_test.go") {
				claims[m[1]] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all, claims
}
