package workload

import (
	"strconv"
	"strings"
)

// swfRules holds the permanent name and the sentence of each rule. In a sentence,
// {job} stands for the number of the job, {field} for the field with its name, and
// {value} and {other} for the fields of the Warning.
var swfRules = [NumSWFRules]struct{ name, english string }{
	SWFLongLine:        {"long-line", "{value} bytes; a line may have {other}: shorten it"},
	SWFLoneReturn:      {"lone-return", "a carriage return inside the line: end lines with LF or CR LF"},
	SWFTooFewFields:    {"too-few-fields", "{value} of 18 fields; a job needs the first 5: put -1 for what is missing"},
	SWFNotANumber:      {"not-a-number", "{field} is {value}, not a number: put -1 if it is missing"},
	SWFOutOfRange:      {"out-of-range", "{field} is {value}, outside ±{other}: put -1 if it is not known"},
	SWFFractionalCount: {"fractional-count", "{field} is {value}; it must be a whole number"},
	SWFPacked:          {"packed", "the trace is packed with gzip: unpack it first"},
	SWFTooManyJobs:     {"too-many-jobs", "more than {value} jobs: cut the trace, or raise the limit"},
	SWFTooMuchComment:  {"too-much-comment", "more than {value} of comments: cut them"},
	SWFCycle:           {"cycle", "job {job} waits for its own end: {value}: put -1 in field 17 of one of them"},

	SWFMissingFields:  {"missing-fields", "{value} of 18 fields: the others are taken as missing (-1)"},
	SWFExtraFields:    {"extra-fields", "more than 18 fields: {value} is kept as text and not used"},
	SWFNodeCount:      {"node-count", "job {job}: its size is the {value} nodes in field 21"},
	SWFInlineComment:  {"inline-comment", "a comment after the fields: {value} is kept as text"},
	SWFRounded:        {"rounded", "{field} is {value}: rounded to {other}"},
	SWFWholeAsDecimal: {"whole-as-decimal", "{field} is {value}: read as {other}"},
	SWFByteOrderMark:  {"byte-order-mark", "a byte order mark before the first line: left out"},
	SWFNotUTF8:        {"not-utf8", "a comment that is not UTF-8: kept byte for byte"},
	SWFHeaderValue:    {"header-value", "{other} has the odd value {value}: what cannot be read counts as missing"},
	SWFHeaderRepeated: {"header-repeated", "{other} is given again, as {value}: the first one counts"},
	SWFHeaderCount:    {"header-count", "MaxRecords is {value}, but the trace has {other} rows: the rows count"},
	SWFEmpty:          {"empty", "the trace has no jobs"},

	SWFOddNumber:         {"odd-number", "job number {job}; numbers start at 1: kept as it is"},
	SWFDuplicateNumber:   {"duplicate-number", "job number {job} is already used on line {value}: both are jobs, and field 17 means the first"},
	SWFOddStatus:         {"odd-status", "job {job}: status {value} is not from -1 to 5: ignored"},
	SWFSizeFromAllocated: {"size-from-allocated", "job {job} requested {value} processors: its size is the {other} that it was allocated"},
	SWFZeroRun:           {"zero-run", "job {job}: run time 0: it ends the moment it starts"},
	SWFNoEstimate:        {"no-estimate", "job {job}: requested time {value}: its walltime is its run time, {other} s"},
	SWFOverEstimate:      {"over-estimate", "job {job}: run time {value} s is longer than the requested {other} s: it is killed then, unless overrun is allowed"},
	SWFCancelledRunning:  {"cancelled-running", "job {job} was cancelled after {value} s: it runs that long"},
	SWFPartAlone:         {"part-alone", "job {job}: status {value} is a part of a job, but no line describes the whole: taken as a job of its own"},
	SWFOutOfOrder:        {"out-of-order", "job {job}: submit time {value} is before the {other} of an earlier line: jobs are ordered by submit time, then by line"},
	SWFNoThink:           {"no-think", "job {job}: think time {value}: taken as 0"},
	SWFThinkAlone:        {"think-alone", "job {job}: think time {value} without a preceding job: not used"},
	SWFUnknownPreceding:  {"unknown-preceding", "job {job}: preceding job {value} is not in the trace: not used"},
	SWFPrecedingRejected: {"preceding-rejected", "job {job}: preceding job {value} is rejected: not used"},
	SWFSubmitFollows:     {"submit-follows", "job {job}: submit time {value}: it is submitted when job {other} has ended and the think time is over"},

	SWFPartOfJob:        {"part-of-job", "job {job}: status {value} is a part of the job on line {other}, already counted there"},
	SWFNoProcessors:     {"no-processors", "job {job}: {value} processors requested, {other} allocated"},
	SWFCancelledWaiting: {"cancelled-waiting", "job {job} was cancelled before it started: run time {value}"},
	SWFNoRunTime:        {"no-run-time", "job {job}: run time {value}"},
	SWFTooWide:          {"too-wide", "job {job} needs {value} processors; the machine has {other}"},
	SWFTooManyNodes:     {"too-many-nodes", "job {job} needs {value} nodes; the machine has {other}"},
	SWFTooMuchMemory:    {"too-much-memory", "job {job} needs {value}; the machine has room for {other} such processors"},
	SWFNoSubmit:         {"no-submit", "job {job}: submit time {value}, and no preceding job"},
}

// swfFieldNames lists the names of the fields as used in messages.
var swfFieldNames = [SWFFields]string{
	"job number", "submit time", "wait time", "run time", "allocated processors",
	"average CPU time", "used memory", "requested processors", "requested time",
	"requested memory", "status", "user", "group", "application", "queue",
	"partition", "preceding job", "think time",
}

// String returns the warning as one line of English: place, oddity and treatment.
func (w Warning) String() string {
	s := w.english()
	switch w.Rule.Outcome() {
	case SWFSkipped:
		return s + "; the line is left out"
	case SWFRejected:
		return s + ": the job is rejected"
	}
	return s
}

// english returns the warning without the treatment of the line.
func (w Warning) english() string {
	at, field := "", ""
	if w.Line > 0 {
		at = "line " + strconv.Itoa(w.Line) + ": "
	}
	if w.Field > 0 {
		field = "field " + strconv.Itoa(w.Field) + " (" + swfFieldNames[w.Field-1] + ")"
	}
	r := strings.NewReplacer("{job}", strconv.FormatInt(w.Job, 10), "{field}", field, "{value}", w.Value, "{other}", w.Other)
	return at + r.Replace(swfRules[w.Rule].english)
}
