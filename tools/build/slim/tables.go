package slim

import (
	"encoding/binary"
	"fmt"
)

// A table of pclntab maps the points of a function to values. A point is identified
// by its number, the PC_B (golayout.go). The table is encoded as a list of runs,
// that is, ranges of points with the same value. Each run consists of the change of
// the value, which is -1 before the first run, and of the run's length
// (runtime.step).

// run is a value that holds for a range of points. The range begins at the end of
// the preceding run and ends before the point until.
type run struct{ value, until int64 }

// forever is larger than the number of any point. All tables end at forever, so
// that functions of different lengths can share a table. It is small enough for an
// encoding of two bytes.
const forever = 1<<14 - 1

// at returns the value of a table at a point, or -1 after the last run.
func at(table []run, point int64) int64 {
	for _, r := range table {
		if point < r.until {
			return r.value
		}
	}
	return -1
}

// table decodes the table at an offset. It returns nil for offset 0, which means no
// table.
func (t *pclntab) table(offset uint32) ([]run, error) {
	if offset == 0 {
		return nil, nil
	}
	table, ok := decodeTable(t.memory[min(t.lines+int(offset), t.funcs):t.funcs])
	if !ok {
		return nil, fmt.Errorf("%w: the table at %d does not end", errLayout, offset)
	}
	return table, nil
}

// decodeTable decodes the table at the beginning of b. It returns false if the table
// does not end within b.
func decodeTable(b []byte) (table []run, ok bool) {
	last := run{-1, 0}
	for {
		change, k := binary.Uvarint(b)
		if k > 0 && change == 0 && len(table) > 0 {
			return table, true
		}
		length, n := binary.Uvarint(b[max(k, 0):])
		if k <= 0 || n <= 0 {
			return nil, false
		}
		b = b[k+n:]
		last = run{last.value + int64(change>>1^-(change&1)), last.until + int64(length)}
		table = append(table, last)
	}
}

// encodeTable returns the encoding of a table, which decodeTable reads. It is empty
// for an empty table.
func encodeTable(table []run) string {
	var b []byte
	last := run{-1, 0}
	for _, r := range table {
		change := r.value - last.value
		b = binary.AppendUvarint(b, uint64(uint32(change<<1^change>>63)))
		b = binary.AppendUvarint(b, uint64(r.until-last.until))
		last = r
	}
	if len(table) > 0 {
		b = append(b, 0)
	}
	return string(b)
}
