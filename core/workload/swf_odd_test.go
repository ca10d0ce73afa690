package workload

import (
	"strings"
	"testing"
)

// plainRow is a row without oddities: 10 s on 4 of the 100 nodes of the machine.
const plainRow = "1 0 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n"

// oddTraces lists odd traces, each with all messages that it must cause: first the
// messages of reading, then those of making jobs for a machine of 100 nodes; or the
// error. They also serve as seeds of FuzzReadSWF.
var oddTraces = []struct{ name, trace, want string }{
	{"nothing odd", "; Version: 2.2\n" + plainRow, ""},
	{"line ends, tabs, blanks, blank lines", "\r\n;x\r\n\t1\t0  -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1 \t\r\n  \n ; y\n2 5 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1", ""},
	{"decimals and exponents in times", "1 0.5 -1.0 1e1 4 2.125 -1 4 0.06e3 -1 1 1 1 1 1 1 -1 -1", ""},

	// Lines that cannot be read.
	{"not a number", "; x\n1 0 -1 ten 4 -1 -1 4 60", `error: line 2: field 4 (run time) is "ten", not a number: put -1 if it is missing`},
	{"several bad lines, all named", plainRow + "a\n" + plainRow + "1 2 3\n1 0 -1 10 4.5",
		`error: line 2: field 1 (job number) is "a", not a number: put -1 if it is missing
line 4: 3 of 18 fields; a job needs the first 5: put -1 for what is missing
line 5: field 5 (allocated processors) is "4.5"; it must be a whole number`},
	{"too few fields", "1 0 -1 10", `error: line 1: 4 of 18 fields; a job needs the first 5: put -1 for what is missing`},
	{"a comment where the fifth field should be", "1 0 -1 10 ; 4", `error: line 1: 4 of 18 fields; a job needs the first 5: put -1 for what is missing`},
	{"a time out of range", "1 1e13 -1 10 4", `error: line 1: field 2 (submit time) is "1e13", outside ±1000000000000: put -1 if it is not known`},
	{"a time out of range with many decimals", "1 99999999999999.00001 -1 10 4", `error: line 1: field 2 (submit time) is "99999999999999.00001", outside ±1000000000000: put -1 if it is not known`},
	{"a number of 20 digits", "12345678901234567890 0 -1 10 4", `error: line 1: field 1 (job number) is "12345678901234567890", outside ±1000000000000: put -1 if it is not known`},
	{"NaN", "1 0 -1 NaN 4", `error: line 1: field 4 (run time) is "NaN", not a number: put -1 if it is missing`},
	{"infinity", "1 0 -1 10 inf", `error: line 1: field 5 (allocated processors) is "inf", not a number: put -1 if it is missing`},
	{"a plus sign", "1 +5 -1 10 4", `error: line 1: field 2 (submit time) is "+5", not a number: put -1 if it is missing`},
	{"a lone minus", "1 - -1 10 4", `error: line 1: field 2 (submit time) is "-", not a number: put -1 if it is missing`},
	{"a lone point", "1 0 -1 . 4", `error: line 1: field 4 (run time) is ".", not a number: put -1 if it is missing`},
	{"commas", "1,0,-1,10,4", `error: line 1: field 1 (job number) is "1,0,-1,10,4", not a number: put -1 if it is missing`},
	{"a fraction of a user", "1 0 -1 10 4 -1 -1 4 60 -1 1 7.25", `error: line 1: field 12 (user) is "7.25"; it must be a whole number`},
	{"a tiny fraction of a processor", "1 0 -1 10 4.0000001", `error: line 1: field 5 (allocated processors) is "4.0000001"; it must be a whole number`},
	{"old Macintosh line ends", "; x\r1 0 -1 10 4\r", "error: line 1: a carriage return inside the line: end lines with LF or CR LF"},
	{"control bytes", "1 0 -1 10 4\x00\x1b[31m", `error: line 1: field 5 (allocated processors) is "4\x00\x1b[31m", not a number: put -1 if it is missing`},
	{"long garbage is cut", strings.Repeat("x", 100), `error: line 1: field 1 (job number) is "` + strings.Repeat("x", 40) + `"…, not a number: put -1 if it is missing`},
	{"gzip", "\x1f\x8b\x08\x00\x00", "error: line 1: the trace is packed with gzip: unpack it first"},
	{"JSON", "{\n\"hopyard\": 1\n}", `error: line 1: field 1 (job number) is "{", not a number: put -1 if it is missing
line 2: field 1 (job number) is "\"hopyard\":", not a number: put -1 if it is missing
line 3: field 1 (job number) is "}", not a number: put -1 if it is missing`},

	// Rows that are read with a warning.
	{"nothing at all", "", "the trace has no jobs"},
	{"comments only", "; Version: 2.2\n;\n", "the trace has no jobs"},
	{"five fields", "1 0 -1 10 4\n", `line 1: 5 of 18 fields: the others are taken as missing (-1)
line 1: job 1 requested -1 processors: its size is the 4 that it was allocated
line 1: job 1: requested time -1: its walltime is its run time, 10 s`},
	{"twenty fields", strings.TrimSpace(plainRow) + " 7 8\n", `line 1: more than 18 fields: "7 8" is kept as text and not used`},
	{"21 fields, the last of them nodes", strings.Replace(strings.TrimSpace(plainRow), " 4 -1 -1 4 ", " 256 -1 -1 256 ", 1) + " 16 -1 2\n", "line 1: job 1: its size is the 2 nodes in field 21"},
	{"more nodes than processors", strings.TrimSpace(plainRow) + " 16 -1 5\n", `line 1: more than 18 fields: "16 -1 5" is kept as text and not used`},
	{"21 fields without a node count", strings.TrimSpace(plainRow) + " 16 -1 -1\n", `line 1: more than 18 fields: "16 -1 -1" is kept as text and not used`},
	{"21 fields with a word", strings.TrimSpace(plainRow) + " 16 -1 two\n", `line 1: more than 18 fields: "16 -1 two" is kept as text and not used`},
	{"22 fields", strings.TrimSpace(plainRow) + " 16 -1 2 1\n", `line 1: more than 18 fields: "16 -1 2 1" is kept as text and not used`},
	{"more nodes than the machine has", strings.Replace(strings.TrimSpace(plainRow), " 4 -1 -1 4 ", " 8192 -1 -1 8192 ", 1) + " 1 -1 101", `line 1: job 1: its size is the 101 nodes in field 21
line 1: job 1 needs 101 nodes; the machine has 100: the job is rejected`},
	{"a comment after the fields", strings.TrimSpace(plainRow) + ";why\n", `line 1: a comment after the fields: ";why" is kept as text`},
	{"digits beyond the millisecond", "1 0 -1 10.00049 4 1.2345 -1 4 60.0005 -1 1 1 1 1 1 1 -1 -1", `line 1: field 4 (run time) is "10.00049": rounded to 10
line 1: field 6 (average CPU time) is "1.2345": rounded to 1.235
line 1: field 9 (requested time) is "60.0005": rounded to 60.001`},
	{"a fraction of a KB", "1 0 -1 10 4 -1 20.5 4 60 1e-3 1 1 1 1 1 1 -1 -1", `line 1: field 7 (used memory) is "20.5": rounded to 21
line 1: field 10 (requested memory) is "1e-3": rounded to 0`},
	{"whole numbers written as decimals", "1.0 0 -1 10 4e0 -1 -1 4.000000 60 -1 1 1 1 1 1 1 -1 -1", `line 1: field 1 (job number) is "1.0": read as 1
line 1: field 5 (allocated processors) is "4e0": read as 4
line 1: field 8 (requested processors) is "4.000000": read as 4`},
	{"byte order mark", "\uFEFF; Version: 2.2\n" + plainRow, "line 1: a byte order mark before the first line: left out"},
	{"Latin-1 in a comment", "; Installation: Universit\xe4t\n" + plainRow, "line 1: a comment that is not UTF-8: kept byte for byte"},
	{"odd header values", "; MaxNodes: 57 (178 processors)\n; MaxProcs: many\n; Version: 3\n; MaxProcs: 5\n; Queue: first\n" + plainRow,
		`line 1: MaxNodes has the odd value "57 (178 processors)": what cannot be read counts as missing
line 2: MaxProcs has the odd value "many": what cannot be read counts as missing
line 3: Version has the odd value "3": what cannot be read counts as missing
line 4: MaxProcs is given again, as "5": the first one counts
line 5: Queue has the odd value "first": what cannot be read counts as missing`},
	{"fewer rows than the header says", "; MaxRecords: 3\n" + plainRow, "MaxRecords is 3, but the trace has 1 rows: the rows count"},

	// Jobs that are kept with a warning.
	{"size from the allocated processors", "1 0 -1 10 4 -1 -1 0 60 -1 1", `line 1: 11 of 18 fields: the others are taken as missing (-1)
line 1: job 1 requested 0 processors: its size is the 4 that it was allocated`},
	{"run time 0 and no estimate", "1 0 -1 0 4 -1 -1 4 0 -1 1 1 1 1 1 1 -1 -1", `line 1: job 1: run time 0: it ends the moment it starts
line 1: job 1: requested time 0: its walltime is its run time, 0 s`},
	{"run time above the estimate", "1 0 -1 60.5 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1", "line 1: job 1: run time 60.5 s is longer than the requested 60 s: it is killed then, unless overrun is allowed"},
	{"cancelled while it ran", "1 0 -1 10 4 -1 -1 4 60 -1 5 1 1 1 1 1 -1 -1", "line 1: job 1 was cancelled after 10 s: it runs that long"},
	{"odd status and number", "0 0 -1 10 4 -1 -1 4 60 -1 6 1 1 1 1 1 -1 -1", `line 1: job number 0; numbers start at 1: kept as it is
line 1: job 0: status 6 is not from -1 to 5: ignored`},
	{"a number twice", plainRow + plainRow, "line 2: job number 1 is already used on line 1: both are jobs, and field 17 means the first"},
	{"submit times out of order", "1 9 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n2 5 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1",
		"line 2: job 2: submit time 5 is before the 9 of an earlier line: jobs are ordered by submit time, then by line"},
	{"a part without a whole", "1 0 -1 10 4 -1 -1 4 60 -1 2 1 1 1 1 1 -1 -1\n1 9 -1 10 4 -1 -1 4 60 -1 3 1 1 1 1 1 -1 -1",
		`line 1: job 1: status 2 is a part of a job, but no line describes the whole: taken as a job of its own
line 2: job 1: status 3 is a part of a job, but no line describes the whole: taken as a job of its own`},
	{"preceding job without think time", plainRow + "2 0 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 1 -1", "line 2: job 2: think time -1: taken as 0"},
	{"think time without preceding job", "1 0 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 5.5", "line 1: job 1: think time 5.5 without a preceding job: not used"},
	{"unknown preceding job", "1 0 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 0 0", "line 1: job 1: preceding job 0 is not in the trace: not used"},
	{"submitted by the preceding job alone", plainRow + "2 -1 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 1 7",
		"line 2: job 2: submit time -1: it is submitted when job 1 has ended and the think time is over"},

	// Jobs that are rejected.
	{"no processors", "1 0 -1 10 0 -1 -1 -1 60 -1 1 1 1 1 1 1 -1 -1", "line 1: job 1: -1 processors requested, 0 allocated: the job is rejected"},
	{"no run time", "1 0 -1 -1 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1", "line 1: job 1: run time -1: the job is rejected"},
	{"a negative run time", "1 0 -1 -7.5 4 -1 -1 4 60 -1 0 1 1 1 1 1 -1 -1", "line 1: job 1: run time -7.5: the job is rejected"},
	{"cancelled before it started", "1 0 -1 -1 -1 -1 -1 4 60 -1 5 1 1 1 1 1 -1 -1", "line 1: job 1 was cancelled before it started: run time -1: the job is rejected"},
	{"wider than the machine", "1 0 -1 10 4 -1 -1 101 60 -1 1 1 1 1 1 1 -1 -1", "line 1: job 1 needs 101 processors; the machine has 100: the job is rejected"},
	{"wider than any machine", "1 0 -1 10 4 -1 -1 123456789012345678 60 -1 1 1 1 1 1 1 -1 -1", "line 1: job 1 needs 123456789012345678 processors; the machine has 100: the job is rejected"},
	{"no submit time", "1 -5 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1", "line 1: job 1: submit time -5, and no preceding job: the job is rejected"},
	{"a part of a whole", plainRow + "1 -1 -1 3 4 -1 -1 4 60 -1 2 1 1 1 1 1 -1 -1", "line 2: job 1: status 2 is a part of the job on line 1, already counted there: the job is rejected"},
	{"what follows a rejected job", "1 0 -1 -1 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n2 3 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 1 0\n3 -1 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 1 0\n4 -1 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 3 0",
		`line 1: job 1: run time -1: the job is rejected
line 2: job 2: preceding job 1 is rejected: not used
line 3: job 3: preceding job 1 is rejected: not used
line 3: job 3: submit time -1, and no preceding job: the job is rejected
line 4: job 4: preceding job 3 is rejected: not used
line 4: job 4: submit time -1, and no preceding job: the job is rejected`},

	// Jobs that wait for each other.
	{"a job that follows itself", "; x\n1 0 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 1 0", "error: line 2: job 1 waits for its own end: job 1 (line 2) follows job 1: put -1 in field 17 of one of them"},
	{"a cycle of three, and one of two", "9 0 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 3 0\n3 0 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 2 0\n1 0 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 3 0\n2 0 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 1 0\n5 0 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 6 0\n6 0 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 5 0",
		`error: line 2: job 3 waits for its own end: job 3 (line 2) follows job 2 (line 4) follows job 1 (line 3) follows job 3: put -1 in field 17 of one of them
line 5: job 5 waits for its own end: job 5 (line 5) follows job 6 (line 6) follows job 5: put -1 in field 17 of one of them`},
}

// said returns all messages that a trace causes.
func said(trace string, o SWFOptions, m SWFMachine) string {
	s, err := ReadSWF(strings.NewReader(trace), o)
	if err != nil {
		return "error: " + err.Error()
	}
	jobs, err := s.Jobs(m)
	if err != nil {
		return "error: " + err.Error()
	}
	var lines []string
	for _, w := range append(s.Warnings.Kept, jobs.Warnings.Kept...) {
		lines = append(lines, w.String())
	}
	return strings.Join(lines, "\n")
}

func TestOddTraces(t *testing.T) {
	for _, c := range oddTraces {
		if got := said(c.trace, SWFOptions{}, SWFMachine{Nodes: 100}); got != c.want {
			t.Errorf("%s:\n%s\nis said to have\n%s\nwant\n%s", c.name, c.trace, got, c.want)
		}
	}
}

// TestEveryRuleIsTested checks that some trace in these tests triggers each rule,
// and that each rule has a unique name and a sentence.
func TestEveryRuleIsTested(t *testing.T) {
	met := map[SWFRule]bool{ // begins with the rules that other tests trigger
		SWFLongLine: true, SWFTooManyJobs: true, SWFTooMuchComment: true, SWFTooMuchMemory: true,
	}
	for _, c := range oddTraces {
		s, err := ReadSWF(strings.NewReader(c.trace), SWFOptions{SkipBad: true})
		for _, w := range faultsOf(err) {
			met[w.Rule] = true
		}
		if err != nil {
			continue
		}
		for rule := range s.Warnings.Rules {
			met[rule] = true
		}
		jobs, err := s.Jobs(SWFMachine{Nodes: 100})
		for _, w := range faultsOf(err) {
			met[w.Rule] = true
		}
		if err == nil {
			for rule := range jobs.Warnings.Rules {
				met[rule] = true
			}
		}
	}
	names := map[string]SWFRule{}
	for rule := range NumSWFRules {
		if rule == noRule || rule == lastFault || rule == lastKept {
			continue
		}
		if !met[rule] {
			t.Errorf("no test meets %v", rule)
		}
		if other, taken := names[rule.String()]; taken || swfRules[rule].english == "" {
			t.Errorf("rule %d is named %v, as is rule %d, and says %q", rule, rule, other, swfRules[rule].english)
		}
		names[rule.String()] = rule
	}
}

func faultsOf(err error) []Warning {
	if e, ok := err.(*SWFError); ok {
		return e.Lines
	}
	return nil
}
