// Package sacct converts the output of Slurm's command sacct to a trace: the lines
// of --parsable2 (and --parsable), or the text of --json. [Read] returns the trace
// that workload.ReadSWF would read from a file in the Standard Workload Format, so
// that everything that handles traces can use it. [Is] reports whether a text is
// such output. [ReadRecords] keeps what a trace has no room for: ids, recorded starts,
// nodes, QOSs, priorities and reservations.
//
// Inside, a gatherer parses records one by one into a row, decides for each whether
// it is a job, and collects runs. At the end it joins the runs that belong together
// and writes the trace. The files:
//
//	sacct.go     Read, Is, the limits      faults.go  errors by line
//	parsable.go  lines; columns.go  their header
//	json.go      jobs of --json; scan.go  its syntax
//	row.go       one record; fields.go, times.go  its values
//	states.go    states                    runs.go    from records to runs
//	join.go      runs that belong together trace.go   from runs to rows of SWF
//	records.go   ReadRecords
//	notes.go     notes on what was left out, joined, assumed, or is unknown
//	used.go      ReadUsed
//
// Records are treated as follows:
//
//   - A record that ran to its end is a job. Other records are left out and
//     counted, because it is not known how long they would have run: job steps,
//     jobs that never started (pending, cancelled before the start, waiting array
//     tasks listed as "7_[5-9]"), jobs that are still running, and jobs that a
//     federation revoked.
//   - Each task of an array is a job. The components of a heterogeneous job are
//     a single job, which needs the resources of all components at the same time.
//   - Each run of a requeued job (sacct --duplicates) is a job of its own. It
//     follows the previous run, as expressed by fields 17 and 18 of SWF.
//   - The submit time of a job is the time at which it became eligible. Before
//     that (hold, begin time, dependency), no scheduler could have started it.
//   - The size of a job is what was allocated, in CPUs, or in nodes if all jobs
//     had the same number of CPUs on each of their nodes. The walltime is the
//     time limit.
//   - Users, accounts (or groups), job names, partitions and clusters become
//     numbers in the order of their first appearance; no name is kept. Jobs are
//     numbered in the order of submission, so no job id is kept either.
//
// Source: sacct(1) of Slurm, SOURCES.md SWF.4. Where the manual is silent, the
// treatment is INFERRED.
//
// LIMITATIONS: SWF has no fields for GPUs, licenses, the memory of nodes, QOS,
// priorities, reservations and constraints. If sacct --truncate has cut times, the
// result cannot be told apart from complete times.
package sacct

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"hopyard/core/slurmtext"
	"hopyard/core/workload"
)

// Options holds the limits for a text. The zero value is the usual choice.
type Options struct {
	MaxJobs int // records of jobs that ran; 0 means 5,000,000
	MaxLine int // bytes of a line, or of a JSON string; 0 means 1 MiB
}

// Limits for texts.
const (
	maxJobs   = 5_000_000
	maxLine   = 1 << 20
	maxNames  = 64 << 20 // bytes of all distinct names of users, jobs and so on
	maxDepth  = 32       // nesting of JSON objects and lists
	headBytes = 64 << 10 // bytes that are examined to recognize a text
)

// MaxFaults is the number of faults after which reading stops.
const MaxFaults = 20

// Read reads the output of sacct to its end. In the records of the trace, Line is
// the line in the text. The header of the trace contains notes for display
// (SWFHeader.ConversionNotes). Errors: Faults, which wraps ErrSacct; an error of r.
// Cost: O(bytes + jobs·log jobs) time, about 200 bytes per job.
func Read(r io.Reader, o Options) (*workload.SWF, error) {
	g, err := gather(r, o)
	if err != nil {
		return nil, err
	}
	trace := g.trace()
	if len(g.faults) > 0 {
		return nil, g.faults
	}
	return trace, nil
}

// gather reads all records. Faults in them are left in the gatherer.
func gather(r io.Reader, o Options) (*gatherer, error) {
	g := &gatherer{o: o.limits(), names: newNames()}
	return g, g.read(bufio.NewReaderSize(r, headBytes))
}

// limits returns the options with the usual limits where none are given.
func (o Options) limits() Options {
	if o.MaxJobs <= 0 {
		o.MaxJobs = maxJobs
	}
	if o.MaxLine <= 0 {
		o.MaxLine = maxLine
	}
	return o
}

// read reads a text of either form. It returns only errors of the reader.
func (g *gatherer) read(in *bufio.Reader) error {
	head, err := in.Peek(headBytes)
	if err != nil && err != io.EOF {
		return err
	}
	if text := trimmed(head); len(text) > 0 && text[0] == '{' {
		return g.readJSON(in)
	}
	return g.readLines(in)
}

// Is reports whether a text looks like output of sacct, judging by its first 64
// KiB: it has a header line with JobID or JobIDRaw, rows without a header, or JSON
// with keys that sacct writes and scenarios do not have. Read may still fail on
// such a text.
func Is(text []byte) bool {
	head := trimmed(text[:min(len(text), headBytes)])
	if len(head) == 0 {
		return false
	}
	if head[0] == '{' {
		text := string(head)
		return !hasKey(text, "hopyard") && (hasKey(text, "job_id") || hasKey(text, "data_parser") || hasKey(text, "plugin"))
	}
	first, rest, _ := slurmtext.CutAt(head, '\n')
	first = bytes.TrimSuffix(first, []byte("\r"))
	return isHeader(first) || isAligned(first, rest) || isRow(first)
}

// trimmed returns the text after a byte order mark, blanks and empty lines.
func trimmed(text []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\uFEFF")), " \t\r\n")
}

// hasKey reports whether the beginning of a JSON text contains an object with a
// key. A string with the same text is not followed by a colon and does not count.
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
