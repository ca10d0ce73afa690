package slim

import "slices"

// Go pushes the address to return to onto its own stack before a call:
//
//	local.get 1; i32.const 8; i32.sub; local.tee 1; global.set 0
//	local.get 1; i64.const ADDRESS; i64.store
//	i32.const 0; call F; global.get 0; local.set 1
//
// These twelve instructions are most of a program, and the address is what no
// compressor can guess.
var pushing = []byte{opLocalGet, opI32Const, opI32Sub, opLocalTee, opGlobalSet, opLocalGet, opI64Const, opI64Store}

var calling = append(slices.Clone(pushing), opI32Const, opCall, opGlobalGet, opLocalSet, opUnwind)

const (
	pushed = 6 // index of the address in pushing
	called = 9 // index of the call in calling
)

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

const pointBits = 16 // of an address that are PC_B

// slow are functions that hardly ever run, called from everywhere: to grow the
// stack, and to panic because of a nil pointer. A shared routine each pushes
// the address and calls them.
type slow struct {
	calls   int64 // the function
	point   int64 // PC_B of the address that is pushed
	routine int64
}

// outline replaces the calls of slow functions by those of their routines.
//
// The address that is pushed for a panic is always that of PC_B 1, behind the
// prologue. The frame has its full size there, and nothing else is asked of it:
// what is live, the runtime looks up where the function's deferred calls are
// (resolveInternal in runtime/traceback.go, for sigpanic's caller).
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
