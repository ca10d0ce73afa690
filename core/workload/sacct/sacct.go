// Package sacct makes traces of what Slurm's sacct prints: the lines of
// --parsable2 (and --parsable) and the text of --json. The result is the trace
// that workload.ReadSWF would have read from a file of the Standard Workload
// Format, so that all that works on traces works on it.
//
//	sacct.go     Read, Is, the limits      faults.go  what is wrong, by line
//	parsable.go  lines; columns.go  their header
//	json.go      jobs of --json; scan.go  its text
//	row.go       one record as it is read; fields.go, times.go  its values
//	states.go    states                    runs.go    what becomes of a record
//	join.go      rows that belong together trace.go   runs to rows of SWF
//	notes.go     what was left out, joined, assumed, or cannot be known
//
// What becomes of a record:
//
//   - A record that ran to its end is a job. Those of steps, of jobs that never
//     started (pending, cancelled before, tasks of arrays that stand as
//     "7_[5-9]"), that still run, or that a federation revoked are left out and
//     counted: how long they would have run is not known.
//   - Each task of an array is a job. The components of a heterogeneous job
//     are one job, which needs the sum of them at once.
//   - Each run of a requeued job (sacct --duplicates) is a job that follows the
//     one before, as fields 17 and 18 of SWF say it.
//   - A job is submitted when it became eligible: before that (hold, begin time,
//     dependency) no scheduler could have started it.
//   - Its size is what was allocated, in CPUs; in nodes if all jobs had the same
//     number of CPUs on each of their nodes. Its walltime is the time limit.
//   - Users, accounts (else groups), job names, partitions and clusters become
//     numbers in the order of their first appearance; no name stays. Jobs are
//     numbered in the order of submission, so that no id of a job stays either.
//
// Source: sacct(1) of Slurm, SOURCES.md SWF.4. Where it is silent, what is done
// is INFERRED.
//
// LIMITATIONS: GPUs, licenses and memory of nodes have no place in SWF, and
// neither have QOS, priorities, reservations and constraints; times cut by sacct
// --truncate cannot be told from whole ones.
package sacct

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"hopyard/core/workload"
)

// Options are the limits on a text. The zero value is the usual choice.
type Options struct {
	MaxJobs int // records of jobs that ran; 0 means 5,000,000
	MaxLine int // bytes of a line, or of a string of JSON; 0 means 1 MiB
}

// Limits on a text from outside.
const (
	maxJobs   = 5_000_000
	maxLine   = 1 << 20
	maxFaults = 20       // after which reading stops
	maxNames  = 64 << 20 // bytes of different names of users, jobs and so on
	maxDepth  = 32       // of objects and lists of JSON inside each other
	headBytes = 64 << 10 // by which a text is known
)

// Read reads what sacct printed, to its end. Records of the trace have the line of
// the text in Line, and notes for people are in its header (SWFHeader.Converted).
// Errors: Faults, which wraps ErrSacct; an error of r. Cost: O(bytes + jobs·log
// jobs) time, about 200 bytes a job.
func Read(r io.Reader, o Options) (*workload.SWF, error) {
	if o.MaxJobs <= 0 {
		o.MaxJobs = maxJobs
	}
	if o.MaxLine <= 0 {
		o.MaxLine = maxLine
	}
	in := bufio.NewReaderSize(r, headBytes)
	head, err := in.Peek(headBytes)
	if err != nil && err != io.EOF {
		return nil, err
	}
	g := &gatherer{o: o, names: newNames()}
	if text := trimmed(head); len(text) > 0 && text[0] == '{' {
		err = g.readJSON(in)
	} else {
		err = g.readLines(in)
	}
	if err != nil {
		return nil, err
	}
	trace := g.trace()
	if len(g.faults) > 0 {
		return nil, g.faults
	}
	return trace, nil
}

// Is reports whether a text is sacct's, by its first 64 KiB: a header line that
// names JobID or JobIDRaw, rows without one, or JSON with keys that sacct writes
// and scenarios do not have. What it takes for sacct's need not be readable.
func Is(text []byte) bool {
	head := trimmed(text[:min(len(text), headBytes)])
	if len(head) == 0 {
		return false
	}
	if head[0] == '{' {
		text := string(head)
		return !hasKey(text, "hopyard") && (hasKey(text, "job_id") || hasKey(text, "data_parser") || hasKey(text, "plugin"))
	}
	first, rest, _ := cutAt(head, '\n')
	first = bytes.TrimSuffix(first, []byte("\r"))
	return isHeader(first) || isAligned(first, rest) || isRow(first)
}

// trimmed is the text behind a byte order mark, blanks and empty lines.
func trimmed(text []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\uFEFF")), " \t\r\n")
}

// hasKey reports whether the beginning of a JSON text has an object with this key.
// A string of this value has no colon behind it.
func hasKey(head, key string) bool {
	for {
		_, rest, found := strings.Cut(head, `"`+key+`"`)
		if !found {
			return false
		}
		if head = rest; strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), ":") {
			return true
		}
	}
}
