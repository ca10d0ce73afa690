package scenarios

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
)

// read returns the contents of a Markdown page in this folder.
func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestExamplesOfReadme checks every JSON example in the pages of this folder. Each
// example must be a scenario, a design or a worksheet. Scenarios must be in
// canonical form and must run to their end.
func TestExamplesOfReadme(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	var readme []byte
	for _, name := range pages {
		readme = append(readme, read(t, name)...)
	}
	n := 0
	for _, text := range strings.Split(string(readme), "```json\n")[1:] {
		text, _, _ = strings.Cut(text, "```")
		if strings.Contains(text, "hopyard_worksheet") {
			if _, err := scenario.ParseWorksheet([]byte(text)); err != nil {
				t.Error(err)
			}
			continue
		}
		if strings.Contains(text, "hopyard_design") {
			if _, err := scenario.ParseDesign([]byte(text)); err != nil {
				t.Error(err)
			}
			continue
		}
		s, err := scenario.Parse([]byte(text))
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		if canonical := s.Canonical(); !bytes.Equal(canonical, []byte(text)) {
			t.Errorf("not in canonical form:\n%s\nwant\n%s", text, canonical)
		}
		c, err := s.Config()
		if err != nil {
			t.Fatal(err)
		}
		log, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		ends := 0
		for _, e := range log {
			if e.Kind.Ends() {
				ends++
			}
		}
		if ends != len(s.Jobs) {
			t.Errorf("%s: %d jobs of %d come to an end", s.Title, ends, len(s.Jobs))
		}
		n++
	}
	if n < 5 {
		t.Errorf("%d examples", n)
	}
}

// TestFieldsOfReadme checks that README.md contains the names of all fields in the
// input forms for scenarios.
func TestFieldsOfReadme(t *testing.T) {
	readme := read(t, "README.md")
	for _, form := range scenario.Forms() {
		for _, f := range form.Fields {
			name := strings.TrimSuffix(f.Path[strings.LastIndexByte(f.Path, '.')+1:], "{}")
			name = strings.TrimSuffix(name, "[]")
			if !bytes.Contains(readme, []byte("`"+name+"`")) && !bytes.Contains(readme, []byte(`"`+name+`":`)) && !bytes.Contains(readme, []byte(name+"}")) && !bytes.Contains(readme, []byte("{"+name)) && !bytes.Contains(readme, []byte(", "+name)) {
				t.Errorf("README.md does not name %s", f.Path)
			}
		}
	}
}

// TestBoundsOfReadme compares the table of bounds in README.md with the bounds of
// the numeric fields in the input forms. The table must have all these bounds and
// no others. A row of the table applies to every field whose path ends with a name
// in the row, and to all fields below it.
func TestBoundsOfReadme(t *testing.T) {
	readme := read(t, "README.md")
	_, table, _ := strings.Cut(string(readme), "\n### Bounds\n")
	table, _, _ = strings.Cut(table, "\n## ")
	type row struct {
		from, to int64 // in thousandths
		fields   []string
		used     bool
	}
	var rows []*row
	quoted := regexp.MustCompile("`([a-z_.]+)`")
	for line := range strings.Lines(table) {
		if cells := strings.Split(line, " | "); len(cells) == 4 && cells[0] != "| unit" {
			r := &row{from: thousandths(t, cells[1]), to: thousandths(t, cells[2])}
			for _, m := range quoted.FindAllStringSubmatch(cells[3], -1) {
				r.fields = append(r.fields, m[1])
			}
			rows = append(rows, r)
		}
	}
	if len(rows) < 30 {
		t.Fatalf("%d rows of bounds", len(rows))
	}
	plain := strings.NewReplacer("[]", "", "{}", "")
	for _, form := range scenario.Forms() {
		for _, f := range form.Fields {
			from, to := f.Min, f.Max
			switch f.Kind {
			case schema.Whole, schema.Wholes, schema.Bytes, schema.Bounds:
				from, to = 1000*from, 1000*to
			case schema.Number, schema.Numbers, schema.Range:
			default:
				continue
			}
			path, found := "."+plain.Replace(f.Path)+".", false
			for _, r := range rows {
				if r.from == from && r.to == to && slices.ContainsFunc(r.fields, func(name string) bool {
					return strings.HasSuffix(path, "."+name+".") || strings.HasPrefix(path, "."+name+".") || strings.Contains(path, "."+name+".") && !strings.Contains(name, ".")
				}) {
					found, r.used = true, true
				}
			}
			if !found {
				t.Errorf("README.md has no bounds from %d to %d (thousandths) for %s", from, to, f.Path)
			}
		}
	}
	for _, r := range rows {
		if !r.used {
			t.Errorf("README.md has bounds from %d to %d (thousandths) for %v, which no field has", r.from, r.to, r.fields)
		}
	}
}

// thousandths parses a bound such as 0.001, 65536, -10^9 or 2^53-1 and returns the
// bound in thousandths.
func thousandths(t *testing.T, text string) int64 {
	t.Helper()
	text, minus := strings.CutSuffix(text, "-1")
	base, power, raised := strings.Cut(strings.TrimPrefix(text, "-"), "^")
	x, err := strconv.ParseFloat(base, 64)
	n := 1
	if err == nil && raised {
		n, err = strconv.Atoi(power)
	}
	if err != nil {
		t.Fatalf("bound %q: %v", text, err)
	}
	whole := int64(1000)
	if !raised {
		whole = int64(math.Round(1000 * x))
	} else {
		for range n {
			whole *= int64(x)
		}
	}
	if strings.HasPrefix(text, "-") {
		whole = -whole
	}
	if minus {
		whole -= 1000
	}
	return whole
}

// TestNamesOfReadme compares the policies and options in README.md with the table
// in core/policies. Both must be the same. With HOPYARD_REWRITE=1, the test writes
// the rows of README.md.
func TestNamesOfReadme(t *testing.T) {
	was := read(t, "README.md")
	kinds := map[string][]scenario.Name{
		"queue": scenario.Queues(), "allocator": scenario.Allocators(), "order": scenario.Orders(), "centres": scenario.Centres(), "mdm_tie": scenario.MDMTies(),
		"unit": scenario.Units(), "rounds": scenario.Rounds(),
	}
	lines := strings.Split(string(was), "\n")
	for i, line := range lines {
		kind, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " |")
		names, ok := kinds[kind]
		if !ok || !strings.HasPrefix(line, "| "+kind+" | `") || !slices.ContainsFunc(names, func(n scenario.Name) bool { return strings.Contains(line, "`"+n.Name+"` ") }) {
			continue
		}
		delete(kinds, kind)
		var all []string
		for _, n := range names {
			about := strings.TrimSuffix(n.About, ".")
			if about[1] >= 'a' && about[1] <= 'z' || about[1] == ' ' { // the description begins with an ordinary word, not with a name such as MC1x1
				about = strings.ToLower(about[:1]) + about[1:]
			}
			all = append(all, "`"+n.Name+"` "+about)
		}
		lines[i] = "| " + kind + " | " + strings.Join(all, " · ") + " |"
	}
	for kind := range kinds {
		t.Errorf("README.md has no row for the names of %s", kind)
	}
	is := strings.Join(lines, "\n")
	switch {
	case is == string(was):
	case os.Getenv("HOPYARD_REWRITE") != "":
		if err := os.WriteFile("README.md", []byte(is), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("the names in README.md are not those of core/policies; HOPYARD_REWRITE=1 go test -run TestNamesOfReadme ./scenarios writes them")
	}
}
