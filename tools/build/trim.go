package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// trim makes a linked Go program smaller to send without changing what it
// does, except that stack traces lose their files, lines and most names.
//
// The linker writes the data section as up to 100,000 small segments around
// runs of zeros, whose headers cost more than the zeros would: trim writes few
// and long ones. And half of what remains is tables for stack traces: for each
// function which instruction came from which line. The runtime takes a table
// at offset 0 for "not known" (runtime.pcvalue), so that they can be cut out.
// Together that is a fifth of the program after compression.
//
// Source: the layout of pclntab is that of Go 1.20 to 1.26 (internal/abi and
// runtime/symtab.go). Error: a program that is laid out otherwise; the caller
// then ships the program as the linker wrote it.
func trim(program []byte) ([]byte, error) {
	head, at, end, err := section(program, dataSection)
	if err != nil {
		return nil, err
	}
	memory, err := readSegments(program[at:end])
	if err != nil {
		return nil, err
	}
	if err := cutTables(memory); err != nil {
		return nil, err
	}
	data := writeSegments(memory)
	out := append(slices.Clone(program[:head]), dataSection)
	out = binary.AppendUvarint(out, uint64(len(data)))
	out = append(out, data...)
	return append(out, program[end:]...), nil
}

// dataSection is the section of a WebAssembly module that fills its memory.
const dataSection = 11

var errLayout = errors.New("not laid out as the Go linker does")

// section finds a section of a module: where its header and its content begin,
// and where it ends.
func section(module []byte, id byte) (head, at, end int, err error) {
	for p := 8; p < len(module); {
		found := module[p]
		n, k := binary.Uvarint(module[p+1:])
		if k <= 0 || n > uint64(len(module)-p-1-k) {
			break
		}
		begin := p
		p += 1 + k
		if found == id {
			return begin, p, p + int(n), nil
		}
		p += int(n)
	}
	return 0, 0, 0, fmt.Errorf("%w: no section %d", errLayout, id)
}

// The parts of an active segment's header: the memory, i32.const, end.
var segmentKind, segmentEnd = []byte{0, 0x41}, byte(0x0b)

// readSegments returns the memory that the segments of a data section fill.
func readSegments(data []byte) ([]byte, error) {
	count, k := binary.Uvarint(data)
	p := max(k, 0)
	var memory []byte
	for range count {
		if p+2 > len(data) || !bytes.Equal(data[p:p+2], segmentKind) {
			return nil, fmt.Errorf("%w: a segment of another kind at %d", errLayout, p)
		}
		offset, n := signed(data[p+2:])
		p += 2 + n
		if n == 0 || offset < 0 || offset > 1<<28 || p >= len(data) || data[p] != segmentEnd {
			return nil, fmt.Errorf("%w: a segment's offset at %d", errLayout, p)
		}
		size, k := binary.Uvarint(data[p+1:])
		p += 1 + k
		if k <= 0 || size > uint64(len(data)-p) {
			return nil, fmt.Errorf("%w: a segment's size at %d", errLayout, p)
		}
		end := int(offset) + int(size)
		if end > len(memory) {
			memory = append(memory, make([]byte, end-len(memory))...)
		}
		copy(memory[offset:], data[p:p+int(size)])
		p += int(size)
	}
	return memory, nil
}

// longRun is a run of zeros worth a segment of its own: shorter ones compress
// to less than a segment's header does.
const longRun = 1 << 10

// writeSegments is the inverse of readSegments.
func writeSegments(memory []byte) []byte {
	var body []byte
	count := uint64(0)
	for at := 0; at < len(memory); {
		end := at
		for zeros := 0; end < len(memory) && zeros < longRun; end++ {
			if zeros++; memory[end] != 0 {
				zeros = 0
			}
		}
		part := bytes.TrimRight(memory[at:end], "\x00")
		lead := len(part) - len(bytes.TrimLeft(part, "\x00"))
		if part = part[lead:]; len(part) > 0 {
			body = append(body, segmentKind...)
			body = appendSigned(body, int64(at+lead))
			body = append(body, segmentEnd)
			body = binary.AppendUvarint(body, uint64(len(part)))
			body = append(body, part...)
			count++
		}
		at = end
	}
	return append(binary.AppendUvarint(nil, count), body...)
}

// signed reads a signed LEB128 number and says how many bytes it took, 0 for
// none.
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
