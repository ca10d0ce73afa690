package slim

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"
)

// understood returns two counts of functions of a program: those that have a table
// of points, and those among them that readFunction accepts.
func understood(t *testing.T, program []byte) (all, read int) {
	t.Helper()
	m, err := split(program)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(m.join()[:preamble], program[:preamble]) {
		t.Error("the preamble changes")
	}
	code, err := m.section(codeSection)
	if err != nil {
		t.Fatal(err)
	}
	n, rest, err := code.list()
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		size, p := binary.Uvarint(rest)
		body := rest[p : p+int(size)]
		rest = rest[p+int(size):]
		f, ok := readFunction(body)
		if ok {
			read++
		}
		if len(f.table) > 0 || ok {
			all++
		}
	}
	return all, read
}

func TestInstructions(t *testing.T) {
	code := []byte{
		opBlock, noResult, opLoop, noResult, opLocalGet, 0, opBrTable, 2, 0, 1, 1, opEnd, opEnd,
		opI32Const, 0x7f, opI64Const, 0x80, 0x80, 0x80, 0x80, 0x01, opF32Const, 1, 2, 3, 4, opF64Const, 1, 2, 3, 4, 5, 6, 7, 8,
		opFirstLoad, 2, 0x90, 0x01, opI64Store, 3, 8, opMemorySize, 0, opMemoryGrow, 0, opCall, 0xb3, 0x0b, opCallThrough, 0, 0,
		opPrefix, 2, opPrefix, 10, 0, 0, opPrefix, 11, 0, opWrap, opExtend, opReturn, opUnreachable,
	}
	list, err := decode(code)
	if err != nil || !bytes.Equal(encode(list), code) {
		t.Errorf("%x reads back as %x (%v)", code, encode(list), err)
	}
	if i := list[3].labels; len(i) != 3 {
		t.Errorf("a table of 3 labels is read as %v", i)
	}
	for cut := range code {
		if _, err := decode(code[:cut:cut]); err != nil {
			continue
		}
		list, _ := decode(code[:cut:cut])
		if !bytes.Equal(encode(list), code[:cut]) {
			t.Errorf("the first %d bytes read back otherwise", cut)
		}
	}
	for _, wrong := range [][]byte{{0x06}, {0x12}, {0x25}, {0xc5}, {opPoint}, {opPrefix}, {opPrefix, 12}, {opCall}, {opI32Const, 0x80}, {opBrTable, 200, 1}} {
		if list, err := decode(wrong); err == nil {
			t.Errorf("%x is read as %v", wrong, list)
		}
	}
}

// TestFunction checks the rewritten form of a function with two calls, a forward
// jump out of an if, and a backward jump.
func TestFunction(t *testing.T) {
	const pc = 0x1005 << pointBits
	push := func(point int64) []instruction {
		return []instruction{
			{op: opLocalGet, a: localSP}, {op: opI32Const, a: 8}, {op: opI32Sub}, {op: opLocalTee, a: localSP}, {op: opGlobalSet},
			{op: opLocalGet, a: localSP}, {op: opI64Const, a: pc + point}, {op: opI64Store, a: 3},
			{op: opI32Const}, {op: opCall, a: 7}, {op: opGlobalGet}, {op: opLocalSet, a: localSP},
		}
	}
	join := func(parts ...[]instruction) (all []instruction) {
		for _, p := range parts {
			all = append(all, p...)
		}
		return all
	}
	block, end := []instruction{{op: opBlock, a: noResult}}, []instruction{{op: opEnd}}
	// The points are 0 at the beginning, 1 after the call, 2 at the target of the
	// if, and 3 at the end.
	source := join([]instruction{{op: opGlobalGet}, {op: opLocalSet, a: localSP}}, block, []instruction{{op: opLoop, a: noResult}},
		block, block, block, block, []instruction{{op: opLocalGet}, {op: opBrTable, labels: []int64{0, 1, 2, 3}}}, end,
		push(1), []instruction{{op: opBrIf, a: 4}}, end,
		[]instruction{{op: opLocalGet, a: 2}, {op: opIf, a: noResult}, {op: opI32Const, a: 3}, {op: opLocalSet}, {op: opBr, a: 3}, {op: opEnd}}, end,
		[]instruction{{op: opI32Const, a: 1}, {op: opLocalSet}, {op: opBr, a: 1}}, end,
		[]instruction{{op: opI32Const}, {op: opReturn}}, end, []instruction{{op: opUnreachable}}, end, []instruction{{op: opI32Const, a: 1}}, end)
	f, ok := readFunction(append([]byte{2, 1, kindI32, 1, kindI64}, encode(source)...))
	if !ok {
		t.Fatal("it is not read")
	}
	f.pc = pc
	ended, ok := f.returns(nil)
	if !ok || len(ended) != 0 {
		t.Fatalf("it ends at %v (%v)", ended, ok)
	}
	p, ok := f.number([]run{{-1, 0}, {3, 1}, {4, 9}}, []run{{0, 1}, {16, 9}}, nil)
	if want := []run{{3, forever}}; !ok || !slices.Equal(p.live, want) {
		t.Errorf("live is %v, not %v (%v)", p.live, want, ok)
	}
	if want := []run{{0, 1}, {16, forever}}; !slices.Equal(p.frame, want) {
		t.Errorf("frames are %v, not %v", p.frame, want)
	}
	l := f.layOut(p)
	f.shareAddress(p)
	f.tidy()
	called := push(1)
	called[6] = instruction{op: opLocalGet, a: localAddress}
	called = join(called[:7], []instruction{{op: opI64Const, a: 2}, {op: opI64Add}}, called[7:])
	want := join([]instruction{{op: opGlobalGet}, {op: opLocalSet, a: localSP}, {op: opI64Const, a: pc}, {op: opLocalSet, a: localAddress}},
		[]instruction{{op: opLoop, a: noResult}}, block, block, block, []instruction{{op: opLocalGet}, {op: opBrTable, labels: []int64{0, 0, 1}}}, end,
		called, []instruction{{op: opIf, a: noResult}, {op: opI32Const, a: 1}, {op: opReturn}, {op: opEnd}}, end,
		[]instruction{{op: opLocalGet, a: 3}, {op: opBrIf, a: 0}},
		[]instruction{{op: opI32Const, a: 2}, {op: opLocalSet}, {op: opBr, a: 1}}, end,
		[]instruction{{op: opI32Const}, {op: opReturn}}, end, []instruction{{op: opUnreachable}}, end)
	if got, want := f.write(l, p), append([]byte{2, 1, kindI32, 2, kindI64}, encode(want)...); !bytes.Equal(got, want) {
		t.Errorf("written is\n%x\nnot\n%x", got, want)
	}
}
