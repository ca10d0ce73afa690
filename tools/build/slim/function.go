package slim

import (
	"encoding/binary"
	"slices"
)

// function is one that the compiler made, without the frame of blocks around it
// (golayout.go). In its code stand for the
// parts of the frame that the code refers to:
const (
	opPoint  = 0xe0 // a point, the next block
	opJump   = 0xe1 // a jump to the PC_B in a
	opUnwind = 0xe2 // give up the stack if the call before says so
)

type function struct {
	pc      int64 // the function's address: PC_F and PC_B 0
	locals  []locals
	code    []instruction
	table   []int64        // of the br_table: PC_B to block
	blocks  int            // points and the beginning
	resumes int64          // the PC_B of the call of deferreturn, which the runtime jumps to, or 0
	called  map[int64]bool // the PC_Bs that calls return to
	shared  bool           // a local holds pc
}

// locals are some of a function's variables, of one type.
type locals struct {
	count int64
	kind  byte
}

const kindI32, kindI64 = 0x7f, 0x7e

// readFunction takes the frame off a function. It refuses what the compiler did
// not make.
func readFunction(body []byte) (f function, ok bool) {
	groups, p := binary.Uvarint(body)
	if p <= 0 {
		return f, false
	}
	for range groups {
		count, n := binary.Uvarint(body[p:])
		if n <= 0 || p+n >= len(body) {
			return f, false
		}
		f.locals = append(f.locals, locals{int64(count), body[p+n]})
		p += n + 1
	}
	code, err := decode(body[p:])
	if err != nil || len(f.locals) == 0 || f.locals[0] != (locals{1, kindI32}) {
		return f, false
	}
	return f, f.strip(code)
}

// strip sets code, table and blocks.
func (f *function) strip(code []instruction) bool {
	if !are(code, opGlobalGet, opLocalSet) || code[0].a != globalSP || code[1].a != localSP {
		return false
	}
	code = code[2:]
	opened := 0
	looping := -1
	for ; opened < len(code) && (code[opened].op == opBlock || code[opened].op == opLoop); opened++ {
		if code[opened].op == opLoop {
			if looping >= 0 {
				return false
			}
			looping = opened
		}
	}
	code = code[opened:]
	if !are(code, opLocalGet, opBrTable, opEnd) || code[0].a != localPoint {
		return false
	}
	f.table = code[1].labels
	f.blocks = int(slices.Max(f.table)) + 1
	code = code[3:]
	var tail []byte
	loop, outer := looping >= 0, opened-f.blocks
	if loop {
		tail = append(tail, opEnd)
		outer--
		if looping != outer {
			return false
		}
	}
	tail = append(tail, opUnreachable)
	if outer == 1 {
		tail = append(tail, opEnd, opI32Const)
	}
	tail = append(tail, opEnd)
	if outer < 0 || outer > 1 || len(code) < len(tail) || !are(code[len(code)-len(tail):], tail...) {
		return false
	}
	return f.points(code[:len(code)-len(tail)], loop, outer == 1)
}

// points puts the pseudo-instructions in. Branches that are none of them must
// stay within what the code itself opens.
func (f *function) points(code []instruction, loop, unwinds bool) bool {
	left := int64(f.blocks - 1) // blocks still open
	depth := int64(0)
	for len(code) > 0 {
		i := code[0]
		toLoop, toExit := left+depth, left+depth
		if loop {
			toExit++
		}
		code = code[1:]
		switch {
		case i.op >= opBlock && i.op <= opIf:
			depth++
		case i.op == opEnd && depth > 0:
			depth--
		case i.op == opEnd:
			if left--; left < 0 {
				return false
			}
			i = instruction{op: opPoint}
		case i.op == opI32Const && are(code, opLocalSet, opBr) && code[0].a == localPoint:
			if !loop || code[1].a != toLoop || i.a < 0 || i.a >= int64(len(f.table)) {
				return false
			}
			i, code = instruction{op: opJump, a: i.a}, code[2:]
		case i.op == opBrIf && unwinds && i.a == toExit:
			i = instruction{op: opUnwind}
		case (i.op == opBr || i.op == opBrIf) && i.a >= depth, i.op == opBrTable, i.op == opElse:
			return false
		}
		f.code = append(f.code, i)
	}
	return left == 0 && depth == 0
}
