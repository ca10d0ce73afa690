package workload

import (
	"bytes"
	"fmt"
	"io"
	"iter"
)

// AppendText appends the record as a line of a trace, without the line end. Fields
// are separated by one blank and written in the shortest form, such as "12.5". If
// Text contains something that the fields cannot represent, it is written as it was
// read, unless the field has been changed. Cost: O(bytes).
func (r *SWFRecord) AppendText(dst []byte) []byte {
	v := r.numbers()
	if r.Text != "" {
		return appendSpelled(dst, []byte(r.Text), &v)
	}
	for n, x := range v {
		if n > 0 {
			dst = append(dst, ' ')
		}
		dst = appendField(dst, n, x)
	}
	return dst
}

// appendSpelled appends the numbers v and then what the line contains after its
// fields. A number is spelled as in the line if reading that field required
// rounding and the number has not been changed since.
func appendSpelled(dst, line []byte, v *[SWFFields]int64) []byte {
	at := 0
	for n, x := range v {
		if n > 0 {
			dst = append(dst, ' ')
		}
		var text []byte
		text, at = nextField(line, at)
		if was, rule := readField(n, text); was == x && rule == SWFRounded {
			dst = append(dst, text...)
		} else {
			dst = appendField(dst, n, x)
		}
	}
	if rest := bytes.TrimRight(line[skipBlanks(line, at):], " \t"); len(rest) > 0 {
		dst = append(dst, ' ')
		dst = append(dst, rest...)
	}
	return dst
}

// WriteSWF writes a trace: the records in the given order, with each comment before
// the record that it preceded, and lines ended by LF. A trace that ReadSWF has read
// is written without loss. Only spacing, line ends, blank lines, a byte order mark
// and the spelling of plain numbers ("007") may differ. Errors: an error of w; a
// comment or a Text of more than one line; a line too long to be read again. Cost:
// O(bytes), and a buffer of 32 KiB.
func WriteSWF(w io.Writer, header []HeaderLine, records iter.Seq[SWFRecord]) error {
	out := swfWriter{w: w, header: header}
	for r := range records {
		out.comments(out.records)
		start := len(out.buf)
		out.buf = r.AppendText(out.buf)
		out.endLine(start)
		if out.records++; out.err != nil {
			return out.err
		}
	}
	for len(out.header) > 0 {
		out.comments(out.header[0].Before)
	}
	out.flush()
	return out.err
}

// swfWriter buffers lines and remembers the first error.
type swfWriter struct {
	w       io.Writer
	header  []HeaderLine // comments that are still to be written
	buf     []byte
	records int
	err     error
}

// comments writes the comments that precede the record with the given index.
func (o *swfWriter) comments(records int) {
	for len(o.header) > 0 && o.header[0].Before <= records {
		start := len(o.buf)
		o.buf = o.header[0].AppendText(o.buf)
		o.header = o.header[1:]
		o.endLine(start)
	}
}

// endLine ends the line that begins at index start of the buffer.
func (o *swfWriter) endLine(start int) {
	line := o.buf[start:]
	if o.err == nil && bytes.ContainsAny(line, "\r\n") {
		o.err = fmt.Errorf("%w: %s is more than one line; remove the line ends", ErrSWF, quoted(line))
	}
	if o.err == nil && len(line) > maxSWFLine {
		o.err = fmt.Errorf("%w: %s is a line of %d bytes; a line may have %d", ErrSWF, quoted(line), len(line), maxSWFLine)
	}
	o.buf = append(o.buf, '\n')
	if len(o.buf) >= 32<<10 {
		o.flush()
	}
}

func (o *swfWriter) flush() {
	if o.err == nil && len(o.buf) > 0 {
		_, o.err = o.w.Write(o.buf)
	}
	o.buf = o.buf[:0]
}
