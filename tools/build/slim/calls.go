package slim

import "slices"

// Calls make up most of a program, because each call takes twelve instructions.
// Each call also pushes a different return address, which no compressor can
// predict.

// localAddress is the index of the local variable that shareAddress adds.
const localAddress = 2

// returns records in f.called the points to which calls return. If the called
// function never returns, the caller only has to unwind. In that case, returns
// replaces the code after the call by a return instruction, and adds the return
// point to the result ended instead. The result ok is false if the function pushes
// one of its own addresses for a purpose other than a call.
func (f *function) returns(ending map[int64]bool) (ended []int64, ok bool) {
	f.called = map[int64]bool{}
	var out []instruction
	for k := 0; k < len(f.code); k++ {
		out = append(out, f.code[k])
		if !f.ownAddress(f.code[k]) || f.code[k].a == f.pc {
			continue
		}
		begin := k - pushed
		if begin < 0 || !hasOps(f.code[begin:], pushing...) {
			return nil, false
		}
		point := f.code[k].a - f.pc
		if !hasOps(f.code[begin:], calling...) || !ending[f.code[begin+called].a] {
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

// shareAddress stores the function's address in a local variable. Each call then
// adds the small number of its point to this address instead of pushing a 64-bit
// constant.
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

// ownAddress reports whether an instruction pushes an address within f.
func (f *function) ownAddress(i instruction) bool {
	return i.op == opI64Const && i.a>>pointBits == f.pc>>pointBits
}

// rareCall is a function that is called from nearly every function but rarely runs:
// panicNil, or one of growStack. For each of them, a shared routine pushes the
// return address and makes the call.
type rareCall struct {
	calls   int64 // index of the function to call
	point   int64 // PC_B of the address that the routine pushes
	routine int64
}

// outline replaces calls of rarely running functions by calls of their shared
// routines.
func (f *function) outline(routines []rareCall) {
	var out []instruction
	for k := 0; k < len(f.code); k++ {
		out = append(out, f.code[k])
		rest := f.code[k+1:]
		if f.code[k].op != opIf || !hasOps(rest, calling...) || !hasOps(rest[len(calling):], opEnd) || !f.ownAddress(rest[pushed]) {
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

// body returns the code of the shared routine, a function of type i64 → i32. Its
// parameter is the address of the caller. Its result is 1 if the caller must
// unwind.
func (s rareCall) body() []byte {
	code := []instruction{
		{op: opGlobalGet, a: globalSP}, {op: opI32Const, a: 8}, {op: opI32Sub}, {op: opGlobalSet, a: globalSP},
		{op: opGlobalGet, a: globalSP}, {op: opLocalGet, a: 0}, {op: opI64Const, a: s.point}, {op: opI64Or}, {op: opI64Store, a: 3},
		{op: opI32Const, a: 0}, {op: opCall, a: s.calls}, {op: opEnd},
	}
	return append([]byte{0}, encode(code)...) // no local variables
}
