package input

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/workload"
	"hopyard/tools/hopyard/cli"
)

// Stream reads a trace in the Standard Workload Format part by part, so that a trace
// of any length needs little memory. The Config of its Subject has the jobs of the first
// part.
type Stream struct {
	*Subject
	reader *workload.SWFReader
	file   io.Closer
	rows   []workload.SWFRecord // of the current part; each part reuses the memory
	read   int                  // number of rows read
	last   workload.SWFRecord
}

// LoadStream opens FILE, reads its first part, and applies the options of the command
// line. The caller must close the stream. Errors name the line and say when a trace
// cannot be streamed.
func (in *FileOptions) LoadStream(t *cli.Terminal, path string) (*Stream, error) {
	if in.logFormat != "" || in.unit != "" {
		return nil, cli.BadUsage("--stream reads only SWF; convert FILE first: hopyard convert --to swf")
	}
	s := &Stream{Subject: &Subject{Name: DisplayName(path), policy: strings.Join(in.Policies, "")}, rows: make([]workload.SWFRecord, 0, engine.StreamPage)}
	text, err := s.open(t, path)
	if err != nil {
		return nil, err
	}
	s.reader = workload.NewSWFReader(text, workload.SWFOptions{MaxJobs: math.MaxInt32})
	if err := s.begin(in); err != nil {
		s.Close()
		return nil, Prefixed(path, err)
	}
	return s, nil
}

// open opens the file and decompresses it if necessary.
func (s *Stream) open(t *cli.Terminal, path string) (io.Reader, error) {
	in := t.In
	if s.file = io.NopCloser(nil); path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, FileError(err)
		}
		in, s.file = f, f
	}
	text := bufio.NewReaderSize(in, 1<<20)
	if head, _ := text.Peek(len(gzipMagic)); !bytes.Equal(head, gzipMagic) {
		return text, nil
	}
	unpacked, err := gzip.NewReader(text)
	if err != nil {
		s.Close()
		return nil, badGzip(s.Name, err)
	}
	return unpacked, nil
}

// Close closes the file.
func (s *Stream) Close() error { return s.file.Close() }

// begin reads the first part, and makes the scenario from the header.
func (s *Stream) begin(in *FileOptions) error {
	if err := s.readRows(); err != nil {
		return err
	}
	s.Trace = &workload.SWF{Header: s.reader.Header(), Warnings: s.reader.Warnings()}
	s.Trace.Known = workload.ParseSWFHeader(s.Trace.Header, &s.Trace.Warnings)
	if err := s.machineOf(s.Trace, in, nil); err != nil {
		return err
	}
	if s.Scenario.Altered.Any() {
		return cli.BadUsage("--stream cannot alter the jobs of a trace; leave out --set altered")
	}
	s.Jobs = &workload.SWFJobs{}
	jobs, err := s.convert()
	if err != nil {
		return err
	}
	s.Config, err = s.Scenario.ConfigOf(jobs)
	return err
}

// Next returns the next part, of engine.StreamPage jobs; the last part has fewer jobs,
// and an empty part follows it.
func (s *Stream) Next() ([]workload.Job, error) {
	if err := s.readRows(); err != nil {
		return nil, Prefixed(s.Name, err)
	}
	return s.convert()
}

// readRows reads the rows of the next part.
func (s *Stream) readRows() error {
	s.rows = s.rows[:0]
	var r workload.SWFRecord
	for len(s.rows) < engine.StreamPage && s.reader.Next(&r) {
		if err := s.check(&r); err != nil {
			return err
		}
		s.rows, s.last = append(s.rows, r), r
	}
	return s.reader.Err()
}

// check returns an error if a row has no submit time, is out of order, or refers to other
// rows, which may no longer be in memory.
func (s *Stream) check(r *workload.SWFRecord) error {
	problem, fix := "", "leave out --stream"
	switch {
	case r.Submit < 0:
		problem = "it has no submit time (field 2)"
	case r.Submit < s.last.Submit:
		problem = fmt.Sprintf("it is submitted at %v s, before line %d (%v s)", r.Submit.Seconds(), s.last.Line, s.last.Submit.Seconds())
		fix = "sort the rows by field 2, as with sort -s -n -k 2,2, or leave out --stream"
	case r.Preceding != workload.Missing:
		problem = fmt.Sprintf("it follows job %d (field 17)", r.Preceding)
	case r.Status >= workload.SWFContinued && r.Status <= workload.SWFLastFailed:
		problem = fmt.Sprintf("its status, %d, says that it is a part of a job (field 11)", r.Status)
	default:
		return nil
	}
	return fmt.Errorf("line %d: job %d cannot be streamed: %s; %s", r.Line, r.Number, problem, fix)
}

// convert converts the rows that were read to jobs.
func (s *Stream) convert() ([]workload.Job, error) {
	part, err := s.Scenario.JobsOf(&workload.SWF{Known: s.Trace.Known, Records: s.rows})
	if err != nil {
		return nil, err
	}
	for i := range part.Jobs {
		part.Jobs[i].ID += workload.JobID(s.read)
	}
	s.read += len(part.Jobs)
	s.Jobs.Warnings.Merge(&part.Warnings)
	return part.Jobs, nil
}

// Read returns the number of jobs read so far.
func (s *Stream) Read() int { return s.read }

// End updates the header and the warnings to those of the whole trace. It must be called
// after the last part, and before Warnings.
func (s *Stream) End() {
	s.Trace.Header, s.Trace.Warnings = s.reader.Header(), s.reader.Warnings()
	s.Trace.Known = workload.ParseSWFHeader(s.Trace.Header, &s.Trace.Warnings)
}
