package slim

// tidy replaces some sequences of instructions by shorter ones that compute the
// same values.
func (f *function) tidy() {
	var out []instruction
	code := f.code
	for len(code) > 0 {
		n := 1
		switch i := code[0]; {
		case i.op == opNop:
		case slotAddress(code):
			// The compiler computes the address of a stack slot in 64 bits and
			// truncates it to 32. A stack pointer does not overflow, so 32 bits
			// suffice.
			out = append(out, i)
			n = 5
			offset := code[2].a
			if k := access(code[n:]); k >= 0 {
				out = append(out, code[n:n+k]...)
				i = code[n+k]
				i.b += offset
				out = append(out, i)
				n += k + 1
				break
			}
			out = append(out, instruction{op: opI32Const, a: offset}, instruction{op: opI32Add})
		case leaving(code):
			// On return, the compiler adds to the stack pointer twice; one addition
			// suffices.
			out = append(out, i, instruction{op: opI32Const, a: code[1].a + code[6].a}, instruction{op: opI32Add}, code[4])
			n = 10
		default:
			out = append(out, i)
		}
		code = code[n:]
	}
	f.code = out
}

func slotAddress(code []instruction) bool {
	return hasOps(code, opLocalGet, opExtend, opI64Const, opI64Add, opWrap) && code[0].a == localSP && code[2].a >= 0 && code[2].a < 1<<20
}

// leaving reports whether code begins with the instructions that free the frame,
// free the return address, and return.
func leaving(code []instruction) bool {
	return hasOps(code, opLocalGet, opI32Const, opI32Add, opLocalTee, opGlobalSet, opLocalGet, opI32Const, opI32Add, opLocalTee, opGlobalSet,
		opI32Const, opReturn) && code[0].a == localSP && code[3].a == localSP && code[4].a == globalSP && code[5].a == localSP &&
		code[8].a == localSP && code[9].a == globalSP
}

// access returns the index of the load or store instruction that uses the address
// on top of the stack before code. It returns -1 if it first finds a branch, or
// another instruction that the function effect does not know.
func access(code []instruction) int {
	above := 0 // number of values on the stack above the address
	for k, i := range code {
		if i.op >= opFirstLoad && i.op <= opLastLoad && above == 0 {
			return k
		}
		pops, pushes, ok := effect(i.op)
		switch {
		case i.op > opLastLoad && i.op <= opLastStore && above == 1:
			return k
		case !ok || above < pops:
			return -1
		}
		above += pushes - pops
	}
	return -1
}

// effect returns how many values a simple instruction pops from the stack, and how
// many it pushes; ok is false for other instructions.
func effect(op byte) (pops, pushes int, ok bool) {
	const (
		selects          = 0x1b
		i64Eqz           = 0x50
		i32Clz, i32Pop   = 0x67, 0x69
		i64Clz, i64Pop   = 0x79, 0x7b
		f32Abs, f32Sqrt  = 0x8b, 0x91
		f64Abs, f64Sqrt  = 0x99, 0x9f
		wrap, extend32In = opWrap, opLastPlain
	)
	switch {
	case op == opLocalGet, op == opGlobalGet, op >= opI32Const && op <= opF64Const:
		return 0, 1, true
	case op == selects:
		return 3, 1, true
	case op == opLocalTee, op >= opFirstLoad && op <= opLastLoad, op == opI32Eqz, op == i64Eqz, op >= i32Clz && op <= i32Pop,
		op >= i64Clz && op <= i64Pop, op >= f32Abs && op <= f32Sqrt, op >= f64Abs && op <= f64Sqrt, op >= wrap && op <= extend32In:
		return 1, 1, true
	case op > opI32Eqz && op < wrap:
		return 2, 1, true
	}
	return 0, 0, false
}
