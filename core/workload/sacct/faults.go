package sacct

import (
	"errors"
	"fmt"
	"strings"
)

// ErrSacct is the common error for unreadable texts. All errors about the text wrap
// it.
var ErrSacct = errors.New("not readable output of sacct")

// LineError is a single error in a text.
type LineError struct {
	Line    int    // counted from 1; 0 for the text as a whole
	Place   string // the column, or the path of keys in JSON; "" if the error is about neither
	Value   string // the faulty value, cut and quoted
	Problem string // description of the error, such as "is not a time"
	Limit   string // the limit, if it is a number
	Fix     string // suggestion for the user
}

// String returns the error in one line: place, problem and suggestion.
func (f *LineError) String() string {
	var b strings.Builder
	if f.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", f.Line)
	}
	b.WriteString(f.About())
	if f.Fix != "" {
		b.WriteString(": " + f.Fix)
	}
	return b.String()
}

// About returns the problem without the line and without the suggestion.
func (f *LineError) About() string {
	switch {
	case f.Place == "":
		return f.Problem
	case f.Value == "":
		return f.Place + " " + f.Problem
	}
	return f.Place + " " + f.Value + " " + f.Problem
}

// Faults lists the errors in a text, at most the first 20.
type Faults []*LineError

// Error returns one line for each error.
func (all Faults) Error() string {
	var lines []string
	for _, f := range all {
		lines = append(lines, f.String())
	}
	if len(all) == MaxFaults {
		lines = append(lines, fmt.Sprintf("reading stopped after %d faults", MaxFaults))
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns ErrSacct.
func (all Faults) Unwrap() error { return ErrSacct }

// recommended is the call of sacct that suggestions recommend.
const recommended = "sacct -a -X -D -P --format=JobID,User,Account,Partition,JobName,Submit,Eligible,Start,End,ElapsedRaw,TimelimitRaw,State,AllocCPUS,AllocNodes,ReqCPUS,ReqMem,AllocTRES,Restarts"
