package slim

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// typeSlow is the encoded type i64 → i32 of the shared routines (rareCall).
var typeSlow = []byte{0x60, 1, kindI64, 1, kindI32}

// shrinkCode rewrites the functions that the compiler made, and appends the shared
// routines. Functions written in assembly stay unchanged.
func (m *module) shrinkCode(t *pclntab) error {
	kind, first, n, err := m.counts()
	if err != nil {
		return err
	}
	code, err := m.section(codeSection)
	if err != nil {
		return err
	}
	_, rest, err := code.list()
	if err != nil {
		return err
	}
	if n != t.functions {
		return fmt.Errorf("%w: %d functions have %d records", errLayout, n, t.functions)
	}
	special, err := t.callees(int64(first), int64(first+n))
	if err != nil {
		return err
	}
	out := binary.AppendUvarint(nil, uint64(n))
	for k := range n {
		size, p := binary.Uvarint(rest)
		if p <= 0 || size > uint64(len(rest)-p) {
			return fmt.Errorf("%w: function %d does not end", errLayout, k)
		}
		body, err := t.shrink(rest[p:p+int(size)], k, special)
		if err != nil {
			return err
		}
		out = append(binary.AppendUvarint(out, uint64(len(body))), body...)
		rest = rest[p+int(size):]
	}
	code.body = out
	var routines [][]byte
	for _, r := range special.slow {
		routines = append(routines, r.body())
	}
	return m.append(uint64(kind), typeSlow, routines...)
}

// shrink returns the rewritten body of function k. It returns the original body if
// the function is written in assembly or does not have the expected form. It also
// updates the function's record.
func (t *pclntab) shrink(body []byte, k int, c callees) ([]byte, error) {
	r, err := t.function(k)
	if err != nil {
		return nil, err
	}
	frame, err := t.table(r.word(fieldFrames))
	if err != nil {
		return nil, err
	}
	live, err := t.table(r.live())
	if err != nil {
		return nil, err
	}
	if !r.assembled() {
		if f, ok := readFunction(body); ok {
			f.pc = int64(firstFunction+k) << pointBits
			f.resumes = r.deferReturn()
			f.outline(c.slow)
			ended, ok := f.returns(c.ending)
			if p, numbered := f.number(live, frame, ended); ok && numbered {
				l := f.layOut(p)
				f.shareAddress(p)
				f.tidy()
				body, live, frame = f.write(l, p), p.live, p.frame
				r.set(fieldDeferReturn, uint32(p.defers))
			}
		}
	}
	r.set(fieldFrames, t.keep(frame))
	if r.tables() > tableLive {
		r.set(fieldMore+4*tableLive, t.keep(live))
	}
	return body, nil
}

// callees holds the functions whose calls are rewritten in a special way.
type callees struct {
	slow   []rareCall
	ending map[int64]bool // indices of functions that never return
}

// callees finds the functions with special calls by name. Its parameters are the
// indices of the first linked function and of the first shared routine.
func (t *pclntab) callees(first, next int64) (callees, error) {
	c := callees{ending: map[int64]bool{}}
	for k := range t.functions {
		r, err := t.function(k)
		if err != nil {
			return c, err
		}
		index := first + int64(k)
		routine := rareCall{calls: index, routine: next + int64(len(c.slow))}
		switch name := t.name(r); {
		case name == panicNil:
			routine.point = pointFrame
			c.slow = append(c.slow, routine)
		case slices.Contains(growStack, name):
			c.slow = append(c.slow, routine)
		case strings.HasPrefix(name, panicPrefix), slices.Contains(neverReturn, name):
			c.ending[index] = true
		}
	}
	return c, nil
}
