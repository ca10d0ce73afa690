package yamldoc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// MaxMistakes is the largest number of errors that Problems lists.
const MaxMistakes = 100

// Remark is an error or a notice about a line of a text, or about the whole text
// (line 0).
type Remark struct {
	Line int // counted from 1
	Text string
}

// String returns the remark with its line.
func (r Remark) String() string {
	if r.Line == 0 {
		return r.Text
	}
	return fmt.Sprintf("line %d: %s", r.Line, r.Text)
}

// Mistakes lists the errors in a text, ordered by line.
type Mistakes []Remark

// Error returns all errors, one per line.
func (m Mistakes) Error() string {
	lines := make([]string, len(m))
	for i := range m {
		lines[i] = m[i].String()
	}
	return strings.Join(lines, "\n")
}

// Problems collects errors and notices while a text is read. The zero value has none.
// Readers embed it.
type Problems struct {
	Notices []Remark // in the order in which they were noted
	errs    Mistakes
	more    int // number of errors beyond MaxMistakes
}

// Errorf notes an error in a line.
func (p *Problems) Errorf(line int, format string, args ...any) {
	if len(p.errs) == MaxMistakes {
		p.more++
		return
	}
	p.errs = append(p.errs, Remark{line, fmt.Sprintf(format, args...)})
}

// Notice notes something about a line that is no error.
func (p *Problems) Notice(line int, format string, args ...any) {
	p.Notices = append(p.Notices, Remark{line, fmt.Sprintf(format, args...)})
}

// Count returns the number of errors so far, listed or not.
func (p *Problems) Count() int { return len(p.errs) + p.more }

// First returns the error that was noted first. There must be one.
func (p *Problems) First() Remark { return p.errs[0] }

// Mistakes returns the errors by line, or nil if there are none. If there are more
// than MaxMistakes, a last one says how many are not listed.
func (p *Problems) Mistakes() Mistakes {
	all := slices.Clone(p.errs)
	slices.SortStableFunc(all, func(a, b Remark) int { return cmp.Compare(a.Line, b.Line) })
	if p.more > 0 {
		all = append(all, Remark{0, fmt.Sprintf("%d more errors are not listed; fix these first", p.more)})
	}
	return all
}
