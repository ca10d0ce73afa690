package traceformats

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// maxColumns is the largest number of columns of a table.
const maxColumns = 1000

// errLong is the error of a budget that is used up.
var errLong = errors.New("too long")

// budget reads from a text, but no more bytes than are left. It bounds what a reader
// of rows may keep in memory: each row renews the budget.
type budget struct {
	in   io.Reader
	left int
}

// Read reads up to len(p) bytes. The error is errLong if the budget is used up.
func (b *budget) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errLong
	}
	n, err := b.in.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// csvHeader returns the names of columns in the first line of a text, or nil if it is
// no CSV.
func csvHeader(src []byte) []string {
	line, _, _ := bytes.Cut(headOf(src), []byte("\n"))
	names, err := csv.NewReader(bytes.NewReader(line)).Read()
	if err != nil {
		return nil
	}
	return names
}

// readCSV reads the rows of a table with a header line. Rows are read one by one.
func (t *tableReader) readCSV(src []byte) {
	whole := bytes.NewReader(bytes.TrimPrefix(src, []byte("\uFEFF")))
	text := &budget{in: whole}
	t.share = func() float64 { return 1 - float64(whole.Len())/float64(whole.Size()) }
	in := csv.NewReader(text)
	in.FieldsPerRecord, in.ReuseRecord = -1, true
	line := 1
	for first := true; !t.full; first = false {
		text.left = t.o.MaxRow
		row, err := in.Read()
		var syntax *csv.ParseError
		if err == nil {
			line, _ = in.FieldPos(0)
		}
		switch {
		case err == io.EOF:
			if first {
				t.stop(0, "the file is empty", "give "+t.f.title)
			}
			return
		case errors.Is(err, errLong):
			t.stop(line, fmt.Sprintf("the row after this line has more than %d bytes", t.o.MaxRow), "a quotation mark is missing, or the file is damaged here: fetch it again")
		case errors.As(err, &syntax):
			t.stop(syntax.Line, fmt.Sprintf("column %d: a quotation mark that does not enclose a value", syntax.Column), "remove it, or put the whole value in double quotes")
		case err != nil:
			t.stop(line, err.Error(), "read the file again")
		case first && len(row) > maxColumns:
			t.stop(line, fmt.Sprintf("%d columns; at most %d", len(row), maxColumns), "give "+t.f.title)
		case first:
			t.use(cloned(row))
		case len(row) != t.width:
			t.fault(line, "", "", fmt.Sprintf("%d values, but the header has %d", len(row), t.width), "the line is cut off, or a value contains a comma: put it in double quotes")
		case t.row(line):
			t.values = row
			t.take(line)
		}
	}
}

// cloned returns a copy of a row that outlives the next row.
func cloned(row []string) []string {
	row = slices.Clone(row)
	for i := range row {
		row[i] = strings.Clone(row[i])
	}
	return row
}
