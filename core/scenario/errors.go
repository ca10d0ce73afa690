package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/queue"
)

// Error is one thing that is wrong with a scenario, an edit or a link: where,
// what, which value, against which limit, and what to write instead.
type Error struct {
	Place   string // path of the value, "jobs[16].nodes"; "" is the whole text
	Line    int    // from 1; 0 where there is no text to point into
	Col     int    // from 1, in characters
	Offset  int    // the bytes Offset to End are what is wrong
	End     int
	Problem string // what is wrong, beginning with the field: "nodes 600 is more than the cluster has (512)"
	Value   string // the value as written, cut short where it is long
	Limit   string // the limit that it breaks, "" where there is none
	Fix     string // what to do, "" where Problem says it

	// In is where in a program, and what, if that is what is wrong: the Place is
	// that of the program.
	In *queue.ProgramError

	whole string // what the outermost object is, "" for a scenario
}

// Error is the error on one line: the place, the problem and the fix, as in
// "jobs[16]: nodes 600 is more than the cluster has (512); …". The place is the
// object that holds the field, because the problem begins with the field.
func (e *Error) Error() string {
	text := e.Where() + ": " + e.Problem
	if e.Fix != "" {
		text += "; " + e.Fix
	}
	return text
}

// Where is the place that Error begins with: the path of the object or list
// that the wrong value lies in, "scenario" for the outermost; line and column
// where the text is not JSON.
func (e *Error) Where() string {
	steps, err := splitPath(e.Place)
	switch {
	case e.Place == "" && e.Line > 0:
		return fmt.Sprintf("line %d, column %d", e.Line, e.Col)
	case err != nil || len(steps) == 0:
		return cmp.Or(e.whole, "scenario")
	}
	if steps[len(steps)-1].key == "" {
		return e.Place // an element of a list is a place of its own
	}
	switch {
	case len(steps) > 1:
		return joinPath(steps[:len(steps)-1])
	case e.Place == "link":
		return e.Place
	}
	return cmp.Or(e.whole, "scenario")
}

// Errors are all the things that are wrong, in the order of the text.
type Errors []Error

// Error is the errors, one a line.
func (errs Errors) Error() string {
	lines := make([]string, len(errs))
	for i := range errs {
		lines[i] = errs[i].Error()
	}
	return strings.Join(lines, "\n")
}

// MaxErrors is how many errors are told at once; one more says how many there
// are besides.
const MaxErrors = 100

// problems collects errors up to MaxErrors and counts the rest.
type problems struct {
	list Errors
	more int
}

func (p *problems) add(e Error) {
	if p.full() {
		p.more++
		return
	}
	p.list = append(p.list, e)
}

// full reports whether one more problem would only be counted.
func (p *problems) full() bool { return len(p.list) >= MaxErrors }

// count is the number of problems so far.
func (p *problems) count() int { return len(p.list) + p.more }

// err is all problems as an error, or nil. With a document, every place is
// found in its text.
func (p *problems) err(doc *document) error {
	if len(p.list) == 0 {
		return nil
	}
	if doc != nil {
		for i := range p.list {
			doc.locate(&p.list[i])
		}
		slices.SortStableFunc(p.list, func(a, b Error) int { return cmp.Compare(a.Offset, b.Offset) })
	}
	if p.more > 0 {
		p.list = append(p.list, Error{
			Problem: fmt.Sprintf("%d more errors are not listed", p.more),
			Limit:   fmt.Sprint(MaxErrors),
			Fix:     "put these right first",
		})
	}
	return p.list
}

// Nearest is the name closest to what was written, if any is close enough to
// be meant: by the fewest letters changed, added, left out or swapped, capitals,
// hyphens and underscores aside. Ties go to the earlier name.
func Nearest(written string, names []string) (string, bool) {
	best, found := "", false
	least := 1 + max(1, len(written)/3)
	for _, name := range names {
		d := editDistance(plain(written), plain(name))
		if len(written) >= 3 && (strings.HasPrefix(plain(name), plain(written)) || strings.HasPrefix(plain(written), plain(name))) {
			d = min(d, 1) // "first" for "first-fit", "cons" for "conservative"
		}
		if d < least {
			best, found, least = name, true, d
		}
	}
	return best, found
}

// plain strips what people get wrong without meaning another name.
func plain(s string) string {
	if len(s) > 64 {
		s = s[:64]
	}
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s))
}

// editDistance counts letters changed, added, left out, or swapped with their
// neighbour (optimal string alignment). Cost: O(len(a) × len(b)).
func editDistance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	next := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		for j := 1; j <= len(b); j++ {
			changed := 0
			if a[i-1] != b[j-1] {
				changed = 1
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+changed)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}

// didYouMean is the fix for a name that is not known.
func didYouMean(written string, names []string) string {
	if name, ok := Nearest(written, names); ok {
		return fmt.Sprintf("did you mean %q? known: %s", name, strings.Join(names, ", "))
	}
	return "known: " + strings.Join(names, ", ")
}
