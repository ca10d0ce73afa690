package slim

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// A program can be sent in parts, as Binaryen's wasm-split does: the first runs
// alone until it needs a function of another one.
//
// All share the memory, the globals and the table. The table leads from a PC_F
// to its function, whichever part that is in: each part writes its functions into
// it when it is instantiated, and a call from one part into another goes through
// it. Until then those places are empty, and whoever starts the first part fills
// them with stubs that fetch what is missing (static/js/parts.js). So the others
// may come in any order, or never. Data is not parted, so pointers, types and the
// runtime's tables are right from the beginning.

// parting is a program on its way to be several.
type parting struct {
	*module
	imported int      // functions that are imported
	tabled   int      // functions that the table leads to: all that were linked
	kinds    []uint64 // of all functions of its own, by number
	bodies   [][]byte
	part     []int   // the part that it is in, from 0
	place    []int64 // index in that part
	ends     []int64 // by part: the index behind its own functions; copies follow
	copied   []int   // routines that stand in the first part, and in the others as copies
}

// Split parts a program that [Program] made. The function part says in which part
// one belongs, from 0, by its number; in the first stays, besides, what must: what
// is exported, calls JavaScript, or has parameters of its own. There are as many
// parts as the highest number says. The others import the exports of the first
// under the module name "first". Error: it is laid out otherwise.
func Split(program []byte, part func(function int) int) ([][]byte, error) {
	m, err := split(program)
	if err != nil {
		return nil, err
	}
	p := &parting{module: m}
	for _, step := range []func() error{p.readKinds, p.readTable, p.readBodies} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if err := p.decide(part); err != nil {
		return nil, err
	}
	parts := make([][]byte, len(p.ends))
	for in := len(parts) - 1; in > 0; in-- {
		if parts[in], err = p.after(in); err != nil {
			return nil, err
		}
	}
	parts[0], err = p.before() // last: in place of the program
	return parts, err
}

func (p *parting) readKinds() error {
	_, imported, own, err := p.counts()
	if err != nil {
		return err
	}
	p.imported = imported
	s, err := p.section(functionSection)
	if err != nil {
		return err
	}
	n, list, err := s.list()
	for range n {
		kind, k := binary.Uvarint(list)
		if k <= 0 {
			break
		}
		p.kinds = append(p.kinds, kind)
		list = list[k:]
	}
	if err != nil || len(p.kinds) != own {
		return fmt.Errorf("%w: %d functions have %d types", errLayout, own, len(p.kinds))
	}
	return nil
}

// readTable makes sure that the table has the linked functions in their order.
func (p *parting) readTable() error {
	s, err := p.section(elementSection)
	if err != nil {
		return err
	}
	p.tabled = len(p.kinds)
	for ; p.tabled > 0; p.tabled-- {
		if slices.Equal(s.body, elements(stretchOf(firstFunction, p.imported, p.tabled))) {
			return nil
		}
	}
	return fmt.Errorf("%w: the table has not one place for each function", errLayout)
}

func (p *parting) readBodies() error {
	s, err := p.section(codeSection)
	if err != nil {
		return err
	}
	n, list, err := s.list()
	if err != nil {
		return err
	}
	for range n {
		size, k := binary.Uvarint(list)
		if k <= 0 || size > uint64(len(list)-k) {
			return fmt.Errorf("%w: function %d does not end", errLayout, len(p.bodies))
		}
		p.bodies = append(p.bodies, list[k:k+int(size)])
		list = list[k+int(size):]
	}
	return nil
}

// decide sets what says where each function goes: part, place, ends, copied.
func (p *parting) decide(part func(function int) int) error {
	entries, err := p.entries()
	if err != nil {
		return err
	}
	for k := range p.kinds {
		_, code, err := p.code(k)
		if err != nil {
			return err
		}
		in := 0
		if k < p.tabled && p.kinds[k] == kindGo && !entries[p.imported+k] && !slices.ContainsFunc(code, p.callsOut) {
			in = part(k)
		}
		p.part = append(p.part, in)
		if k >= p.tabled && !entries[p.imported+k] {
			p.copied = append(p.copied, k)
		}
	}
	p.ends = make([]int64, 1+slices.Max(append(p.part, 0)))
	p.ends[0] = int64(p.imported)
	for _, in := range p.part {
		p.place = append(p.place, p.ends[in])
		p.ends[in]++
	}
	return nil
}

// callsOut reports whether an instruction calls JavaScript.
func (p *parting) callsOut(i instruction) bool { return i.op == opCall && i.a < int64(p.imported) }

// code is a function's, and the bytes of its locals before it.
func (p *parting) code(k int) (head []byte, code []instruction, err error) {
	body := p.bodies[k]
	groups, at := binary.Uvarint(body)
	for range groups {
		_, n := binary.Uvarint(body[min(at, len(body)):])
		if at += n + 1; n <= 0 || at >= len(body) {
			return nil, nil, fmt.Errorf("%w: locals of function %d", errLayout, k)
		}
	}
	code, err = decode(body[at:])
	return body[:at], code, err
}

// body is a function as it stands in a part: calls of what is in the same part
// have its new index, others go through the table.
func (p *parting) body(k, in int) ([]byte, error) {
	head, code, err := p.code(k)
	if err != nil {
		return nil, err
	}
	var out []instruction
	for _, i := range code {
		if callee := int(i.a) - p.imported; i.op == opCall && callee >= 0 {
			if callee >= len(p.kinds) {
				return nil, fmt.Errorf("%w: function %d calls %d", errLayout, k, i.a)
			}
			if at, ok := p.index(callee, in); ok {
				i.a = at
			} else if callee < p.tabled {
				out = append(out, instruction{op: opI32Const, a: int64(firstFunction + callee)})
				i = instruction{op: opCallThrough, a: int64(p.kinds[callee])}
			} else {
				return nil, fmt.Errorf("%w: function %d calls %d, which is not in the table", errLayout, k, i.a)
			}
		}
		out = append(out, i)
	}
	return append(slices.Clone(head), encode(out)...), nil
}

// index is where a function stands in a part, if it does.
func (p *parting) index(k, in int) (at int64, ok bool) {
	if p.part[k] == in {
		return p.place[k], true
	}
	n, ok := slices.BinarySearch(p.copied, k)
	return p.ends[in] + int64(n), ok
}
