package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// pclntab is the table of functions inside a program's memory. Its parts lie
// one behind the other, at offsets from its header.
type pclntab struct {
	memory                     []byte
	at                         int
	functions                  int
	names, units, files, lines int // lines: the encoded tables of all kinds
	funcs                      int
}

// The header of pclntab: a magic number, two zeros, the smallest instruction
// and the size of a pointer.
var pclntabMagic = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// Offsets in a function's record (runtime._func).
const (
	fieldFrames = 16 // table of stack sizes; the runtime unwinds by it
	fieldFile   = 20
	fieldLine   = 24
	fieldTables = 28 // how many further tables
	fieldUnit   = 32
	fieldStart  = 36
	fieldMore   = 44 // where these begin
)

// Further tables that only stack traces read: which inlined function an
// instruction belongs to, and which arguments are still live (internal/abi,
// PCDATA_InlTreeIndex and PCDATA_ArgLiveIndex).
const (
	tableInlined  = 2
	tableLiveArgs = 3
)

// cutTables blanks what only stack traces need: the tables of files and lines,
// the names of files, and the names of functions outside the runtime (which
// looks for its own names).
func cutTables(memory []byte) error {
	t, err := findPclntab(memory)
	if err != nil {
		return err
	}
	keep := make([]byte, t.funcs-t.lines) // the tables that stay
	for i := range t.functions {
		f, err := t.function(i)
		if err != nil {
			return err
		}
		tables := []uint32{binary.LittleEndian.Uint32(f[fieldFrames:])}
		n := int(binary.LittleEndian.Uint32(f[fieldTables:]))
		if n > 16 || fieldMore+4*n > len(f) {
			return fmt.Errorf("%w: function %d has %d tables", errLayout, i, n)
		}
		for k := range n {
			if table := f[fieldMore+4*k:][:4]; k == tableInlined || k == tableLiveArgs {
				clear(table)
			} else {
				tables = append(tables, binary.LittleEndian.Uint32(table))
			}
		}
		for _, offset := range tables {
			if err := t.copyTable(keep, offset); err != nil {
				return err
			}
		}
		clear(f[fieldFile : fieldLine+4])
		clear(f[fieldStart : fieldStart+4])
		for k := range 4 {
			f[fieldUnit+k] = 0xff // no compilation unit, so no files
		}
	}
	copy(memory[t.lines:t.funcs], keep)
	clear(memory[t.units:t.lines])
	t.blankNames()
	return nil
}

func findPclntab(memory []byte) (*pclntab, error) {
	at := bytes.Index(memory, pclntabMagic)
	if at < 0 || at+72 > len(memory) || bytes.Contains(memory[at+1:], pclntabMagic) {
		return nil, fmt.Errorf("%w: no table of functions, or several", errLayout)
	}
	word := func(i int) int { return int(binary.LittleEndian.Uint64(memory[at+8+8*i:])) }
	t := &pclntab{memory, at, word(0), at + word(3), at + word(4), at + word(5), at + word(6), at + word(7)}
	if t.functions < 1 || t.functions > 1<<20 || t.names <= at || t.units < t.names || t.files < t.units ||
		t.lines < t.files || t.funcs < t.lines || t.funcs+8*t.functions+8 > len(memory) {
		return nil, fmt.Errorf("%w: the parts of the table of functions are not in order", errLayout)
	}
	return t, nil
}

// function is the record of a function and what follows it.
func (t *pclntab) function(i int) ([]byte, error) {
	offset := int(binary.LittleEndian.Uint32(t.memory[t.funcs+8*i+4:]))
	if t.funcs+offset+fieldMore > len(t.memory) {
		return nil, fmt.Errorf("%w: function %d is out of range", errLayout, i)
	}
	return t.memory[t.funcs+offset:], nil
}

// copyTable copies the table at an offset from the program: pairs of a value's
// change (0 ends the table, but for the first pair) and a distance.
func (t *pclntab) copyTable(to []byte, offset uint32) error {
	if offset == 0 {
		return nil
	}
	from := t.lines + int(offset)
	p := from
	for first := true; p < t.funcs; first = false {
		change, k := binary.Uvarint(t.memory[p:t.funcs])
		p += k
		if change == 0 && !first {
			copy(to[offset:], t.memory[from:p])
			return nil
		}
		_, n := binary.Uvarint(t.memory[p:t.funcs])
		if k <= 0 || n <= 0 {
			break
		}
		p += n
	}
	return fmt.Errorf("%w: the table at %d does not end", errLayout, offset)
}

// blankNames clears the names of all functions but the runtime's.
func (t *pclntab) blankNames() {
	for name := range bytes.SplitAfterSeq(t.memory[t.names:t.units], []byte{0}) {
		if !bytes.HasPrefix(name, []byte("runtime.")) {
			clear(name)
		}
	}
}
