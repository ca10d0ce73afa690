package slim

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// A program can be sent in two parts, as Binaryen's wasm-split does: the first
// runs alone until it needs a function of the rest.
//
// Both share the memory, the globals and the table. The table leads from a PC_F
// to its function, whichever part that is in: the rest writes its functions into
// it when it is instantiated, and a call from one part into the other goes
// through it. Until then those places are empty, and whoever starts the first
// part fills them with stubs that fetch the rest (static/js/program.js). Data is
// not parted, so pointers, types and the runtime's tables are right from the
// beginning.

// parting is a program on its way to be two.
type parting struct {
	*module
	imported int      // functions that are imported
	tabled   int      // functions that the table leads to: all that were linked
	kinds    []uint64 // of all functions of its own, by number
	bodies   [][]byte
	first    []bool  // is in the first part
	place    []int64 // index in the part that it is in
	copies   []int64 // index in the rest, of routines, which both parts have
}

// Split parts a program that [Program] made. A function stays in the first part
// if first says so of its number, or if it must: what is exported, calls
// JavaScript, or has parameters of its own. The rest imports the exports of the
// first under the module name "first". Error: it is laid out otherwise.
func Split(program []byte, first func(function int) bool) (before, rest []byte, err error) {
	m, err := split(program)
	if err != nil {
		return nil, nil, err
	}
	p := &parting{module: m}
	for _, step := range []func() error{p.readKinds, p.readTable, p.readBodies} {
		if err := step(); err != nil {
			return nil, nil, err
		}
	}
	if err := p.decide(first); err != nil {
		return nil, nil, err
	}
	if rest, err = p.after(); err != nil {
		return nil, nil, err
	}
	before, err = p.before()
	return before, rest, err
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

// decide sets first, place and copies.
func (p *parting) decide(first func(function int) bool) error {
	entries, err := p.entries()
	if err != nil {
		return err
	}
	for k := range p.kinds {
		_, code, err := p.code(k)
		if err != nil {
			return err
		}
		p.first = append(p.first, k >= p.tabled || p.kinds[k] != kindGo || entries[p.imported+k] ||
			slices.ContainsFunc(code, p.callsOut) || first(k))
	}
	begin, end := int64(p.imported), int64(0)
	for k := range p.kinds {
		next := &end
		if p.first[k] {
			next = &begin
		}
		p.place = append(p.place, *next)
		*next++
		p.copies = append(p.copies, -1)
	}
	for k := p.tabled; k < len(p.kinds); k++ {
		if !entries[p.imported+k] {
			p.copies[k] = end
			end++
		}
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

// body is a function as it stands in one of the parts: calls of what is in the
// same part have its new index, others go through the table.
func (p *parting) body(k int, inFirst bool) ([]byte, error) {
	head, code, err := p.code(k)
	if err != nil {
		return nil, err
	}
	var out []instruction
	for _, i := range code {
		if callee := int(i.a) - p.imported; i.op == opCall && callee >= 0 {
			switch {
			case callee >= len(p.kinds):
				return nil, fmt.Errorf("%w: function %d calls %d", errLayout, k, i.a)
			case p.first[callee] == inFirst:
				i.a = p.place[callee]
			case p.copies[callee] >= 0:
				i.a = p.copies[callee]
			case callee >= p.tabled:
				return nil, fmt.Errorf("%w: function %d calls %d, which is not in the table", errLayout, k, i.a)
			default:
				out = append(out, instruction{op: opI32Const, a: int64(firstFunction + callee)})
				i = instruction{op: opCallThrough, a: int64(p.kinds[callee])}
			}
		}
		out = append(out, i)
	}
	return append(slices.Clone(head), encode(out)...), nil
}
