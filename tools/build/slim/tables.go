package slim

import (
	"encoding/binary"
	"fmt"
)

// A table of pclntab holds a value for each PC_B of a function, as runs: pairs
// of the value's change, from -1, and the run's length (runtime.step).

// run is a value that holds up to the PC_B until.
type run struct{ value, until int64 }

// forever is behind the last number of points, so that tables of functions of
// different length can be the same. It takes two bytes.
const forever = 1<<14 - 1

// at looks a value up, -1 beyond all runs.
func at(table []run, point int64) int64 {
	for _, r := range table {
		if point < r.until {
			return r.value
		}
	}
	return -1
}

// table reads the table at an offset. Offset 0 is no table.
func (t *pclntab) table(offset uint32) ([]run, error) {
	if offset == 0 {
		return nil, nil
	}
	var list []run
	last := run{-1, 0}
	for p := t.lines + int(offset); p < t.funcs; {
		change, k := binary.Uvarint(t.memory[p:t.funcs])
		if change == 0 && len(list) > 0 {
			return list, nil
		}
		length, n := binary.Uvarint(t.memory[p+max(k, 0) : t.funcs])
		if k <= 0 || n <= 0 {
			break
		}
		p += k + n
		last = run{last.value + int64(change>>1^-(change&1)), last.until + int64(length)}
		list = append(list, last)
	}
	return nil, fmt.Errorf("%w: the table at %d does not end", errLayout, offset)
}

// packing collects tables, each once.
type packing struct {
	bytes   []byte
	offsets map[string]uint32
}

func newPacking() *packing { return &packing{[]byte{0}, map[string]uint32{}} }

// add writes a table and returns its offset.
func (p *packing) add(table []run) uint32 {
	if len(table) == 0 {
		return 0
	}
	var b []byte
	last := run{-1, 0}
	for _, r := range table {
		change := r.value - last.value
		b = binary.AppendUvarint(b, uint64(uint32(change<<1^change>>63)))
		b = binary.AppendUvarint(b, uint64(r.until-last.until))
		last = r
	}
	b = append(b, 0)
	if offset, ok := p.offsets[string(b)]; ok {
		return offset
	}
	offset := uint32(len(p.bytes))
	p.offsets[string(b)] = offset
	p.bytes = append(p.bytes, b...)
	return offset
}
