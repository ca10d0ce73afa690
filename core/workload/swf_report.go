package workload

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Warning is one odd line of a trace and what was done about it, as data.
// String makes the sentence.
type Warning struct {
	Line  int     // of the file, from 1; 0 for the trace as a whole
	Rule  SWFRule // what is odd, and what is done
	Job   int64   // field 1 of the line, where it could be read
	Field int     // 1 to 18, 0 if it is not about one field
	Value string  // what stood there, as written; long text is cut and quoted
	Other string  // what it was compared with, or what it became
}

// WarningsKept is how many warnings of one rule a Report keeps. It counts all.
const WarningsKept = 100

// Report is what was odd in a trace. The zero value is an empty report.
type Report struct {
	Kept   []Warning        // by line; the first WarningsKept of each rule
	counts [NumSWFRules]int // all
}

// Of is how many lines met the rule. A line may meet one rule several times
// (two rounded fields count as two) and several rules.
func (r *Report) Of(rule SWFRule) int { return r.counts[rule] }

// Count is how many warnings have the outcome. For SWFSkipped and SWFRejected
// that is the number of lines and of jobs, since each has one reason.
func (r *Report) Count(o SWFOutcome) int {
	n := 0
	for rule, k := range r.counts {
		if SWFRule(rule).Outcome() == o {
			n += k
		}
	}
	return n
}

// Total is how many warnings there are, kept or not.
func (r *Report) Total() int {
	n := 0
	for _, k := range r.counts {
		n += k
	}
	return n
}

// Rules yields each rule that was met, with its count, in the order of the
// table; it is an iter.Seq2.
func (r *Report) Rules(yield func(SWFRule, int) bool) {
	for rule, k := range r.counts {
		if k > 0 && !yield(SWFRule(rule), k) {
			return
		}
	}
}

var _ iter.Seq2[SWFRule, int] = (*Report)(nil).Rules

// count counts a warning and says whether to keep it: texts are made only for
// those that are.
func (r *Report) count(rule SWFRule) bool {
	r.counts[rule]++
	return r.counts[rule] <= WarningsKept
}

func (r *Report) add(w Warning) {
	if r.count(w.Rule) {
		r.Kept = append(r.Kept, w)
	}
}

// sort puts the kept warnings in the order of the lines.
func (r *Report) sort() {
	slices.SortStableFunc(r.Kept, func(a, b Warning) int { return cmp.Compare(a.Line, b.Line) })
}

// SWFError is why a trace could not be read, or could not be made into jobs:
// the first bad lines, all with rules of the outcome SWFSkipped.
type SWFError struct {
	Lines []Warning
	More  bool // reading stopped here; there may be more
}

// Error has one line of text for each bad line.
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

// Unwrap is ErrSWF.
func (e *SWFError) Unwrap() error { return ErrSWF }

// Rejection is the Job.Reject of a rejected row. It wraps ErrWorkload.
type Rejection struct{ Warning }

// Error names the line, the job, the value and the limit.
func (r Rejection) Error() string { return r.english() }

// Unwrap is ErrWorkload.
func (r Rejection) Unwrap() error { return ErrWorkload }

// quoted is text from outside as it stands in a message: cut to 40 bytes and
// quoted, so that it cannot garble the message.
func quoted(text []byte) string {
	if len(text) > 40 {
		return strconv.Quote(string(text[:40])) + "…"
	}
	return strconv.Quote(string(text))
}
