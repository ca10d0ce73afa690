package slim

import (
	"encoding/binary"
	"slices"
)

// layout describes the blocks of a rewritten function.
//
// In the original, every jump goes through the loop and the br_table of the frame
// (golayout.go). In the rewritten function, a forward jump is a direct branch to
// the end of the block at its target. So the br_table needs entries only for the
// points at which calls return, backward jumps arrive, and deferred functions are
// called. A point without an entry is kept as the end of a block if a branch goes
// there, and is removed otherwise.
type layout struct {
	used  []bool  // for each old block, whether it remains
	place []int   // for each old block, its number among the new blocks
	count int     // number of new blocks
	table []int64 // operand of the new br_table: maps new PC_B to new block
	loops bool    // whether there are backward jumps
}

// layOut determines which blocks remain: those at which the function may be
// entered, and the targets of forward jumps.
func (f *function) layOut(p points) layout {
	l := layout{used: make([]bool, f.blocks), place: make([]int, f.blocks), table: []int64{0}}
	block := int64(0)
	for _, i := range f.code {
		switch {
		case i.op == opPoint:
			block++
		case i.op == opJump && f.table[i.a] > block:
			l.used[f.table[i.a]] = true
		case i.op == opJump:
			l.loops = true
		}
	}
	for _, b := range p.block {
		l.used[b] = true
	}
	for b, u := range l.used {
		l.place[b] = l.count
		if u {
			l.count++
		}
	}
	if len(p.block) > 1 {
		l.table = make([]int64, firstPoint+len(p.block)-1)
	}
	for n, b := range p.block {
		l.table[n] = int64(l.place[b])
	}
	return l
}

// write returns the body of the function: its code within the smaller frame. To
// unwind, the new code contains a return instruction. A branch to an outer block
// would compress worse, because its operand depends on the number of surrounding
// blocks.
func (f *function) write(l layout, p points) []byte {
	out := binary.AppendUvarint(nil, uint64(len(f.locals)))
	for _, g := range f.locals {
		out = append(binary.AppendUvarint(out, uint64(g.count)), g.kind)
	}
	code := []instruction{{op: opGlobalGet, a: globalSP}, {op: opLocalSet, a: localSP}}
	if f.shared {
		code = append(code, instruction{op: opI64Const, a: f.pc}, instruction{op: opLocalSet, a: localAddress})
	}
	if l.loops {
		code = append(code, instruction{op: opLoop, a: noResult})
	}
	if l.count > 1 {
		code = append(code, slices.Repeat([]instruction{{op: opBlock, a: noResult}}, l.count)...)
		code = append(code, instruction{op: opLocalGet, a: localPoint}, instruction{op: opBrTable, labels: l.table}, instruction{op: opEnd})
	}
	code = append(code, f.branches(l, p)...)
	if l.loops {
		code = append(code, instruction{op: opEnd})
	}
	return append(out, encode(append(code, instruction{op: opUnreachable}, instruction{op: opEnd}))...)
}

// branches replaces the pseudo-instructions, which stand for points, jumps and
// unwinding, by WebAssembly instructions.
func (f *function) branches(l layout, p points) []instruction {
	var out []instruction
	block, done := 0, 1 // current old block, and number of new blocks that have ended
	depth := 0
	for k := 0; k < len(f.code); k++ {
		i := f.code[k]
		switch i.op {
		case opPoint:
			if block++; l.used[block] {
				done++
				out = append(out, instruction{op: opEnd})
			}
			continue
		case opJump:
			to := int(f.table[i.a])
			if to <= block {
				out = append(out, instruction{op: opI32Const, a: p.number[i.a]}, instruction{op: opLocalSet, a: localPoint})
				i = instruction{op: opBr, a: int64(depth + l.count - done)}
				break
			}
			i = instruction{op: opBr, a: int64(depth + l.place[to] - done)}
			if last := len(out) - 1; out[last].op == opIf && hasOps(f.code[k+1:], opEnd) {
				out = out[:last]
				i = instruction{op: opBrIf, a: i.a - 1}
				depth--
				k++
			}
		case opUnwind:
			out = append(out, instruction{op: opIf, a: noResult}, instruction{op: opI32Const, a: 1}, instruction{op: opReturn})
			i = instruction{op: opEnd}
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			depth--
		}
		out = append(out, i)
	}
	return out
}
