package workload

import (
	"errors"
	"io"
	"slices"
	"strconv"

	"hopyard/core/simtime"
)

// This file and its neighbours swf_*.go read and write traces in the Standard
// Workload Format 2.2 and make jobs of them:
//
//	swf.go           the record, the whole trace, ReadSWF
//	swf_rules.go     what is done about every kind of odd row, as a table
//	swf_report.go    warnings and errors as data
//	swf_english.go   their sentences
//	swf_read.go      lines;  swf_row.go  fields;  swf_header.go  comments
//	swf_jobs.go      records to jobs;  swf_chain.go  preceding jobs
//	swf_write.go     records to text;  swf_schedule.go  schedules to records
//
// Source: SOURCES.md SWF.1 (the fields and labels) and SWF.2 (which odd
// rows are rejected, which are errors). Where those are silent, the rule in
// swf_rules.go is INFERRED.

// Missing is what a trace writes for a number that it does not have. In a
// field that holds a time it is -1 s.
const Missing = -1

// The values of field 11. Lines with the last three codes but one describe
// parts of a job that was swapped out and resumed (RECALLED).
const (
	SWFFailed     = 0
	SWFCompleted  = 1
	SWFContinued  = 2 // a part; more follow
	SWFLastPart   = 3 // the last part; the job completed
	SWFLastFailed = 4 // the last part; the job failed
	SWFCancelled  = 5
)

// SWFFields is the number of fields of a line.
const SWFFields = 18

// SWFRecord is one line of a trace: its 18 fields in their order. Times are
// exact to the millisecond, memory is in KB per processor, and Missing stands
// where the trace has -1. Records can be compared with ==.
type SWFRecord struct {
	Line      int              // the line of the file, from 1; 0 if it comes from none
	Number    int64            // 1: job number
	Submit    simtime.Duration // 2: since the zero of the trace
	Wait      simtime.Duration // 3: from submit to start
	Run       simtime.Duration // 4: from start to end
	Procs     int64            // 5: processors allocated
	CPU       simtime.Duration // 6: average CPU time used per processor
	Memory    int64            // 7: average memory used
	ReqProcs  int64            // 8: processors requested
	ReqTime   simtime.Duration // 9: the user's estimate
	ReqMemory int64            // 10: memory requested
	Status    int64            // 11: SWFCompleted and so on
	User      int64            // 12
	Group     int64            // 13
	App       int64            // 14: which program
	Queue     int64            // 15
	Partition int64            // 16
	Preceding int64            // 17: number of the job that must end first
	Think     simtime.Duration // 18: from its end to this job's submission

	// Text is the line as it was read, kept only where the fields above do not
	// hold all of it (digits beyond the millisecond, a 19th field, a comment
	// behind the fields). Writing uses it for what has not been changed.
	Text string
}

// numbers are the 18 fields as integers: times in ms.
func (r *SWFRecord) numbers() [SWFFields]int64 {
	return [SWFFields]int64{
		r.Number, int64(r.Submit), int64(r.Wait), int64(r.Run), r.Procs, int64(r.CPU),
		r.Memory, r.ReqProcs, int64(r.ReqTime), r.ReqMemory, r.Status, r.User,
		r.Group, r.App, r.Queue, r.Partition, r.Preceding, int64(r.Think),
	}
}

// setNumbers is the inverse of numbers.
func (r *SWFRecord) setNumbers(v *[SWFFields]int64) {
	r.Number, r.Submit, r.Wait = v[0], simtime.Duration(v[1]), simtime.Duration(v[2])
	r.Run, r.Procs, r.CPU = simtime.Duration(v[3]), v[4], simtime.Duration(v[5])
	r.Memory, r.ReqProcs, r.ReqTime = v[6], v[7], simtime.Duration(v[8])
	r.ReqMemory, r.Status, r.User = v[9], v[10], v[11]
	r.Group, r.App, r.Queue = v[12], v[13], v[14]
	r.Partition, r.Preceding, r.Think = v[15], v[16], simtime.Duration(v[17])
}

// SWF is a whole trace in memory: about 170 bytes a line.
type SWF struct {
	Header   []HeaderLine // every comment, in order, wherever it stood
	Known    SWFHeader    // what the known labels say
	Records  []SWFRecord  // in file order
	Warnings Report       // what was odd while reading
}

// SWFOptions are the limits on a trace. The zero value is the usual choice.
type SWFOptions struct {
	MaxJobs int  // rows; 0 means 10^7
	MaxLine int  // bytes of a line, without its end; 0 means 65,536
	SkipBad bool // lines that cannot be read are left out and reported, not errors
}

// Limits on a trace from outside.
const (
	maxSWFJobs         = 10_000_000
	maxSWFLine         = 1 << 16
	maxSWFComments     = 100_000
	maxSWFCommentBytes = 1 << 24
	maxSWFFaults       = 20 // bad lines after which reading stops
)

// sampleRows is after how many rows their length tells how many more will come:
// growing row by row would copy a long trace several times.
const sampleRows = 1000

// ErrSWF is wrapped by every error about the text of a trace.
var ErrSWF = errors.New("not a trace in the Standard Workload Format")

// ReadSWF reads a trace to its end. It does not unpack gzip. Odd rows are
// kept and reported in Warnings (see SWFRule); lines that cannot be read are
// an *SWFError that lists the first 20 of them, unless SkipBad is set. An
// error of r is passed on with the line at which it happened. Cost: O(bytes).
func ReadSWF(r io.Reader, o SWFOptions) (*SWF, error) {
	in := NewSWFReader(r, o)
	s := &SWF{}
	text, known := r.(interface{ Len() int })
	size := 0 // bytes of the trace, if that is known
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
