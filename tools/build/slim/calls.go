package slim

import "slices"

// The twelve instructions of a call are most of a program, and the address that
// they push is what no compressor can guess.

// localAddress is the local that shareAddress adds.
const localAddress = 2

// returns finds the points that calls return to, into f.called. Behind a call of
// a function that never returns there is nothing to do but to give up the
// stack; the points of those are the result. ok is false if an address within f
// is used otherwise.
func (f *function) returns(ending map[int64]bool) (ended []int64, ok bool) {
	f.called = map[int64]bool{}
	var out []instruction
	for k := 0; k < len(f.code); k++ {
		out = append(out, f.code[k])
		if !f.ownAddress(f.code[k]) || f.code[k].a == f.pc {
			continue
		}
		begin := k - pushed
		if begin < 0 || !are(f.code[begin:], pushing...) {
			return nil, false
		}
		point := f.code[k].a - f.pc
		if !are(f.code[begin:], calling...) || !ending[f.code[begin+called].a] {
			f.called[point] = true
			continue
		}
		ended = append(ended, point)
		out = append(append(out, f.code[k+1:begin+called+1]...), instruction{op: opReturn})
		k = begin + len(calling) - 1
	}
	f.code = out
	return ended, true
}

// shareAddress puts the function's address into a local of its own, so that a
// call states only the small number to add to it.
func (f *function) shareAddress(p points) {
	if !slices.ContainsFunc(f.code, f.ownAddress) {
		return
	}
	if len(f.locals) > 1 && f.locals[1].kind == kindI64 {
		f.locals[1].count++
	} else {
		f.locals = slices.Insert(f.locals, 1, locals{1, kindI64})
	}
	f.shared = true
	var out []instruction
	for _, i := range f.code {
		switch {
		case i.op >= opLocalGet && i.op <= opLocalTee && i.a >= localAddress:
			i.a++
		case f.ownAddress(i):
			out = append(out, instruction{op: opLocalGet, a: localAddress})
			if i.a == f.pc {
				continue
			}
			out = append(out, instruction{op: opI64Const, a: p.number[i.a-f.pc]})
			i = instruction{op: opI64Add}
		}
		out = append(out, i)
	}
	f.code = out
}

// ownAddress reports whether an instruction states an address within f.
func (f *function) ownAddress(i instruction) bool {
	return i.op == opI64Const && i.a>>pointBits == f.pc>>pointBits
}

// slow are functions that hardly ever run, called from everywhere (panicNil,
// growStack). A shared routine each pushes the address and calls them.
type slow struct {
	calls   int64 // the function
	point   int64 // PC_B of the address that is pushed
	routine int64
}

// outline replaces the calls of slow functions by those of their routines.
func (f *function) outline(routines []slow) {
	var out []instruction
	for k := 0; k < len(f.code); k++ {
		out = append(out, f.code[k])
		rest := f.code[k+1:]
		if f.code[k].op != opIf || !are(rest, calling...) || !are(rest[len(calling):], opEnd) || !f.ownAddress(rest[pushed]) {
			continue
		}
		for _, s := range routines {
			if s.calls == rest[called].a && (s.point > 0) == (rest[pushed].a > f.pc) {
				out = append(out, instruction{op: opI64Const, a: f.pc}, instruction{op: opCall, a: s.routine}, instruction{op: opReturn})
				k += len(calling)
				break
			}
		}
	}
	f.code = out
}

// body is the code of the routine: of type i64 → i32, the address → whether to
// give up the stack.
func (s slow) body() []byte {
	code := []instruction{
		{op: opGlobalGet, a: globalSP}, {op: opI32Const, a: 8}, {op: opI32Sub}, {op: opGlobalSet, a: globalSP},
		{op: opGlobalGet, a: globalSP}, {op: opLocalGet, a: 0}, {op: opI64Const, a: s.point}, {op: opI64Or}, {op: opI64Store, a: 3},
		{op: opI32Const, a: 0}, {op: opCall, a: s.calls}, {op: opEnd},
	}
	return append([]byte{0}, encode(code)...) // no locals
}
