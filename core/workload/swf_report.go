package workload

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Warning describes an odd line of a trace and its treatment, as data. Method
// String turns it into a sentence.
type Warning struct {
	Line  int     // line number in the file, from 1; 0 for the trace as a whole
	Rule  SWFRule // kind of oddity and its treatment
	Job   int64   // field 1 of the line, if it could be read
	Field int     // 1 to 18; 0 if the warning is not about a single field
	Value string  // the odd value as written; long text is cut and quoted
	Other string  // what the value was compared with, or what replaced it
}

// WarningsKept is the number of warnings of one rule that a Report keeps. All
// warnings are counted.
const WarningsKept = 100

// Report collects the oddities of a trace. The zero value is an empty report.
type Report struct {
	Kept   []Warning        // ordered by line; the first WarningsKept of each rule
	counts [NumSWFRules]int // number of all warnings of each rule
}

// Of returns the number of warnings of a rule. A line may have several warnings of
// a rule (two rounded fields count as two), and warnings of several rules.
func (r *Report) Of(rule SWFRule) int { return r.counts[rule] }

// Count returns the number of warnings with an outcome. For SWFSkipped it equals
// the number of skipped lines, and for SWFRejected the number of rejected jobs,
// since each line or job has only one reason.
func (r *Report) Count(o SWFOutcome) int {
	n := 0
	for rule, k := range r.counts {
		if SWFRule(rule).Outcome() == o {
			n += k
		}
	}
	return n
}

// Total returns the number of all warnings, kept or not.
func (r *Report) Total() int {
	n := 0
	for _, k := range r.counts {
		n += k
	}
	return n
}

// Rules yields each rule with at least one warning, and its count, in the order of
// the constants. It is an iter.Seq2.
func (r *Report) Rules(yield func(SWFRule, int) bool) {
	for rule, k := range r.counts {
		if k > 0 && !yield(SWFRule(rule), k) {
			return
		}
	}
}

var _ iter.Seq2[SWFRule, int] = (*Report)(nil).Rules

// count counts a warning and reports whether to keep it. Callers build the texts of
// a warning only if it is kept.
func (r *Report) count(rule SWFRule) bool {
	r.counts[rule]++
	return r.counts[rule] <= WarningsKept
}

func (r *Report) add(w Warning) {
	if r.count(w.Rule) {
		r.Kept = append(r.Kept, w)
	}
}

// Merge adds the warnings of another report, which is about later lines.
func (r *Report) Merge(other *Report) {
	missing := other.counts // for each rule, the number of warnings that other has counted but not kept
	for _, w := range other.Kept {
		r.add(w)
		missing[w.Rule]--
	}
	for rule, n := range missing {
		r.counts[rule] += n
	}
}

// sort orders the kept warnings by line.
func (r *Report) sort() {
	slices.SortStableFunc(r.Kept, func(a, b Warning) int { return cmp.Compare(a.Line, b.Line) })
}

// SWFError is the reason why a trace could not be read or converted to jobs: the
// first faulty lines, all with rules of the outcome SWFSkipped.
type SWFError struct {
	Lines []Warning
	More  bool // reading stopped at the last of Lines; there may be more faulty lines
}

// Error returns one line of text for each faulty line.
func (e *SWFError) Error() string {
	var b strings.Builder
	for i, w := range e.Lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(w.english())
	}
	if e.More {
		fmt.Fprintf(&b, "\nreading stopped after %d bad lines", len(e.Lines))
	}
	return b.String()
}

// Unwrap returns ErrSWF.
func (e *SWFError) Unwrap() error { return ErrSWF }

// Rejection is the error in Job.Reject for a rejected row. It wraps ErrWorkload.
type Rejection struct{ Warning }

// Error returns a sentence that names the line, the job, the value and the limit.
func (r Rejection) Error() string { return r.english() }

// Unwrap returns ErrWorkload.
func (r Rejection) Unwrap() error { return ErrWorkload }

// quoted returns untrusted text for use in a message: cut to 40 bytes and quoted,
// so that it cannot garble the message.
func quoted(text []byte) string {
	if len(text) > 40 {
		return strconv.Quote(string(text[:40])) + "…"
	}
	return strconv.Quote(string(text))
}
