package lint

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Names of two pages: the page that lists the sources of rules, and the first of
// the pages that describe scenarios.
const (
	sourcesPage = "core/SOURCES.md"
	formatPage  = "scenarios/README.md"
)

var (
	heading = regexp.MustCompile(`(?m)^#{1,4} (.+)$`)
	section = regexp.MustCompile(`^([A-Z][A-Z0-9]*\.\d+) `)
	group   = regexp.MustCompile(`^([A-Z][A-Z0-9]*(?:, [A-Z][A-Z0-9]*)*): `)

	// cited matches a citation. A citation names either SOURCES.md and section
	// numbers, or a page of scenarios and a heading in quotes.
	cited   = regexp.MustCompile(`SOURCES\.md((?:(?:,| and| to)?\s+[A-Z][A-Z0-9]*\d?(?:\.\d+)?\b)+)|scenarios/\w+\.md,\s+"([^"]+)"`)
	mention = regexp.MustCompile(`SOURCES\.md|scenarios/\w+\.md,\s+"`)
	anID    = regexp.MustCompile(`[A-Z][A-Z0-9]*(?:\.\d+)?`)
	ofWhat  = regexp.MustCompile(`\bSource:`)
	page    = regexp.MustCompile(`[\w./-]*\w\.md\b`)
)

// places holds the sections that may be cited.
type places struct {
	sections map[string]bool // sections of SOURCES.md such as S3.4, and their groups such as S3
	headings map[string]bool // headings in scenarios/*.md
}

func newPlaces(sources, format string) places {
	p := places{map[string]bool{}, map[string]bool{}}
	for _, m := range heading.FindAllStringSubmatch(sources, -1) {
		if id := section.FindStringSubmatch(m[1]); id != nil {
			p.sections[id[1]] = true
		}
		if g := group.FindStringSubmatch(m[1]); g != nil {
			for id := range strings.SplitSeq(g[1], ", ") {
				p.sections[id] = true
			}
		}
	}
	for _, m := range heading.FindAllStringSubmatch(format, -1) {
		p.headings[m[1]] = true
	}
	return p
}

// formatPages returns the concatenated contents of all pages that describe
// scenarios.
func formatPages(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, name := range pagesOf(t, "scenarios") {
		all.WriteString(read(t, name))
	}
	return all.String()
}

// pagesOf returns the names of the Markdown pages in a folder.
func pagesOf(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(root, folder))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if path.Ext(e.Name()) == ".md" {
			names = append(names, path.Join(folder, e.Name()))
		}
	}
	return names
}

// near returns the sections that belong to the same group as id, as suggestions for
// an error message. If there is no such group, it returns all groups.
func (p places) near(id string) string {
	start, _, _ := strings.Cut(id, ".")
	var same, groups []string
	for s := range p.sections {
		g, _, sub := strings.Cut(s, ".")
		if sub && g == start {
			same = append(same, s)
		}
		if !sub {
			groups = append(groups, s)
		}
	}
	if len(same) == 0 {
		same = groups
	}
	slices.SortFunc(same, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	return strings.Join(same, ", ")
}

// faults returns the faults in the citations of a text, each with its position in
// the text. If the last parameter is true, a text is also faulty if it contains no
// citation or names a page without a section.
func (p places) faults(text string, must bool) (at []int, what []string) {
	fault := func(i int, format string, args ...any) {
		at, what = append(at, i), append(what, fmt.Sprintf(format, args...))
	}
	all := cited.FindAllStringSubmatchIndex(text, -1)
	for _, m := range all {
		if m[2] < 0 {
			if name := strings.Join(strings.Fields(text[m[4]:m[5]]), " "); !p.headings[name] {
				fault(m[0], "cites %s, %q, which has no such heading", formatPage, name)
			}
			continue
		}
		for _, id := range anID.FindAllString(text[m[2]:m[3]], -1) {
			if !p.sections[id] {
				fault(m[0], "cites SOURCES.md %s, which is not there; near it: %s", id, p.near(id))
			}
		}
	}
	for _, m := range mention.FindAllStringIndex(text, -1) {
		if must && !slices.ContainsFunc(all, func(c []int) bool { return c[0] == m[0] }) {
			fault(m[0], "cites %s without a section", text[m[0]:m[1]])
		}
	}
	if must && len(all) == 0 {
		fault(0, `names no section: say "Source: SOURCES.md S3.4", or %s, "Figures"`, formatPage)
	}
	return at, what
}

// plain returns the text of a comment with its line breaks but without comment
// markers.
func plain(c *ast.CommentGroup) string {
	var lines []string
	for _, x := range c.List {
		lines = append(lines, strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(x.Text, "//"), "/*"), "*/"))
	}
	return strings.Join(lines, "\n")
}

// TestSourcesAreInTheClone checks citations in comments and in the tables of
// core/scenario: the sections that they cite must exist in pages of the repository.
func TestSourcesAreInTheClone(t *testing.T) {
	p := newPlaces(read(t, sourcesPage), formatPages(t))
	for _, f := range goFiles(t) {
		if f.ast.Name.Name == "lint" {
			continue // skips this package, because it contains faulty citations as examples
		}
		for _, c := range f.ast.Comments {
			text := plain(c)
			at, what := p.faults(text, false)
			for _, m := range ofWhat.FindAllStringIndex(text, -1) {
				rest := text[m[1]:]
				if i := strings.Index(rest, "\n\n"); i >= 0 {
					rest = rest[:i]
				}
				if _, missing := p.faults(rest, true); len(missing) > 0 {
					at, what = append(at, m[0]), append(what, missing...)
				}
			}
			for i := range at {
				t.Errorf("%s:%d: %s", f.name, f.line(c.Pos())+strings.Count(text[:at[i]], "\n"), what[i])
			}
		}
		for pos, text := range sourceFields(f) {
			if _, what := p.faults(text, true); len(what) > 0 {
				t.Errorf("%s:%d: Source: %q %s", f.name, f.line(pos), text, strings.Join(what, "; "))
			}
		}
	}
}

// sourceFields returns the texts of the fields named Source in core/scenario, by
// their position.
func sourceFields(f goFile) map[token.Pos]string {
	out := map[token.Pos]string{}
	if path.Dir(f.name) != "core/scenario" || f.test() {
		return out
	}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			key, isName := kv.Key.(*ast.Ident)
			value, isText := kv.Value.(*ast.BasicLit)
			if isName && isText && key.Name == "Source" && value.Kind == token.STRING {
				out[kv.Pos()], _ = strconv.Unquote(value.Value)
			}
		}
		return true
	})
	return out
}

// TestPagesAreInTheClone checks that every Markdown page that a comment or text
// file names is in the repository, and that every section that a text file cites
// exists.
func TestPagesAreInTheClone(t *testing.T) {
	p := newPlaces(read(t, sourcesPage), formatPages(t))
	var pages []string
	walk(t, func(name string) {
		if path.Ext(name) == ".md" {
			pages = append(pages, name)
		}
	})
	look := func(file string, line int, text string) {
		for _, m := range page.FindAllStringIndex(text, -1) {
			if name := text[m[0]:m[1]]; !inClone(pages, name) {
				t.Errorf("%s:%d: names %s, which is not in the repository: cite a section of %s or a heading of %s",
					file, line+strings.Count(text[:m[0]], "\n"), name, sourcesPage, formatPage)
			}
		}
	}
	for _, f := range goFiles(t) {
		for _, c := range f.ast.Comments {
			look(f.name, f.line(c.Pos()), plain(c))
		}
	}
	walk(t, func(name string) {
		if !slices.Contains([]string{".js", ".html", ".css", ".md", ".txt", ".json", ".jsonc", ".toml", ""}, path.Ext(name)) {
			return
		}
		text := read(t, name)
		look(name, 1, text)
		at, what := p.faults(text, false)
		for i := range at {
			t.Errorf("%s:%d: %s", name, 1+strings.Count(text[:at[i]], "\n"), what[i])
		}
	})
}

// inClone reports whether name refers to one of the pages. The name may be the end
// of the page's path. It may also begin with ./ or ../.
func inClone(pages []string, name string) bool {
	for strings.HasPrefix(name, "../") || strings.HasPrefix(name, "./") {
		_, name, _ = strings.Cut(name, "/")
	}
	return slices.ContainsFunc(pages, func(p string) bool { return p == name || strings.HasSuffix(p, "/"+name) })
}

// TestCitationsAreRead checks the results of faults and inClone for example texts
// and names.
func TestCitationsAreRead(t *testing.T) {
	p := newPlaces("## S3: jobs\n### S3.1 One\n### S3.2 Two\n## QUEUE, EASY: x\n### EASY.1 Shadow\n", "# Top\n## Figures\n### What happens\n")
	for _, c := range []struct {
		text string
		must bool
		want string
	}{
		{"SOURCES.md S3.1 (INFERRED)", true, ""},
		{"Lifka 1995; SOURCES.md EASY.1, S3.1 and\nS3.2. Costs nothing", true, ""},
		{"all of SOURCES.md S3", true, ""},
		{`scenarios/README.md, "What happens"`, true, ""},
		{"no page at all", false, ""},
		{"Maui's guide", true, "names no section"},
		{"SOURCES.md S3.7", true, "near it: S3.1, S3.2"},
		{"SOURCES.md S3.1, S3.9", false, "S3.9"},
		{"SOURCES.md XY.1", false, "near it: S3, EASY, QUEUE"},
		{`scenarios/README.md, "Figure"`, false, "no such heading"},
		{"see SOURCES.md, which says it, and SOURCES.md S3.1", true, "without a section"},
	} {
		_, what := p.faults(c.text, c.must)
		if got := strings.Join(what, "; "); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
	pages := []string{"README.md", formatPage}
	for name, want := range map[string]bool{"README.md": true, "scenarios/README.md": true, "../scenarios/README.md": true, "format" + ".md": false} {
		if inClone(pages, name) != want {
			t.Errorf("%s: in the clone is %v", name, !want)
		}
	}
}
