package slim

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
)

// The linker writes the data section as up to 100,000 small segments, leaving out
// the runs of zeros between them. The headers of so many segments take more bytes
// than the zeros would.

// Parts of the header of an active segment. segmentKind consists of the index of
// the memory and the opcode i32.const. The address follows, and then segmentEnd,
// the opcode end.
var segmentKind, segmentEnd = []byte{0, 0x41}, byte(0x0b)

// readSegments returns the initial memory that a data section defines by its
// segments.
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

// longRun is the minimum number of zeros that are left out between two segments. A
// shorter run compresses to fewer bytes than the header of another segment.
const longRun = 1 << 10

// writeSegments returns a data section for a memory. It is the inverse of
// readSegments.
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
			body = append(body, segment(at+lead, part)...)
			count++
		}
		at = end
	}
	return append(binary.AppendUvarint(nil, count), body...)
}

// segment returns an active segment, which the browser copies to an address when it
// instantiates the module.
func segment(at int, content []byte) []byte {
	head := append(appendSigned(slices.Clone(segmentKind), int64(at)), segmentEnd)
	return append(head, sized(content)...)
}
