package workload

// SWFRule is a kind of odd line in a trace, together with its treatment. The
// constants below are the complete list: nothing else in a trace is ever changed,
// and every change is reported by a Warning that names the rule. Source: SOURCES.md
// SWF.2.
//
// The following are not odd: comments anywhere (lines that begin with ';', possibly
// after blanks); blank lines; line ends LF and CR LF; blanks and tabs between,
// before and after the fields; a last line without a line end; times with up to
// three decimals or in the form 1e3.
type SWFRule uint8

// Errors: lines that cannot be read. With SkipBad the line is skipped and reported
// instead, except for the last four rules, which end the reading.
const (
	noRule             SWFRule = iota
	SWFLongLine                // the line is longer than SWFOptions.MaxLine
	SWFLoneReturn              // a carriage return that is not followed by a line feed
	SWFTooFewFields            // fewer than five fields, so that processors or run time are unknown
	SWFNotANumber              // a field that is not a decimal number
	SWFOutOfRange              // an absolute value above 10^12 (10^18 for integers without a decimal point)
	SWFFractionalCount         // a fraction in a field that counts or identifies something
	SWFPacked                  // the trace is still compressed with gzip
	SWFTooManyJobs             // more rows than SWFOptions.MaxJobs
	SWFTooMuchComment          // more than 100,000 comments, or more than 16 MiB of them
	SWFCycle                   // jobs that wait for each other's ends (found by Jobs)
	lastFault

	// Oddities found while reading; the row is kept.

	SWFMissingFields  // 5 to 17 fields: the others are missing (-1)
	SWFExtraFields    // more than 18 fields: the others are kept in Text
	SWFNodeCount      // 21 fields: field 21 is the size in whole nodes, field 19 counts GPUs; all are kept in Text
	SWFInlineComment  // ';' after the fields: the comment is kept in Text
	SWFRounded        // a time with more than three decimals, or a fraction of a KB: rounded to the nearest value, halves away from 0; all digits are kept in Text
	SWFWholeAsDecimal // "16.0" or "1e2" in a field that counts something: read as 16, or as 100
	SWFByteOrderMark  // a byte order mark before the first line: removed
	SWFNotUTF8        // a comment that is not UTF-8: kept byte for byte
	SWFHeaderValue    // a known label with an invalid value: a number at its beginning is used, otherwise the value is missing; a word is kept as it is
	SWFHeaderRepeated // a label that may occur only once occurs again: the first one is used
	SWFHeaderCount    // MaxRecords differs from the number of rows, which is used instead
	SWFEmpty          // no rows at all

	// Oddities found while making jobs; the job is kept.

	SWFOddNumber         // field 1 below 1: kept as the number of the job
	SWFDuplicateNumber   // field 1 equals field 1 of an earlier row: both become jobs; field 17 refers to the first
	SWFOddStatus         // field 11 is not in -1 to 5: ignored
	SWFSizeFromAllocated // field 8 is missing or 0: field 5 is the size
	SWFZeroRun           // field 4 is 0: the job ends at the instant at which it starts
	SWFNoEstimate        // field 9 is missing or 0: the walltime is the run time
	SWFOverEstimate      // field 4 exceeds field 9: the job is killed at its walltime, unless SWFMachine.Overrun is set
	SWFCancelledRunning  // status 5 (cancelled) with a run time: the job runs for that time
	SWFPartAlone         // status 2 to 4 without a whole job of that number before it: a job of its own
	SWFOutOfOrder        // field 2 is below field 2 of an earlier row: jobs are ordered by submit time, then by position in the file
	SWFNoThink           // field 18 is negative, with a preceding job: the think time is 0
	SWFThinkAlone        // field 18 is above 0 without a preceding job: ignored
	SWFUnknownPreceding  // field 17 is not the number of a job in the trace: ignored
	SWFPrecedingRejected // field 17 is the number of a rejected job: ignored
	SWFSubmitFollows     // field 2 is negative, with a preceding job: only that job determines the submission; Submit is 0
	lastKept

	// Reasons for rejection: Job.Reject is set, and the job is never submitted. The
	// first rule in this order that applies is used.

	SWFPartOfJob        // status 2 to 4, and an earlier line describes the whole job, which counts already
	SWFNoProcessors     // fields 8 and 5 are both missing, 0 or negative
	SWFCancelledWaiting // status 5 and a negative run time: cancelled before it started
	SWFNoRunTime        // field 4 is missing or negative
	SWFTooWide          // more processors than the machine has
	SWFTooManyNodes     // field 21 exceeds the nodes of the machine
	SWFTooMuchMemory    // field 10 exceeds what the nodes can hold, if memory is taken into account
	SWFNoSubmit         // field 2 is missing or negative, and there is no preceding job
	NumSWFRules
)

// SWFOutcome is the treatment of a line.
type SWFOutcome uint8

// Outcomes.
const (
	SWFKept     SWFOutcome = iota // becomes a record, and a job that is submitted
	SWFSkipped                    // becomes no record; an error unless SkipBad is set
	SWFRejected                   // becomes a record, and a job that is never submitted
)

// Outcome returns what the rule does to a line.
func (r SWFRule) Outcome() SWFOutcome {
	switch {
	case r < lastFault:
		return SWFSkipped
	case r < lastKept:
		return SWFKept
	}
	return SWFRejected
}

// String returns the permanent name of the rule, such as "no-estimate".
func (r SWFRule) String() string {
	if int(r) < len(swfRules) && swfRules[r].name != "" {
		return swfRules[r].name
	}
	return "unknown"
}
