// Package traceformats reads job logs in the formats in which archives and other
// simulators publish them, and writes Batsim's. [Read] returns the trace that
// workload.ReadSWF would read from a file in the Standard Workload Format, so that
// everything that handles traces can use it. [Of] recognizes a format by the contents
// of a file.
//
// Inside, a reader of a format parses one row after another into fields and gives
// them to a jobLog. The jobLog decides for each row whether it is a job, counts what
// is left out, and makes the trace at the end. The files:
//
//	traceformats.go  Read, Of, the formats, the limits
//	table.go         rows of tables;  csv.go, parquet.go  the tables
//	philly.go, batsim.go  logs in JSON;  json.go  their elements, one by one
//	values.go        times and numbers
//	joblog.go        from rows to jobs;  trace.go  from jobs to the trace and its notes
//
// Rows are treated as follows:
//
//   - A row that ran to its end is a job. Rows that never started or had not ended
//     are left out and counted, because it is not known how long they would have run.
//   - The size of a job is in the unit of the format, nodes or GPUs, unless LogOptions
//     name another one. Rows without a size in this unit are left out and counted.
//   - Users, groups and queues become numbers in the order of their first appearance.
//     Jobs are numbered in the order of submission.
//
// Source: SOURCES.md SWF.7; scenarios/traces.md names the archives.
//
// LIMITATIONS: memory, energy and the names of nodes are not read.
package traceformats

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"hopyard/core/workload"
	"hopyard/core/workload/sacct"
)

// ErrFormat is the common error for unreadable logs. All errors about the contents of
// a file wrap it.
var ErrFormat = errors.New("not a readable job log")

// LogOptions holds the format, the unit of sizes and the limits for a log. The zero value is the usual choice.
type LogOptions struct {
	Format  string // a name of Names; "" recognizes the format by the contents
	Unit    string // "nodes", "cores" or "gpus": what a size counts; "" is the unit of the format
	MaxJobs int    // rows; 0 means 5,000,000
	MaxRow  int    // bytes of a row or of a JSON object; 0 means 1 MiB

	Progress func(share float64) // called now and then with the share of the log that has been read; may be nil
}

// Limits for logs.
const (
	maxJobs   = 5_000_000
	maxRow    = 1 << 20
	maxNames  = 64 << 20 // bytes of all distinct names of users, groups and queues
	headBytes = 64 << 10 // bytes that are examined to recognize a format

	progressRows = 4096 // rows between two calls of LogOptions.Progress
)

// format is a format of logs.
type format struct {
	name  string  // for LogOptions
	title string  // for messages and for the header of the trace
	unit  unit    // of sizes, unless another is asked for
	units [3]bool // that the format gives
	is    func(src []byte) bool
	read  func(l *jobLog, src []byte)

	counted bool // places are numbers of rows, since the file has no lines
}

// formats returns all formats. The first that recognizes a file is used.
func formats() []format {
	all := []format{
		{name: "batsim", title: "a workload of Batsim", unit: inNodes, units: [3]bool{inNodes: true}, is: isBatsim, read: readBatsim},
		{name: "philly", title: "the trace of Philly", unit: inGPUs, units: [3]bool{inNodes: true, inGPUs: true}, is: isPhilly, read: readPhilly},
	}
	for i := range tables {
		t := &tables[i]
		f := format{name: t.name, title: t.title, unit: t.unit, is: t.is, read: t.read, counted: t.parquet}
		for u, column := range t.sizes {
			f.units[u] = column != ""
		}
		all = append(all, f)
	}
	return all
}

// Names returns the names of all formats for messages, separated by commas.
func Names() string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return strings.Join(names, ", ")
}

// Of returns the name of the format of a file, or "" if it is none of these. It
// examines the first 64 KiB, and the footer of a Parquet file. Read may still fail.
func Of(src []byte) string {
	for _, f := range formats() {
		if f.is(src) {
			return f.name
		}
	}
	return ""
}

// Read reads a log to its end. In the records of the trace, Line is the line of the
// file, or the row of a Parquet file. The header of the trace contains notes for
// display (SWFHeader.ConversionNotes). Errors: [LogErrors], which wraps ErrFormat; an
// error that wraps ErrFormat for an unknown format or unit. Cost: O(bytes + jobs·log
// jobs) time, about 400 bytes for each row besides the file.
func Read(src []byte, o LogOptions) (*workload.SWF, error) {
	name := o.Format
	if name == "" {
		name = Of(src)
	}
	for _, f := range formats() {
		if f.name != name {
			continue
		}
		l, err := newLog(&f, o)
		if err != nil {
			return nil, err
		}
		f.read(l, src)
		trace := l.trace()
		if len(l.faults) > 0 {
			return nil, LogErrors{l.faults}
		}
		return trace, nil
	}
	if o.Format == "" && isDamagedParquet(src) {
		return nil, LogErrors{sacct.Faults{{Problem: "the file " + errDamaged.Error(), Fix: damagedFix}}}
	}
	if o.Format == "" {
		return nil, fmt.Errorf("%w: the contents are of no known format (%s); on the command line, --log-format names the format", ErrFormat, Names())
	}
	return nil, fmt.Errorf("%w: %q is no format; use one of %s", ErrFormat, o.Format, Names())
}

// LogErrors lists the errors in a log, at most the first sacct.MaxFaults.
type LogErrors struct{ sacct.Faults }

// Unwrap returns ErrFormat.
func (LogErrors) Unwrap() error { return ErrFormat }

// headOf returns the beginning of a file after a byte order mark and blanks.
func headOf(src []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(src[:min(len(src), headBytes)], []byte("\uFEFF")), " \t\r\n")
}
