package sacct

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"hopyard/core/slurmtext"
)

// readLines reads the output of sacct -P or -p. It returns only errors of the
// reader. Errors in the text become faults.
func (g *gatherer) readLines(in *bufio.Reader) error {
	l := &lines{in: in, most: g.o.MaxLine}
	var at *layout
	var header []byte
	for !g.full() {
		line, err := l.next()
		switch {
		case err != nil:
			return fmt.Errorf("line %d: %w", l.line, err)
		case line == nil && at == nil:
			g.fault(&LineError{Problem: "the file is empty", Fix: "write it with " + recommendedFor(g.records != nil)})
			return nil
		case line == nil:
			return nil
		case l.long > 0:
			g.fault(&LineError{Line: l.line, Problem: fmt.Sprintf("%s bytes; a line may have %s", slurmtext.Number(int64(l.long)), slurmtext.Number(int64(l.most))), Limit: slurmtext.Number(int64(l.most)), Fix: "leave out columns with long texts, such as SubmitLine and AdminComment"})
		case len(line) == 0:
		case at == nil:
			header = bytes.Clone(line) // a copy, since peeking ahead overwrites it
			if at = g.header(l, header); at == nil {
				return nil
			}
		case bytes.Equal(line, header): // the header again, if the text joins the outputs of several calls
		default:
			g.line(at, line, l.line)
		}
	}
	return nil
}

// header parses the header line. It returns nil if there are faults.
func (g *gatherer) header(l *lines, line []byte) *layout {
	fault := &LineError{Line: l.line}
	switch peek, _ := l.in.Peek(4096); {
	case isHeader(line):
		at, faults := newLayout(line, g.records != nil)
		for _, f := range faults {
			f.Line = l.line
			g.fault(f)
		}
		g.has = at.has
		if len(faults) > 0 {
			return nil
		}
		return at
	case isAligned(line, peek):
		fault.Problem, fault.Fix = "columns separated by blanks, in which sacct truncates values", "call sacct with -P"
	case isRow(line):
		fault.Problem, fault.Fix = "a row, but no header line that names the columns", "call sacct without -n (--noheader)"
	default:
		fault.Problem, fault.Fix = "no header line that names JobID or JobIDRaw", "write the file with "+recommended
	}
	g.fault(fault)
	return nil
}

// line parses a row.
func (g *gatherer) line(at *layout, line []byte, n int) {
	if at.id == 0 { // skip job steps first, since other values of a step, such as its name, may be malformed
		id, _, _ := cut(line, at.sep)
		if bytes.IndexByte(id, '.') > 0 && new(row).setID(id, true) == nil {
			g.steps++
			return
		}
	}
	have := count(line, at.sep)
	if have != len(at.fields) {
		fix := "the file is cut off here, or a name contains a line break: call sacct again without free-text columns (SubmitLine, Comment)"
		if have > len(at.fields) {
			fix = fmt.Sprintf("a name contains %q: leave out free-text columns (JobName, SubmitLine, Comment), or set --delimiter", at.sep)
		}
		g.fault(&LineError{Line: n, Problem: fmt.Sprintf("%d columns, but the header has %d", have, len(at.fields)), Limit: fmt.Sprint(len(at.fields)), Fix: fix})
		return
	}
	g.row.reset(n)
	g.row.clock = g.clock
	bad := false
	rest := line
	for _, f := range at.fields {
		var text []byte
		text, rest, _ = cut(rest, at.sep)
		if f == noField || g.row.step {
			continue
		}
		if fault := g.row.set(f, trim(text)); fault != nil && !g.row.step {
			fault.Line, fault.Place = n, titles[f]
			g.fault(fault)
			bad = true
		}
	}
	if !bad {
		g.add()
	}
}

// lines reads a text line by line.
type lines struct {
	in   *bufio.Reader
	most int
	line int    // number of the last line read, from 1
	long int    // length of the last line if it is longer than most bytes, else 0
	buf  []byte // holds a line that is longer than the buffer of the reader
}

// next returns the next line without its end, or nil at the end of the text. The
// line is valid until the next call.
func (l *lines) next() ([]byte, error) {
	l.line++
	l.long, l.buf = 0, l.buf[:0]
	length := 0
	for {
		part, err := l.in.ReadSlice('\n')
		length += len(part)
		if err == bufio.ErrBufferFull || len(l.buf) > 0 {
			if length <= l.most+2 {
				l.buf = append(l.buf, part...)
			}
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err != nil && err != io.EOF:
			return nil, err
		case err == io.EOF && length == 0:
			return nil, nil
		}
		if len(l.buf) > 0 {
			part = l.buf
		}
		part = bytes.TrimSuffix(bytes.TrimSuffix(part, []byte("\n")), []byte("\r"))
		if l.line == 1 {
			part = bytes.TrimPrefix(part, []byte("\uFEFF"))
		}
		if length > l.most+2 {
			l.long = length
		}
		return part[:len(part):len(part)], nil
	}
}
