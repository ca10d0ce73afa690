package jsondoc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Error is one error in a text, or in something else that somebody wrote: its
// position, the problem, the value, the limit that it breaks, and a fix.
type Error struct {
	Place   string // path of the value, such as "jobs[16].nodes"; "" for the whole text
	Line    int    // line, from 1; 0 if there is no text to point into
	Col     int    // column in characters, from 1; 0 if there is no text to point into
	Offset  int    // byte offset of the wrong text, which ends before the byte End
	End     int
	Problem string // the problem, beginning with the field: "nodes 600 is more than the cluster has (512)"
	Value   string // the value as written, truncated if it is long
	Limit   string // the limit that the value breaks, or ""
	Fix     string // what to do, or "" if Problem already says it

	Whole string // name of the outermost object, such as "scenario", for Where
	In    error  // error inside the value, if the value is a text in another language, such as a program; otherwise nil
}

// Error returns the error on one line: place, problem and fix, as in "jobs[16]:
// nodes 600 is more than the cluster has (512); …". The place is the path of the
// object that holds the field, because the problem begins with the field.
func (e *Error) Error() string {
	text := e.Where() + ": " + e.Problem
	if e.Fix != "" {
		text += "; " + e.Fix
	}
	return text
}

// Where returns the place that the text of Error begins with: the path of the
// object or list that holds the wrong value, the name of the outermost object, or
// line and column if the text is not JSON.
func (e *Error) Where() string {
	steps, err := SplitPath(e.Place)
	whole := cmp.Or(e.Whole, "text")
	switch {
	case e.Place == "" && e.Line > 0:
		return fmt.Sprintf("line %d, column %d", e.Line, e.Col)
	case err != nil || len(steps) == 0:
		return whole
	case steps[len(steps)-1].Key == "":
		return e.Place // an element of a list has a path without a field name
	case len(steps) > 1:
		return JoinPath(steps[:len(steps)-1])
	}
	return whole
}

// Errors is a list of errors in the order of the text.
type Errors []Error

// Error returns the errors, one per line.
func (errs Errors) Error() string {
	lines := make([]string, len(errs))
	for i := range errs {
		lines[i] = errs[i].Error()
	}
	return strings.Join(lines, "\n")
}

// MaxErrors is the maximum number of errors that are listed. If there are more, one
// additional error gives the number of the errors that are not listed.
const MaxErrors = 100

// Problems collects errors up to MaxErrors and counts the rest.
type Problems struct {
	Whole string // name of the outermost object, for errors that have none
	list  Errors
	more  int
}

// Add adds an error to the list, or counts it if the list is full.
func (p *Problems) Add(e Error) {
	if p.Full() {
		p.Omit()
		return
	}
	e.Whole = cmp.Or(e.Whole, p.Whole)
	p.list = append(p.list, e)
}

// Omit counts an error without listing it.
func (p *Problems) Omit() { p.more++ }

// Append adds the errors that another list has already limited.
func (p *Problems) Append(errs Errors) { p.list = append(p.list, errs...) }

// Full reports whether the list is full. A further problem is then counted, but not
// listed.
func (p *Problems) Full() bool { return len(p.list) >= MaxErrors }

// Count returns the number of problems so far.
func (p *Problems) Count() int { return len(p.list) + p.more }

// Err returns all problems as an error, or nil if there are none. If doc is given,
// Err also looks up the position of each problem in the text and sorts the problems
// by position.
func (p *Problems) Err(doc *Document) error {
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
			Fix:     "fix these first",
			Whole:   p.Whole,
		})
	}
	return p.list
}

// Nearest returns the name that is most similar to a written name. It returns false
// if no name is similar enough to be the intended one. The distance of two names is
// the number of letters changed, added, left out or swapped. Capitals, hyphens,
// underscores and spaces are ignored. There is one exception: if the written name
// has at least three letters, and one of the two names is the beginning of the
// other, the distance is at most 1. If several names are equally similar, Nearest
// returns the first of them.
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

// plain returns s in lower case and without hyphens, underscores and spaces,
// because people confuse these by mistake.
func plain(s string) string {
	if len(s) > 64 {
		s = s[:64]
	}
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s))
}

// editDistance returns the number of letters that are changed, added, left out, or
// swapped with their neighbour (optimal string alignment distance). Cost: O(len(a)
// × len(b)).
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

// DidYouMean returns the fix for an unknown name.
func DidYouMean(written string, names []string) string {
	if name, ok := Nearest(written, names); ok {
		return fmt.Sprintf("did you mean %q? known: %s", name, strings.Join(names, ", "))
	}
	return "known: " + strings.Join(names, ", ")
}

// Shorten returns a text cut to at most 40 characters, for error messages.
func Shorten(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// Quoted returns a shortened text in quotes, with control characters escaped.
func Quoted(s string) string { return fmt.Sprintf("%q", Shorten(s)) }
