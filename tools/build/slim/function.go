package slim

import (
	"encoding/binary"
	"slices"
)

// A decoded function does not contain the frame of blocks that the assembler put
// around it (golayout.go). Where its code refers to the frame, it has these
// pseudo-instructions instead.
const (
	opPoint  = 0xe0 // start of the next block, which is a point
	opJump   = 0xe1 // jump to a point; the operand a is its PC_B
	opUnwind = 0xe2 // unwind if the preceding call returned 1
)

type function struct {
	pc      int64 // address of the function: its PC_F, with 0 as PC_B
	locals  []locals
	code    []instruction
	table   []int64        // operand of the br_table: maps PC_B to block
	blocks  int            // number of blocks, including the block at the beginning
	resumes int64          // PC_B of the call of deferreturn, to which the runtime jumps; 0 if there is no such call
	called  map[int64]bool // PC_Bs to which calls return
	shared  bool           // whether a local variable holds pc (shareAddress)
}

// locals is a group of consecutive local variables of the same type.
type locals struct {
	count int64
	kind  byte
}

const kindI32, kindI64 = 0x7f, 0x7e

// readFunction decodes a function and removes its frame. It returns false if the
// function does not have the form that the compiler and the assembler produce.
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

// strip removes the frame from the decoded instructions, and sets code, table and
// blocks. It reports whether the frame has the expected form.
func (f *function) strip(code []instruction) bool {
	if !hasOps(code, opGlobalGet, opLocalSet) || code[0].a != globalSP || code[1].a != localSP {
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
	if !hasOps(code, opLocalGet, opBrTable, opEnd) || code[0].a != localPoint {
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
	if outer < 0 || outer > 1 || len(code) < len(tail) || !hasOps(code[len(code)-len(tail):], tail...) {
		return false
	}
	return f.points(code[:len(code)-len(tail)], loop, outer == 1)
}

// points sets f.code to the code, with pseudo-instructions in place of references
// to the frame. It reports whether the frame is complete and all other branches
// stay inside blocks of the code itself.
func (f *function) points(code []instruction, loop, unwinds bool) bool {
	left := int64(f.blocks - 1) // number of blocks still open
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
		case i.op == opI32Const && hasOps(code, opLocalSet, opBr) && code[0].a == localPoint:
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
