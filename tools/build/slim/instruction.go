package slim

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// instruction is a WebAssembly instruction with its immediate operands.
type instruction struct {
	op     byte
	a, b   int64   // operands: an index, label, constant or type; for memory access, the alignment and the offset
	labels []int64 // labels of a br_table; the last is the default
	rest   []byte  // bytes of a floating-point constant; or, after a prefix, the second opcode and its operands
}

// Opcodes that this package uses.
const (
	opUnreachable = 0x00
	opNop         = 0x01
	opBlock       = 0x02
	opLoop        = 0x03
	opIf          = 0x04
	opElse        = 0x05
	opEnd         = 0x0b
	opBr          = 0x0c
	opBrIf        = 0x0d
	opBrTable     = 0x0e
	opReturn      = 0x0f
	opCall        = 0x10
	opCallThrough = 0x11
	opLocalGet    = 0x20
	opLocalSet    = 0x21
	opLocalTee    = 0x22
	opGlobalGet   = 0x23
	opGlobalSet   = 0x24
	opFirstLoad   = 0x28
	opLastLoad    = 0x35
	opI64Store    = 0x37
	opLastStore   = 0x3e
	opMemorySize  = 0x3f
	opMemoryGrow  = 0x40
	opI32Const    = 0x41
	opI64Const    = 0x42
	opF32Const    = 0x43
	opF64Const    = 0x44
	opI32Eqz      = 0x45
	opLastPlain   = 0xc4
	opI32Add      = 0x6a
	opI32Sub      = 0x6b
	opI64Add      = 0x7c
	opI64Or       = 0x84
	opWrap        = 0xa7
	opExtend      = 0xad
	opPrefix      = 0xfc
)

const noResult = 0x40 // type of a block without a result

// decode reads a sequence of instructions. It returns an error if the sequence
// contains an instruction that Go does not use.
func decode(code []byte) ([]instruction, error) {
	var list []instruction
	for p := 0; p < len(code); {
		i, n := decodeOne(code[p:])
		if n == 0 {
			return nil, fmt.Errorf("%w: no instruction at %d: %x", errLayout, p, code[p:min(p+8, len(code))])
		}
		list = append(list, i)
		p += n
	}
	return list, nil
}

// decodeOne reads an instruction and returns its size in bytes, or 0 if it is
// invalid.
func decodeOne(code []byte) (instruction, int) {
	i := instruction{op: code[0]}
	p := 1
	read := func(number func([]byte) (int64, int)) int64 {
		if p == 0 {
			return 0
		}
		x, n := number(code[p:])
		if n <= 0 {
			p = 0
			return 0
		}
		p += n
		return x
	}
	skip := func(n int) {
		if p+n > len(code) {
			p = 0
			return
		}
		i.rest = code[p : p+n]
		p += n
	}
	switch op := i.op; {
	case op >= opBlock && op <= opIf, op == opBr, op == opBrIf, op == opCall, op >= opLocalGet && op <= opGlobalSet,
		op == opMemorySize, op == opMemoryGrow:
		i.a = read(unsigned)
	case op == opCallThrough, op >= opFirstLoad && op <= opLastStore:
		i.a, i.b = read(unsigned), read(unsigned)
	case op == opBrTable:
		for n := read(unsigned); n >= 0 && p > 0; n-- {
			i.labels = append(i.labels, read(unsigned))
		}
	case op == opI32Const, op == opI64Const:
		i.a = read(signed)
	case op == opF32Const:
		skip(4)
	case op == opF64Const:
		skip(8)
	case op == opPrefix:
		skip(prefixed(code))
	case op > opReturn && op < 0x1a, op > opElse && op < opEnd, op > 0x1b && op < opLocalGet,
		op > opGlobalSet && op < opFirstLoad, op > opLastPlain:
		p = 0
	}
	return i, p
}

// prefixed returns the number of bytes that belong to an instruction after the
// prefix: the second opcode and, for memory.copy and memory.fill, the indices of
// memories. Saturating conversions have no operands.
func prefixed(code []byte) int {
	const memoryCopy, memoryFill = 10, 11
	switch {
	case len(code) > 1 && code[1] == memoryCopy:
		return 3
	case len(code) > 1 && code[1] == memoryFill:
		return 2
	case len(code) > 1 && code[1] < 8:
		return 1
	}
	return len(code) // larger than the number of bytes left, so that decodeOne fails
}

// encode returns the bytes of instructions. It is the inverse of decode.
func encode(code []instruction) []byte {
	var out []byte
	for _, i := range code {
		out = append(out, i.op)
		switch op := i.op; {
		case op >= opBlock && op <= opIf, op == opBr, op == opBrIf, op == opCall, op >= opLocalGet && op <= opGlobalSet,
			op == opMemorySize, op == opMemoryGrow:
			out = binary.AppendUvarint(out, uint64(i.a))
		case op == opCallThrough, op >= opFirstLoad && op <= opLastStore:
			out = binary.AppendUvarint(binary.AppendUvarint(out, uint64(i.a)), uint64(i.b))
		case op == opBrTable:
			out = binary.AppendUvarint(out, uint64(len(i.labels)-1))
			for _, label := range i.labels {
				out = binary.AppendUvarint(out, uint64(label))
			}
		case op == opI32Const, op == opI64Const:
			out = appendSigned(out, i.a)
		}
		out = append(out, i.rest...)
	}
	return out
}

// hasOps reports whether code begins with instructions of the given opcodes.
func hasOps(code []instruction, ops ...byte) bool {
	return len(code) >= len(ops) && slices.EqualFunc(code[:len(ops)], ops, func(i instruction, op byte) bool { return i.op == op })
}

// unsigned reads an unsigned LEB128 number, and also returns its size in bytes.
func unsigned(b []byte) (int64, int) {
	x, n := binary.Uvarint(b)
	return int64(x), n
}

// signed reads a signed LEB128 number, and also returns its size in bytes, or 0 if
// the number is invalid.
func signed(b []byte) (int64, int) {
	x, shift := int64(0), 0
	for i, c := range b {
		x |= int64(c&0x7f) << shift
		shift += 7
		if c < 0x80 {
			if c&0x40 != 0 && shift < 64 {
				x -= 1 << shift
			}
			return x, i + 1
		}
		if shift > 63 {
			break
		}
	}
	return 0, 0
}

func appendSigned(b []byte, x int64) []byte {
	for {
		c := byte(x & 0x7f)
		x >>= 7
		if x == 0 && c&0x40 == 0 || x == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}
