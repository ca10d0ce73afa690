package sacct

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrSacct is wrapped by every error about the text.
var ErrSacct = errors.New("not output of sacct that can be read")

// LineError is one thing that is wrong with a text.
type LineError struct {
	Line    int    // from 1; 0 for the text as a whole
	Place   string // the column, or the path of keys in JSON; "" if it is about none
	Value   string // what stands there, cut and quoted
	Problem string // what is wrong with it
	Limit   string // what is allowed, where that is a number
	Fix     string // what to do
}

// String is the fault in one line: where, what, and what to do.
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

// About is what is wrong, without the line and without what to do.
func (f *LineError) About() string {
	switch {
	case f.Place == "":
		return f.Problem
	case f.Value == "":
		return f.Place + " " + f.Problem
	}
	return f.Place + " " + f.Value + " " + f.Problem
}

// Faults are what is wrong with a text: the first 20.
type Faults []*LineError

// Error has a line for each fault.
func (all Faults) Error() string {
	var lines []string
	for _, f := range all {
		lines = append(lines, f.String())
	}
	if len(all) == maxFaults {
		lines = append(lines, fmt.Sprintf("reading stopped after %d faults", maxFaults))
	}
	return strings.Join(lines, "\n")
}

// Unwrap is ErrSacct.
func (all Faults) Unwrap() error { return ErrSacct }

// quoted is text from outside as it stands in a message: cut to 40 bytes and
// quoted, so that it cannot garble the message.
func quoted(text []byte) string {
	if len(text) > 40 {
		return strconv.Quote(string(text[:40])) + "…"
	}
	return strconv.Quote(string(text))
}

// recommended is how to call sacct, as fixes say it.
const recommended = "sacct -a -X -D -P --format=JobID,User,Account,Partition,JobName,Submit,Eligible,Start,End,ElapsedRaw,TimelimitRaw,State,AllocCPUS,AllocNodes,ReqCPUS,ReqMem,AllocTRES,Restarts"
