package slim

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// pclntab is the table of functions in the memory of a program. It consists of
// consecutive parts, which its header locates by offsets.
type pclntab struct {
	memory                     []byte
	at                         int
	functions                  int
	names, units, files, lines int // addresses of the parts; lines is the part with the encoded tables of all kinds
	funcs                      int
	hashed                     []int    // addresses of the types whose hashes the start function sets
	kept                       []string // encoded tables that remain; until pack places them, records hold their numbers instead of offsets
}

func findPclntab(memory []byte) (*pclntab, error) {
	at := bytes.Index(memory, pclntabMagic)
	if at < 0 || at+pclntabHeader > len(memory) || bytes.Contains(memory[at+1:], pclntabMagic) {
		return nil, fmt.Errorf("%w: no table of functions, or several", errLayout)
	}
	word := func(i int) int { return int(binary.LittleEndian.Uint64(memory[at+8+8*i:])) }
	t := &pclntab{memory, at, word(headerFunctions), at + word(headerNames), at + word(headerUnits), at + word(headerFiles),
		at + word(headerTables), at + word(headerRecords), nil, []string{""}}
	if t.functions < 1 || t.functions > 1<<20 || t.names <= at || t.units < t.names || t.files < t.units ||
		t.lines < t.files || t.funcs < t.lines || t.funcs+8*t.functions+8 > len(memory) {
		return nil, fmt.Errorf("%w: the parts of the table of functions are not in order", errLayout)
	}
	return t, nil
}

// record is the memory of a program from the record of a function in pclntab
// (runtime._func) to the end of memory.
type record []byte

// function returns the record of function k.
func (t *pclntab) function(k int) (record, error) {
	entry := t.memory[t.funcs+8*k:]
	pc, offset := binary.LittleEndian.Uint32(entry), int(binary.LittleEndian.Uint32(entry[4:]))
	if pc != uint32(firstFunction+k) || t.funcs+offset+fieldMore > len(t.memory) {
		return nil, fmt.Errorf("%w: function %d is %#x, its record out of range or that of another", errLayout, k, pc)
	}
	r := record(t.memory[t.funcs+offset:])
	if n := r.tables(); n > 16 || fieldMore+4*(n+r.facts()) > len(r) {
		return nil, fmt.Errorf("%w: function %d has %d tables", errLayout, k, n)
	}
	return r, nil
}

// name returns the name of a function, or "" if the name is not within the table.
func (t *pclntab) name(r record) string {
	at := t.names + int(r.word(fieldName))
	if at < t.names || at >= t.units {
		return ""
	}
	name, _, _ := bytes.Cut(t.memory[at:t.units], []byte{0})
	return string(name)
}

func (r record) word(field int) uint32   { return binary.LittleEndian.Uint32(r[field:]) }
func (r record) set(field int, x uint32) { binary.LittleEndian.PutUint32(r[field:], x) }

func (r record) tables() int        { return int(r.word(fieldTables)) }
func (r record) facts() int         { return int(r[fieldFacts]) }
func (r record) assembled() bool    { return r[fieldFlags]&flagAssembled != 0 }
func (r record) deferReturn() int64 { return int64(r.word(fieldDeferReturn)) }

// keep adds a table to those that remain, and returns its number. It is 0 for an
// empty table.
func (t *pclntab) keep(table []run) uint32 {
	if len(table) == 0 {
		return 0
	}
	t.kept = append(t.kept, encodeTable(table))
	return uint32(len(t.kept) - 1)
}

// live returns the offset of the table that determines which stack slots are live
// pointers. It returns 0 if there is no such table.
func (r record) live() uint32 {
	if r.tables() <= tableLive {
		return 0
	}
	return r.word(fieldMore + 4*tableLive)
}
