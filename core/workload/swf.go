package workload

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/simtime"
)

// This file and the files swf_*.go read and write traces in the Standard Workload
// Format 2.2 and convert them to jobs:
//
//	swf.go           the record, the whole trace, ReadSWF
//	swf_rules.go     table of all kinds of odd rows and their treatment
//	swf_report.go    warnings and errors as data
//	swf_english.go   warnings and errors as sentences
//	swf_read.go      lines;  swf_row.go  fields;  swf_header.go  comments
//	swf_jobs.go      records to jobs;  swf_chain.go  preceding jobs
//	swf_write.go     records to text;  swf_schedule.go  schedules to records
//
// Source: SOURCES.md SWF.1 (the fields and labels) and SWF.2 (which odd rows are
// rejected, and which are errors). Where these sections are silent, the rule in
// swf_rules.go is INFERRED.

// Missing is the value of a number that a trace does not contain. In a field that
// holds a time it stands for -1 s.
const Missing = -1

// Values of field 11, the status. Lines with the codes 2 to 4 describe parts of a
// job that was swapped out and resumed (RECALLED).
const (
	SWFFailed     = 0
	SWFCompleted  = 1
	SWFContinued  = 2 // a part; more parts follow
	SWFLastPart   = 3 // the last part; the job completed
	SWFLastFailed = 4 // the last part; the job failed
	SWFCancelled  = 5
)

// SWFFields is the number of fields in a line.
const SWFFields = 18

// SWFRecord is a line of a trace: its 18 fields in order. Times are exact to the
// millisecond, memory is in KB per processor, and fields that are -1 in the trace
// are Missing. Records can be compared with ==.
type SWFRecord struct {
	Line      int              // line number in the file, from 1; 0 if the record does not come from a file
	Number    int64            // 1: job number
	Submit    simtime.Duration // 2: since the start of the trace
	Wait      simtime.Duration // 3: from submission to start
	Run       simtime.Duration // 4: from start to end
	Procs     int64            // 5: processors allocated
	CPU       simtime.Duration // 6: average CPU time used per processor
	Memory    int64            // 7: average memory used per processor
	ReqProcs  int64            // 8: processors requested
	ReqTime   simtime.Duration // 9: the user's estimate
	ReqMemory int64            // 10: memory requested per processor
	Status    int64            // 11: SWFCompleted or another status
	User      int64            // 12
	Group     int64            // 13
	App       int64            // 14: number of the program
	Queue     int64            // 15
	Partition int64            // 16
	Preceding int64            // 17: number of the job that must end first
	Think     simtime.Duration // 18: from the end of the preceding job to the submission of this job

	// Text is the line as it was read. It is kept only if the fields do not
	// represent it completely (digits beyond the millisecond, a 19th field, a
	// comment after the fields). When the record is written, Text is used for
	// everything that has not been changed.
	Text string
}

// Numbers of the fields that the logs of GPU machines have beyond the 18 of the
// format.
const (
	SWFGPUs  = 19 // GPUs allocated
	SWFNodes = 21 // nodes allocated
)

// Extra returns field 19, 20 or 21, or Missing if the row does not have it, if it is
// not a whole number, or if the row has more than 21 fields, whose meaning is not
// known. Source: SOURCES.md SWF.7. Cost: O(bytes of Text).
func (r *SWFRecord) Extra(field int) int64 {
	text, _, _ := strings.Cut(r.Text, ";")
	if fields := strings.Fields(text); len(fields) >= field && len(fields) <= SWFNodes {
		if x, ok := plainWhole([]byte(fields[field-1])); ok {
			return x
		}
	}
	return Missing
}

// nodes returns the size of a row in whole nodes: field 21, or 0 if the row has none
// or if it exceeds the processors, since a node has at least one of them.
func (r *SWFRecord) nodes() int64 {
	if n := r.Extra(SWFNodes); n > 0 && n <= processors(r) {
		return n
	}
	return 0
}

// numbers returns the 18 fields as integers, with times in milliseconds.
func (r *SWFRecord) numbers() [SWFFields]int64 {
	return [SWFFields]int64{
		r.Number, int64(r.Submit), int64(r.Wait), int64(r.Run), r.Procs, int64(r.CPU),
		r.Memory, r.ReqProcs, int64(r.ReqTime), r.ReqMemory, r.Status, r.User,
		r.Group, r.App, r.Queue, r.Partition, r.Preceding, int64(r.Think),
	}
}

// setNumbers sets the 18 fields from integers. It is the inverse of numbers.
func (r *SWFRecord) setNumbers(v *[SWFFields]int64) {
	r.Number, r.Submit, r.Wait = v[0], simtime.Duration(v[1]), simtime.Duration(v[2])
	r.Run, r.Procs, r.CPU = simtime.Duration(v[3]), v[4], simtime.Duration(v[5])
	r.Memory, r.ReqProcs, r.ReqTime = v[6], v[7], simtime.Duration(v[8])
	r.ReqMemory, r.Status, r.User = v[9], v[10], v[11]
	r.Group, r.App, r.Queue = v[12], v[13], v[14]
	r.Partition, r.Preceding, r.Think = v[15], v[16], simtime.Duration(v[17])
}

// SWF is a whole trace in memory. It needs about 170 bytes per line.
type SWF struct {
	Header   []HeaderLine // all comments in order, wherever they are in the file
	Known    SWFHeader    // values of the known labels
	Records  []SWFRecord  // in file order
	Warnings Report       // oddities found while reading
}

// SWFOptions holds the limits for reading a trace. The zero value is the usual
// choice.
type SWFOptions struct {
	MaxJobs int  // largest number of rows; 0 means 10^7
	MaxLine int  // largest number of bytes in a line, without its end; 0 means 65,536
	SkipBad bool // skip and report lines that cannot be read, instead of returning an error
}

// Limits for traces.
const (
	maxSWFJobs         = 10_000_000
	maxSWFLine         = 1 << 16
	maxSWFComments     = 100_000
	maxSWFCommentBytes = 1 << 24
	maxSWFFaults       = 20 // number of unreadable lines after which reading stops
)

// sampleRows is the number of rows after which the expected total number is
// estimated from their mean length. Growing the slice without an estimate would
// copy a long trace several times.
const sampleRows = 1000

// ErrSWF is the common error for unreadable traces. All errors about the text of a
// trace wrap it.
var ErrSWF = errors.New("not a trace in the Standard Workload Format")

// ReadSWF reads a trace to its end. It does not unpack gzip. It keeps odd rows and
// reports them in Warnings (see SWFRule). If lines cannot be read, the error is an
// *SWFError that lists the first 20 of them; with SkipBad they are reported in
// Warnings instead. An error of r is returned together with the line at which it
// occurred. Cost: O(bytes).
func ReadSWF(r io.Reader, o SWFOptions) (*SWF, error) {
	in := NewSWFReader(r, o)
	s := &SWF{}
	text, known := r.(interface{ Len() int })
	size := 0 // bytes of the trace if known, else 0
	if known {
		size = text.Len()
	}
	var rec SWFRecord
	for in.Next(&rec) {
		if s.Records = append(s.Records, rec); len(s.Records) == sampleRows && size > in.read {
			s.Records = slices.Grow(s.Records, (size-in.read)/(in.read/sampleRows+1)*21/20)
		}
	}
	if err := in.Err(); err != nil {
		return nil, err
	}
	s.Header, s.Warnings = in.Header(), in.Warnings()
	s.Known = ParseSWFHeader(s.Header, &s.Warnings)
	rows := int64(len(s.Records) + s.Warnings.Count(SWFSkipped))
	if want := s.Known.MaxRecords; want >= 0 && want != rows {
		s.Warnings.add(Warning{Rule: SWFHeaderCount,
			Value: strconv.FormatInt(want, 10), Other: strconv.FormatInt(rows, 10)})
	}
	if rows == 0 {
		s.Warnings.add(Warning{Rule: SWFEmpty})
	}
	s.Warnings.sort()
	return s, nil
}
