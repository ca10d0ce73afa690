package workload

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// SWFReader reads a trace one record at a time, so that a trace of any length
// needs memory for one line and for its comments only.
type SWFReader struct {
	in      *bufio.Reader
	o       SWFOptions
	line    int // of the line read last
	read    int // bytes of the lines up to that
	records int
	header  []HeaderLine
	comment int // bytes of comments so far
	report  Report
	odd     []Warning // about the row being read; they count if it is kept
	faults  []Warning // bad lines, unless SkipBad
	more    bool      // there may be more bad lines
	ended   bool
	err     error // of the io.Reader
}

// NewSWFReader returns a reader at the first line of r.
func NewSWFReader(r io.Reader, o SWFOptions) *SWFReader {
	if o.MaxJobs <= 0 {
		o.MaxJobs = maxSWFJobs
	}
	if o.MaxLine <= 0 {
		o.MaxLine = maxSWFLine
	}
	return &SWFReader{in: bufio.NewReaderSize(r, o.MaxLine+len("\r\n")), o: o}
}

// Next reads the next row into rec and reports whether there was one. After a
// line that cannot be read there are no more records, but Next reads on for
// the other bad lines, so that Err has them all (at most 20). Cost: O(bytes
// of the row and of the comments before it).
func (s *SWFReader) Next(rec *SWFRecord) bool {
	for !s.ended {
		line, ok := s.readLine()
		if !ok {
			continue
		}
		text := bytes.TrimLeft(line, " \t")
		switch {
		case len(text) == 0:
		case text[0] == ';':
			s.readComment(text[1:])
		case s.records == s.o.MaxJobs:
			s.stop(Warning{Line: s.line, Rule: SWFTooManyJobs, Value: strconv.Itoa(s.o.MaxJobs)})
		case s.readRow(text, rec):
			if len(s.faults) == 0 {
				s.records++
				return true
			}
		}
	}
	return false
}

// All yields the records that are left; it is an iter.Seq. Look at Err after
// it.
func (s *SWFReader) All(yield func(SWFRecord) bool) {
	var rec SWFRecord
	for s.Next(&rec) {
		if !yield(rec) {
			return
		}
	}
}

// Err is why Next returned false: nil at the end of the trace, an *SWFError,
// or the error of the io.Reader with the line at which it happened.
func (s *SWFReader) Err() error {
	if s.err == nil && len(s.faults) > 0 {
		return &SWFError{s.faults, s.more}
	}
	return s.err
}

// Header are the comments read so far.
func (s *SWFReader) Header() []HeaderLine { return s.header }

// Warnings are what was odd so far, by line.
func (s *SWFReader) Warnings() Report { return s.report }

// readLine returns the next line without its end; it is valid until the next
// call. It is not ok where there is nothing to look at: at the end, or when
// the line as such is bad.
func (s *SWFReader) readLine() (line []byte, ok bool) {
	line, err := s.in.ReadSlice('\n')
	s.line++
	length, long := len(line), false
	for err == bufio.ErrBufferFull { // far too long: only its end is of interest
		line, err = s.in.ReadSlice('\n')
		length, long = length+len(line), true
	}
	if err != nil && err != io.EOF {
		s.ended, s.err = true, fmt.Errorf("trace, line %d: %w", s.line, err)
		return nil, false
	}
	s.read += length
	s.ended = err == io.EOF // this line is still to be looked at
	text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	length -= len(line) - len(text)
	line = text
	if long || length > s.o.MaxLine {
		s.fault(Warning{Line: s.line, Rule: SWFLongLine, Value: strconv.Itoa(length), Other: strconv.Itoa(s.o.MaxLine)})
		return nil, false
	}
	if s.line == 1 {
		line, ok = s.firstLine(line)
		if !ok {
			return nil, false
		}
	}
	if bytes.IndexByte(line, '\r') >= 0 {
		s.fault(Warning{Line: s.line, Rule: SWFLoneReturn})
		return nil, false
	}
	return line, true
}

// firstLine looks for what only the first line can have.
func (s *SWFReader) firstLine(line []byte) ([]byte, bool) {
	if bytes.HasPrefix(line, []byte{0x1f, 0x8b}) {
		s.stop(Warning{Line: 1, Rule: SWFPacked})
		return nil, false
	}
	if rest, marked := bytes.CutPrefix(line, []byte("\uFEFF")); marked {
		s.report.add(Warning{Line: 1, Rule: SWFByteOrderMark})
		line = rest
	}
	return line, true
}

// readComment keeps a comment; text is what follows the ';'.
func (s *SWFReader) readComment(text []byte) {
	if s.comment += len(text); s.comment > maxSWFCommentBytes {
		s.stop(Warning{Line: s.line, Rule: SWFTooMuchComment, Value: "16 MiB"})
		return
	}
	if len(s.header) == maxSWFComments {
		s.stop(Warning{Line: s.line, Rule: SWFTooMuchComment, Value: "100,000 lines"})
		return
	}
	if !utf8.Valid(text) {
		s.report.add(Warning{Line: s.line, Rule: SWFNotUTF8})
	}
	h := newHeaderLine(string(text))
	h.Line, h.Before = s.line, s.records
	s.header = append(s.header, h)
}

// fault is a line that cannot be read.
func (s *SWFReader) fault(w Warning) {
	if s.o.SkipBad {
		s.report.add(w)
		return
	}
	s.faults = append(s.faults, w)
	if len(s.faults) == maxSWFFaults && !s.ended {
		s.ended, s.more = true, true
	}
}

// stop is a fault that ends the reading, SkipBad or not.
func (s *SWFReader) stop(w Warning) {
	s.faults = append(s.faults, w)
	s.ended = true
}
