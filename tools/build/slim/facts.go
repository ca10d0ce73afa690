package slim

import (
	"encoding/binary"
	"fmt"
)

// A fact (funcdata) is data about a function, such as which of its stack slots are
// pointers.

// fact returns a fact of the function with the given record, and its address. The
// fact is empty if the function has none of this kind, or if only stack traces need
// it.
func (t *pclntab) fact(m moduledata, r record, kind int) (fact piece, at int, err error) {
	if kind >= r.facts() || alignments[kind] == 0 {
		return fact, 0, nil
	}
	offset := r.word(fieldMore + 4*(r.tables()+kind))
	if offset == none {
		return fact, 0, nil
	}
	at = m.facts + int(offset)
	size := factSize(kind, t.memory[min(at, m.buckets):m.buckets])
	if size == 0 {
		return fact, 0, fmt.Errorf("%w: fact %d", errLayout, kind)
	}
	return piece{string(t.memory[at : at+size]), alignments[kind]}, at, nil
}

// factsArea returns the addresses at which the memory area for facts begins and
// ends.
func (t *pclntab) factsArea(m moduledata) (begin, end int, err error) {
	begin, end = m.buckets, m.facts
	for k := range t.functions {
		r, err := t.function(k)
		if err != nil {
			return 0, 0, err
		}
		for kind := range factsKept {
			fact, at, err := t.fact(m, r, kind)
			if err != nil {
				return 0, 0, fmt.Errorf("%w of function %d", err, k)
			}
			if fact.bytes != "" {
				begin, end = min(begin, at), max(end, at+len(fact.bytes))
			}
		}
	}
	return begin, end, nil
}

// factSize returns the size in bytes of the fact at the beginning of b. It returns
// 0 if b does not begin with a valid fact of that kind.
func factSize(kind int, b []byte) int {
	size := 0
	switch {
	case kind == factDefers:
		_, n := binary.Uvarint(b)
		_, k := binary.Uvarint(b[max(n, 0):])
		if n > 0 && k > 0 {
			size = n + k
		}
	case len(b) < 8:
	case kind == factStack: // the number of records, followed by records of 16 bytes
		if n := binary.LittleEndian.Uint64(b); n < 1<<16 {
			size = 8 + 16*int(n)
		}
	default: // the number of bitmaps and the number of bits in each, followed by the bitmaps
		n, bits := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
		if n < 1<<16 && bits < 1<<20 {
			size = 8 + int(n)*((int(bits)+7)/8)
		}
	}
	if size > len(b) {
		return 0
	}
	return size
}
