package lint

import (
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// names matches a list of names in SOURCES.md, followed by the folder that
	// declares them in parentheses.
	names  = regexp.MustCompile("((?:`[^`]+`(?:, | and )?)+) \\(([a-z0-9/]+)\\)")
	quoted = regexp.MustCompile("`([^`]+)`")
	target = regexp.MustCompile(`\]\(([^)#]*)#([^)]+)\)`)
)

// declared returns the names that a file declares: types, functions, variables,
// constants, and methods in the form Type.Method.
func declared(f goFile) (out []string) {
	for _, d := range f.ast.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				out = append(out, d.Name.Name)
			} else {
				out = append(out, receiver(d)+"."+d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					out = append(out, s.Name.Name)
				case *ast.ValueSpec:
					for _, n := range s.Names {
						out = append(out, n.Name)
					}
				}
			}
		}
	}
	return out
}

// TestSourcesNameWhatThereIs checks two things about each section of SOURCES.md:
// the section must state how certain it is, and the code and tests that it names
// must exist in the given folder or its subfolders.
func TestSourcesNameWhatThereIs(t *testing.T) {
	code, tests := map[string]bool{}, map[string]bool{} // keys have the form "folder name"; each name has a key for its folder and for every folder above
	for _, f := range goFiles(t) {
		into := code
		if f.test() {
			into = tests
		}
		for _, name := range declared(f) {
			for dir := path.Dir(f.name); dir != "."; dir = path.Dir(dir) {
				into[dir+" "+name] = true
			}
		}
	}
	for _, s := range strings.Split(read(t, sourcesPage), "\n### ")[1:] {
		s, _, _ = strings.Cut(s, "\n## ")
		title, text, _ := strings.Cut(s, "\n")
		if !section.MatchString(title) {
			t.Errorf("%s: %q does not begin with its number", sourcesPage, title)
		}
		if !strings.Contains(text, "- Sure: ") {
			t.Errorf("%s: %s does not say how sure we are", sourcesPage, title)
		}
		_, where, _ := strings.Cut(strings.Join(strings.Fields(text), " "), "Code: ")
		where, which, ok := strings.Cut(where, "Tests: ")
		if !ok {
			t.Errorf("%s: %s names no code or no tests", sourcesPage, title)
			continue
		}
		for _, part := range []struct {
			text string
			have map[string]bool
		}{{where, code}, {which, tests}} {
			found := 0
			for _, m := range names.FindAllStringSubmatch(part.text, -1) {
				for _, name := range quoted.FindAllStringSubmatch(m[1], -1) {
					found++
					if !part.have[m[2]+" "+name[1]] {
						t.Errorf("%s: %s: no %s in %s", sourcesPage, title, name[1], m[2])
					}
				}
			}
			if n := len(quoted.FindAllString(part.text, -1)); found == 0 || n != found {
				t.Errorf("%s: %s: %d names, and %d with their folder: %s", sourcesPage, title, n, found, part.text)
			}
		}
	}
}

// anchor returns the fragment that a link to a heading contains.
func anchor(heading string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(heading) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r > 127:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// TestLinksOfPagesLead checks that links to a heading refer to a heading that
// exists on the linked page.
func TestLinksOfPagesLead(t *testing.T) {
	for _, name := range slices.Concat(pagesOf(t, ""), pagesOf(t, "core"), pagesOf(t, "scenarios")) {
		for _, m := range target.FindAllStringSubmatch(read(t, name), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			to := name
			if m[1] != "" {
				to = path.Join(path.Dir(name), m[1])
			}
			found := false
			for _, h := range heading.FindAllStringSubmatch(read(t, to), -1) {
				found = found || anchor(h[1]) == m[2]
			}
			if !found {
				t.Errorf("%s: a link to %s leads to no heading of %s", name, m[2], to)
			}
		}
	}
}
