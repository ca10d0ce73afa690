package workload

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// SWFReader reads a trace record by record. It needs memory for only one line and
// for the comments, however long the trace is.
type SWFReader struct {
	in      *bufio.Reader
	o       SWFOptions
	line    int // number of the last line read
	read    int // bytes of all lines read so far
	records int
	header  []HeaderLine
	comment int // bytes of comments so far
	report  Report
	odd     []Warning // oddities of the current row, reported only if the row is kept
	faults  []Warning // faulty lines, unless SkipBad is set
	more    bool      // there may be more faulty lines
	ended   bool
	err     error // error of the io.Reader
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

// Next reads the next row into rec and reports whether there was one. After a line
// that cannot be read, Next returns no more records. It still reads on to find
// other faulty lines, so that Err can list them (at most 20). Cost: O(bytes of the
// row and of the comments before it).
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

// Err returns the reason why Next returned false: nil at the end of the trace, an
// *SWFError, or the error of the io.Reader with the line at which it occurred.
func (s *SWFReader) Err() error {
	if s.err == nil && len(s.faults) > 0 {
		return &SWFError{s.faults, s.more}
	}
	return s.err
}

// Header returns the comments read so far.
func (s *SWFReader) Header() []HeaderLine { return s.header }

// Warnings returns the oddities found so far, ordered by line.
func (s *SWFReader) Warnings() Report { return s.report }

// readLine returns the next line without its end. The line is valid until the next
// call. It returns false for a faulty line and after an error of the io.Reader.
func (s *SWFReader) readLine() (line []byte, ok bool) {
	line, err := s.in.ReadSlice('\n')
	s.line++
	length, long := len(line), false
	for err == bufio.ErrBufferFull { // the line is far too long; find its end
		line, err = s.in.ReadSlice('\n')
		length, long = length+len(line), true
	}
	if err != nil && err != io.EOF {
		s.ended, s.err = true, fmt.Errorf("trace, line %d: %w", s.line, err)
		return nil, false
	}
	s.read += length
	s.ended = err == io.EOF // this line is still processed
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

// firstLine handles what can occur only in the first line: a gzip header and a byte
// order mark.
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

// readComment stores a comment. The argument text is what follows the ';'.
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

// fault records a line that cannot be read.
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

// stop records a fault that ends the reading, whether or not SkipBad is set.
func (s *SWFReader) stop(w Warning) {
	s.faults = append(s.faults, w)
	s.ended = true
}
