package slim

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// packFacts moves the facts that a running program needs to the beginning of the
// memory area for facts. A fact (funcdata) is data about a function, such as which
// of its stack slots are pointers. Equal facts are stored only once, and the most
// frequent come first. packFacts clears the rest of the area.
func (t *pclntab) packFacts(m moduledata) error {
	uses, align := map[string]int{}, map[string]int{}
	first, last := m.buckets, m.facts
	err := t.eachFact(m, func(kind, from int, fact string) int {
		first, last = min(first, from), max(last, from+len(fact))
		uses[fact]++
		align[fact] = max(align[fact], alignments[kind])
		return from
	})
	if err != nil {
		return err
	}
	begin := (first + 7) &^ 7
	var packed []byte
	places := map[string]int{}
	for _, fact := range slices.SortedFunc(maps.Keys(uses), func(a, b string) int {
		return cmp.Or(cmp.Compare(uses[b], uses[a]), cmp.Compare(a, b))
	}) {
		for len(packed)%align[fact] != 0 {
			packed = append(packed, 0)
		}
		places[fact] = begin + len(packed)
		packed = append(packed, fact...)
	}
	if begin+len(packed) > last {
		return fmt.Errorf("%w: the packed facts are longer than all", errLayout)
	}
	if err := t.eachFact(m, func(_, _ int, fact string) int { return places[fact] }); err != nil {
		return err
	}
	clear(t.memory[first:last])
	copy(t.memory[begin:], packed)
	return nil
}

// eachFact calls the given function for each needed fact, with the number, the
// address and the bytes of the fact. That function returns the new address of the
// fact, and eachFact changes the offset in the function's record accordingly. It
// removes the offsets of facts that only stack traces need.
func (t *pclntab) eachFact(m moduledata, place func(kind, from int, fact string) int) error {
	for k := range t.functions {
		r, err := t.function(k)
		if err != nil {
			return err
		}
		for kind := range r.facts() {
			at := fieldMore + 4*(r.tables()+kind)
			if kind >= len(alignments) || alignments[kind] == 0 {
				r.set(at, none)
			}
			if r.word(at) == none {
				continue
			}
			from := m.facts + int(r.word(at))
			size := factSize(kind, t.memory[min(from, m.buckets):m.buckets])
			if size == 0 {
				return fmt.Errorf("%w: fact %d of function %d", errLayout, kind, k)
			}
			r.set(at, uint32(place(kind, from, string(t.memory[from:from+size]))-m.facts))
		}
	}
	return nil
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
