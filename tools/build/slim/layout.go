package slim

import (
	"encoding/binary"
	"slices"
)

// layout is which blocks a function gets.
//
// A jump forward becomes a branch out of the blocks between, without the way
// through the loop and the table. Then only calls, jumps back and deferred
// functions need a point in the table; another point stays as the end of a
// block where a branch goes, and otherwise not at all.
type layout struct {
	used  []bool  // the old blocks that stay
	place []int   // of these among the new ones
	count int     // of new blocks
	table []int64 // new PC_B to new block
	loops bool    // there are jumps back
}

// layOut finds out where a function may be entered and branched to.
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

// write puts the smaller frame around the function's code. If a call gave up
// the stack, it returns at once instead of branching out, since the branch has
// the number of blocks around in it.
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

// branches replaces the pseudo-instructions.
func (f *function) branches(l layout, p points) []instruction {
	var out []instruction
	block, done := 0, 1 // the old block, and how many new ones have ended
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
			if last := len(out) - 1; out[last].op == opIf && are(f.code[k+1:], opEnd) {
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
