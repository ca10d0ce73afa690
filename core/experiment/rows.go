package experiment

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// columns lists the columns of a row between the factors and the figures.
var columns = []string{"repetition", "seed"}

// line returns the given fields as one row of CSV.
func line(fields []string) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Write(fields) // writing to a buffer cannot fail
	w.Flush()
	return out.Bytes()
}

// Header returns the first line of the CSV file: the names of the factors,
// "repetition", "seed", and the keys of the figures.
func (r *Results) Header() []byte {
	fields := append(r.factors(), columns...)
	for _, k := range r.Keys {
		fields = append(fields, k.Key)
	}
	return line(fields)
}

func (r *Results) factors() []string {
	var names []string
	for _, f := range r.Design.Factors {
		names = append(names, f.Name)
	}
	return names
}

// Row returns a completed run as a line of CSV. Repetitions are counted from 1.
// Each number has enough digits to restore exactly the same value.
func (r *Results) Row(cell, repetition int) []byte {
	fields := append(r.Names(cell), strconv.Itoa(repetition+1), strconv.FormatInt(r.Seed(cell, repetition), 10))
	for _, x := range r.At(cell, repetition) {
		fields = append(fields, exact(x))
	}
	return line(fields)
}

func exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// ReadRows reads a header and rows of runs in any order. If a run appears twice,
// both rows must have the same figures. Errors name the line. Cost: O(len), and
// O(cells) the first time.
func (r *Results) ReadRows(src []byte) error {
	if r.byName == nil {
		r.byName = make(map[string]int, len(r.Cells))
		for i := range r.Cells {
			r.byName[nameOf(r.Names(i))] = i
		}
	}
	in := csv.NewReader(bytes.NewReader(src))
	in.FieldsPerRecord = -1
	in.ReuseRecord = true
	for n := 1; ; n++ {
		fields, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil && n > 1 {
			err = r.readRow(fields)
		} else if want := r.Header(); err == nil && !bytes.Equal(line(fields), want) {
			err = fmt.Errorf("the columns are not %s; the rows are from another design or version", strings.TrimSpace(string(want)))
		}
		if err != nil {
			return fmt.Errorf("line %d: %w; remove the line to repeat its run, or use a new folder", n, err)
		}
	}
}

// nameOf returns a map key for the cell with the given level names.
func nameOf(levels []string) string { return strings.Join(levels, "\n") }

// readRow reads the row of one run.
func (r *Results) readRow(fields []string) error {
	names := len(r.Design.Factors)
	if want := names + len(columns) + len(r.Keys); len(fields) != want {
		return fmt.Errorf("it has %d fields, not %d", len(fields), want)
	}
	cell, ok := r.byName[nameOf(fields[:names])]
	if !ok {
		return fmt.Errorf("the design has no cell %s", strings.Join(fields[:names], ", "))
	}
	n, err := strconv.Atoi(fields[names])
	if err != nil || n < 1 || n > r.Design.Repetitions {
		return fmt.Errorf("repetition %q is not 1 to %d", fields[names], r.Design.Repetitions)
	}
	if want := strconv.FormatInt(r.Seed(cell, n-1), 10); fields[names+1] != want {
		return fmt.Errorf("seed %q is not %s, that of repetition %d", fields[names+1], want, n)
	}
	figures := make([]float64, len(r.Keys))
	for i, text := range fields[names+len(columns):] {
		if figures[i], err = strconv.ParseFloat(text, 64); err != nil || exact(figures[i]) != text {
			return fmt.Errorf("%s %q is not a number as written here", r.Keys[i].Key, text)
		}
	}
	if there := r.At(cell, n-1); there != nil && !slices.Equal(there, figures) {
		return fmt.Errorf("repetition %d of %s is already there, with other figures", n, r.Design.Describe(r.Cells[cell].Levels))
	}
	r.Set(cell, n-1, figures)
	return nil
}

// WriteRows writes the header and the rows of all completed runs, ordered by cell
// and repetition.
func (r *Results) WriteRows(w io.Writer) error {
	if _, err := w.Write(r.Header()); err != nil {
		return err
	}
	for cell := range r.Cells {
		for n := range r.Design.Repetitions {
			if r.At(cell, n) == nil {
				continue
			}
			if _, err := w.Write(r.Row(cell, n)); err != nil {
				return err
			}
		}
	}
	return nil
}

// WriteMeans writes a CSV row for each cell, with the mean of each figure and half
// the width of its 95 % confidence interval. The means are over the repetitions
// that RepetitionsOf returns. If the design resamples a trace, the means are the
// figures of the trace, and n still counts all repetitions.
func (r *Results) WriteMeans(w io.Writer) error {
	fields := append(r.factors(), "n")
	for _, k := range r.Keys {
		fields = append(fields, k.Key, k.Key+"_half")
	}
	if _, err := w.Write(line(fields)); err != nil {
		return err
	}
	made := r.Repetitions()
	for cell := range r.Cells {
		if r.groups != nil {
			made = r.RepetitionsOf(cell)
		}
		fields = append(r.Names(cell), strconv.Itoa(len(made)))
		for i := range r.Keys {
			e := r.EstimatorOf(cell).Of(r.Sample(cell, i, made))
			fields = append(fields, exact(e.Mean), exact(e.Half))
		}
		if _, err := w.Write(line(fields)); err != nil {
			return err
		}
	}
	return nil
}
