package metrics

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// TableWriter writes a table as CSV, cell by cell. Numbers have as many digits as
// needed, and times are in seconds.
type TableWriter struct {
	to    io.Writer
	row   []byte // written when it has become large
	begun bool   // whether the row has a cell
	err   error
}

// NewTable returns a writer that has written the header line.
func NewTable(w io.Writer, header string) *TableWriter {
	return &TableWriter{to: w, row: append([]byte(header), '\n')}
}

func (t *TableWriter) cell() {
	if t.begun {
		t.row = append(t.row, ',')
	}
	t.begun = true
}

// Empty writes empty cells.
func (t *TableWriter) Empty(n int) {
	for range n {
		t.cell()
	}
}

// Int writes an integer.
func (t *TableWriter) Int(n int64) {
	t.cell()
	t.row = strconv.AppendInt(t.row, n, 10)
}

// Float writes a number.
func (t *TableWriter) Float(x float64) {
	t.cell()
	t.row = strconv.AppendFloat(t.row, x, 'f', -1, 64)
}

// Time writes a time.
func (t *TableWriter) Time(at simtime.Time) {
	t.cell()
	t.row = at.AppendText(t.row)
}

// TimeIf writes a time, or an empty cell if the job has no such time.
func (t *TableWriter) TimeIf(has bool, at simtime.Time) {
	if has {
		t.Time(at)
	} else {
		t.Empty(1)
	}
}

// bit writes 1 for true and 0 for false.
func (t *TableWriter) bit(yes bool) {
	if yes {
		t.Word("1")
	} else {
		t.Word("0")
	}
}

// Word writes a word of the program, which needs no quotes.
func (t *TableWriter) Word(text string) {
	t.cell()
	t.row = append(t.row, text...)
}

// Text writes a text of a user, in quotes if necessary. If a spreadsheet would
// interpret the text as a formula, an apostrophe is prefixed.
func (t *TableWriter) Text(text string) {
	if text != "" && strings.IndexByte("=+-@\t\r", text[0]) >= 0 {
		text = "'" + text
	}
	if strings.ContainsAny(text, ",\"\r\n") {
		text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	t.Word(text)
}

// Nodes writes a node list, in quotes if it contains commas.
func (t *TableWriter) Nodes(p cluster.Placement) {
	t.cell()
	at := len(t.row)
	t.row = p.AppendText(t.row)
	if bytes.IndexByte(t.row[at:], ',') >= 0 {
		t.row = append(slices.Insert(t.row, at, '"'), '"')
	}
}

// EndRow ends the row.
func (t *TableWriter) EndRow() {
	t.row, t.begun = append(t.row, '\n'), false
	if len(t.row) > 1<<15 {
		t.flush()
	}
}

func (t *TableWriter) flush() {
	if t.err == nil {
		_, t.err = t.to.Write(t.row)
	}
	t.row = t.row[:0]
}

// Close writes what is left and returns the first error of writing.
func (t *TableWriter) Close() error {
	t.flush()
	return t.err
}

// WriteFigures writes figures as CSV with the columns key (as in --metrics), title,
// unit, direction (-1: lower is better, 1: higher is better) and value. It returns
// an error if writing fails.
func WriteFigures(w io.Writer, list []Figure) error {
	t := NewTable(w, "figure,title,unit,better,value")
	for i := range list {
		x := &list[i]
		t.Word(x.Key)
		t.Text(x.Title)
		t.Word(x.Unit)
		t.Int(int64(x.Better))
		t.Float(x.Value)
		t.EndRow()
	}
	return t.Close()
}

// WriteSeries writes the state of the machine over time as CSV, with times in
// seconds and a line for each time at which something changed. It returns an error
// if writing fails. Cost: that of Series.
func WriteSeries(w io.Writer, m *cluster.Machine, jobs []workload.Job, net network.Model, log []trace.Event) error {
	t := NewTable(w, "time,busy_cores,free_while_waiting_cores,frozen_cores,down_cores,waiting,running,hops_per_pair,link_load")
	for _, p := range Series(m, jobs, net, log) {
		t.Time(p.Time)
		for _, n := range [...]int64{p.Busy, p.Free, p.Frozen, p.Gone, p.Waiting, p.Running} {
			t.Int(n)
		}
		t.Float(p.Hops)
		t.Float(p.Load)
		t.EndRow()
	}
	return t.Close()
}
