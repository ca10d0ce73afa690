package workload

// SWFRule is one kind of odd line and, with it, what is done about it. The
// constants below are the whole table: nothing else in a trace is changed,
// and nothing at all is changed without a Warning that names the rule.
// Source: SOURCES.md SWF.2.
//
// Lines that are no oddity: comments (';' first, blanks before it allowed)
// anywhere; blank lines; LF or CR LF; blanks and tabs between the fields,
// before and behind them; a last line without an end; times with up to three
// decimals or in the form 1e3.
type SWFRule uint8

// Errors: lines that cannot be read. With SkipBad the line is left out and
// reported instead, except for the last four, which end the reading.
const (
	noRule             SWFRule = iota
	SWFLongLine                // the line is longer than SWFOptions.MaxLine
	SWFLoneReturn              // a carriage return that is not before a line feed
	SWFTooFewFields            // fewer than five fields: no processors, no run time
	SWFNotANumber              // a field that is not a decimal number
	SWFOutOfRange              // beyond 10^12 either way (whole numbers without a point: 10^18)
	SWFFractionalCount         // a fraction in a field that counts or names something
	SWFPacked                  // the trace is still packed with gzip
	SWFTooManyJobs             // more rows than SWFOptions.MaxJobs
	SWFTooMuchComment          // more than 100,000 comments, or 16 MiB of them
	SWFCycle                   // jobs that wait for one another's ends (found by Jobs)
	lastFault

	// Kept, while reading.

	SWFMissingFields  // 5 to 17 fields: the rest are missing (-1)
	SWFExtraFields    // more than 18: the rest stay in Text
	SWFInlineComment  // ';' behind the fields: the comment stays in Text
	SWFRounded        // a time beyond the millisecond, or a fraction of a KB: rounded to the nearest, halves away from 0; the digits stay in Text
	SWFWholeAsDecimal // "16.0" or "1e2" in a field that counts: read as 16, as 100
	SWFByteOrderMark  // a byte order mark before the first line: left out
	SWFNotUTF8        // a comment that is not UTF-8: kept byte for byte
	SWFHeaderValue    // a known label with a value that is not of its kind: a leading number counts, else it is missing; a word is kept as it is
	SWFHeaderRepeated // a label that may stand once stands again: the first counts
	SWFHeaderCount    // MaxRecords is not the number of rows: the rows count
	SWFEmpty          // no rows at all

	// Kept, while making jobs.

	SWFOddNumber         // field 1 below 1: kept as the job's number
	SWFDuplicateNumber   // field 1 of an earlier row: both are jobs; field 17 means the first
	SWFOddStatus         // field 11 is none of -1 to 5: it decides nothing
	SWFSizeFromAllocated // field 8 missing or 0: the size is field 5
	SWFZeroRun           // field 4 is 0: the job ends in the instant it starts
	SWFNoEstimate        // field 9 missing or 0: the walltime is the run time
	SWFOverEstimate      // field 4 above field 9: killed at its walltime, unless SWFMachine.Overrun
	SWFCancelledRunning  // status 5 with a run time: runs as long as it did
	SWFPartAlone         // status 2 to 4 with no whole job of that number before it: a job of its own
	SWFOutOfOrder        // field 2 below that of an earlier row: jobs are ordered by (submit, file order)
	SWFNoThink           // field 18 negative with a preceding job: think time 0
	SWFThinkAlone        // field 18 above 0 without a preceding job: not used
	SWFUnknownPreceding  // field 17 names no job of the trace: not used
	SWFPrecedingRejected // field 17 names a rejected job: not used
	SWFSubmitFollows     // field 2 negative with a preceding job: submitted by that alone, Submit is 0
	lastKept

	// Rejected: Job.Reject is set, and the job is never submitted. The first
	// rule that applies, in this order.

	SWFPartOfJob        // status 2 to 4 after the line of the whole job: already counted there
	SWFNoProcessors     // fields 8 and 5 both missing, 0 or negative
	SWFCancelledWaiting // status 5 and a negative run time: cancelled before it started
	SWFNoRunTime        // field 4 missing or negative
	SWFTooWide          // more processors than the machine has
	SWFTooMuchMemory    // field 10 is more than the nodes can hold, where memory counts
	SWFNoSubmit         // field 2 missing or negative, and no preceding job
	NumSWFRules
)

// SWFOutcome is what became of a line.
type SWFOutcome uint8

// The outcomes.
const (
	SWFKept     SWFOutcome = iota // a record, and a job that is submitted
	SWFSkipped                    // no record; an error without SkipBad
	SWFRejected                   // a record, and a job that is never submitted
)

// Outcome is what the rule does to its line.
func (r SWFRule) Outcome() SWFOutcome {
	switch {
	case r < lastFault:
		return SWFSkipped
	case r < lastKept:
		return SWFKept
	}
	return SWFRejected
}

// String is the stable name of the rule, "no-estimate".
func (r SWFRule) String() string {
	if int(r) < len(swfRules) && swfRules[r].name != "" {
		return swfRules[r].name
	}
	return "unknown"
}
