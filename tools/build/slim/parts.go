package slim

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// A program can be sent in parts, as with Binaryen's wasm-split. The first part
// runs alone until it needs a function of another part.
//
// All parts share the memory, the globals and the table. The table maps the number
// of each function, its PC_F, to the function, in whichever part the function is.
// Calls between parts go through the table. A part writes its functions into the
// table when it is instantiated; until then, their entries are empty. The code that
// starts the first part must fill the empty entries with stubs that fetch the
// missing part (parts.js). So the other parts may be instantiated in any order, or
// never.
//
// The first part has all data, so that pointers and types are correct from the
// beginning, except for the metadata of functions (metadata.go) and strings that only
// the code of other parts uses (strings.go). Each part brings what its own functions
// need: its data is copied into the memory, and its start function restores records and
// strings, before any of its functions can run.

// partition is a program that is being split.
type partition struct {
	*module
	imported int      // number of imported functions
	tabled   int      // number of functions in the table: all functions that the linker wrote
	kinds    []uint64 // types of the functions that have a body, by number of the function
	bodies   [][]byte
	part     []int   // for each function, the part that contains it, counted from 0
	place    []int64 // for each function, its index in its part
	ends     []int64 // for each part, the index after its own functions, where the copied functions begin
	copied   []int   // shared routines, which are in the first part and copied into each other part
}

// Split shrinks a program as [Program] does, and splits it. The second parameter is
// a function that returns, for each function of the program, the part to put it into,
// counted from 0. Its largest result determines the number of parts. Some functions stay in
// the first part in any case: those that are exported, call JavaScript, or have a
// type other than that of Go functions. The other parts import the exports of the
// first part under the module name "first". Split returns the same errors as Program.
func Split(program []byte, part func(function int) int) ([][]byte, error) {
	m, t, err := shrunk(program)
	if err != nil {
		return nil, err
	}
	p := &partition{module: m}
	for _, step := range []func() error{p.readKinds, p.readTable, p.readBodies} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if err := p.decide(part); err != nil {
		return nil, err
	}
	moved, err := p.moveStrings(t)
	if err != nil {
		return nil, err
	}
	all, err := t.pack(p.part, moved)
	if err != nil {
		return nil, err
	}
	parts := make([][]byte, len(p.ends))
	for in := len(parts) - 1; in > 0; in-- {
		if parts[in], err = p.otherPart(in, all[in]); err != nil {
			return nil, err
		}
	}
	if err := p.firstPart(); err != nil { // last, because it modifies the program
		return nil, err
	}
	if err := m.finish(t, all[0]); err != nil {
		return nil, err
	}
	parts[0] = m.join()
	return parts, nil
}

func (p *partition) readKinds() error {
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

// readTable checks that the table contains all linked functions in order, and sets
// their number.
func (p *partition) readTable() error {
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

func (p *partition) readBodies() error {
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

// decide determines which part contains each function. It sets part, place, ends
// and copied.
func (p *partition) decide(part func(function int) int) error {
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

// callsOut reports whether an instruction calls an imported function. These are
// JavaScript functions.
func (p *partition) callsOut(i instruction) bool { return i.op == opCall && i.a < int64(p.imported) }

// code returns two pieces of function k: the bytes that declare its local
// variables, and the instructions that follow.
func (p *partition) code(k int) (head []byte, code []instruction, err error) {
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

// body returns the body of function k for the given part. Calls within that part
// get new indices; other calls go through the table.
func (p *partition) body(k, in int) ([]byte, error) {
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

// index returns the index of function k in the given part. It returns false if that
// part does not contain the function.
func (p *partition) index(k, in int) (at int64, ok bool) {
	if p.part[k] == in {
		return p.place[k], true
	}
	n, ok := slices.BinarySearch(p.copied, k)
	return p.ends[in] + int64(n), ok
}
